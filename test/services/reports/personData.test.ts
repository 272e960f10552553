import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { startReceiver } from '../../kit/fakes/webhookReceiver.ts'
import { download, waitForReport } from '../../kit/fixtures/reports.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from '../calls/placementKit.ts'
import { waitForFinishedCall, signInAsOwner, scatterNumber } from '../privacy/privacyKit.ts'

const testServer = useTestServer({ speed: 200 })
const EXPORT = 'mutation ($input: ReportInput!) { exportReport(input: $input) { id type format status filter { phoneNumber } } }'

type Row = Record<string, any> // eslint-disable-line typescript/no-explicit-any -- the file as a reader has it
type Tenant = Awaited<ReturnType<typeof createTenant>>

async function exportPerson({ acme }: Tenant, phone: string) {
  const gql = await signInAsOwner(testServer(), acme)
  const { exportReport } = await gql<{ exportReport: Row }>(EXPORT, { input: { type: 'person', phoneNumber: phone } })
  expect(exportReport).toMatchObject({ type: 'person', format: 'json', filter: { phoneNumber: phone } })
  const report = await waitFor('the report', async () => {
    const response = await gql<{ report: Row }>('query ($id: ID!) { report(id: $id) { status error rowsProcessed downloadUrl } }', { id: exportReport.id })
    return !['queued', 'running'].includes(response.report.status) && response.report
  })
  expect(report).toMatchObject({ status: 'done', error: null })
  const text = (await download(report.downloadUrl)).bytes.toString()
  const file = JSON.parse(text) as Record<string, Row[]>
  expect(Object.values(file).reduce((sum, rows) => sum + rows.length, 0)).toBe(report.rowsProcessed)
  return { text, file }
}

/** Waits for three simulated calls and their webhooks, and for an export that searches every table that may contain a number. */
test('the file has all data about a number, in any table, spelling and with IDs above 2,147,483,647, and no data of others', async () => {
  const [phone, national, other] = ['+14155510029', '(415) 551-0029', '+14155520029']
  const LONG_ID = 3_000_000_000
  for (const table of ['carrier_events', 'lead_decisions', 'webhook_attempts']) await pool.query(`select setval('${table}_id_seq', ${LONG_ID})`)
  const hook = await startReceiver((response) => response.end('thank you'))
  const [mine, theirs] = [await createTenant(testServer()), await createTenant(testServer())]
  await mine.key.put('/webhooks', { url: hook.url })
  const placed = await Promise.all([
    mine.place(phone, { metadata: { crm: 'Mary' }, variables: { dog: 'Rex' } }),
    mine.place(other, { metadata: { emergency: national, secret: 'of another person' } }),
    theirs.place(phone, { metadata: { crm: 'of another tenant' } }),
  ])
  const [call, stranger] = await Promise.all(placed.map(({ body }) => waitForFinishedCall(body.id)))
  await waitFor('the webhooks', () => hook.received.length >= 2)
  const { lead, leadImport, mine: text, theirs: theirText, stranger: strangersLead, campaignId } = await scatterNumber(mine.acme.id, { phone, national, other })
  await scatterNumber(theirs.acme.id, { phone, national, other })
  await anyWorkspace.leadImport.create({
    data: {
      workspaceId: mine.acme.id,
      campaignId,
      source: 'json',
      status: 'completed',
      content: JSON.stringify([
        { phone: other, friend: phone },
        { phone, age: 40 },
      ]),
    },
  })
  await mine.key.post('/agents', { name: 'Bob', system_prompt: `Never say ${phone} to ${other}` })
  await pool.query('update carrier_events set processed_at = now() where workspace_id = $1', [mine.acme.id])
  const { text: whole, file } = await exportPerson(mine, phone)

  expect(file.calls).toMatchObject([
    {
      id: call!.id,
      to_number: phone,
      metadata: { crm: 'Mary' },
      variables: { dog: 'Rex' },
      summary: call!.detail!.summary,
      cost: expect.stringMatching(/^\d+\.\d+$/),
      cost_lines: call!.detail!.costLines,
      recording_url: expect.stringContaining(`/calls/${call!.id}/recording`),
    },
  ])
  expect(file.calls![0]!.transcript.map((line: Row) => line.text)).toEqual((call!.detail!.transcript as Row[]).map((line) => line.text))
  expect(file.messages).toMatchObject([{ id: text.id, to_number: phone, body: `Dear Mary, ${phone}` }])
  expect(file.leads!.map(({ phone_number, name, deleted_at }) => [phone_number, name, deleted_at !== null])).toEqual([
    [phone, 'Mary', false],
    [phone, null, true],
  ])
  expect(file.lead_decisions).toMatchObject([{ lead_id: lead, decision: 'wait', reason: 'in_line' }])
  const decided = file.lead_decisions![0]!.id
  expect(decided).toBeGreaterThan(LONG_ID)
  const DECISIONS = 'query ($lead: ID!, $after: String) { leadDecisions(leadId: $lead, after: $after) { nodes { id } pageInfo { endCursor } } }'
  const page = { nodes: [{ id: String(decided) }], pageInfo: { endCursor: String(decided) } }
  expect(await mine.key.gql(DECISIONS, { lead, after: null })).toEqual({ leadDecisions: page })
  expect(await mine.key.gql(DECISIONS, { lead, after: String(decided + 1) })).toEqual({ leadDecisions: page })
  expect(new Set(file.leads_before_imports!.map(({ lead_id }) => lead_id))).toEqual(new Set([lead, strangersLead]))
  expect(file.consents).toMatchObject([{ phone_number: phone, basis: 'express', text: `Call Mary at ${national}`, source: 'Form', revoked_at: null }])
  expect(file.do_not_call).toMatchObject([{ phone_number: phone, reason: `Mary (${national}) asked` }])
  expect(file.imports!.map(({ rows }) => rows)).toEqual([
    [{ row: 0, values: { name: 'Mary', phone: national } }],
    [{ row: 0, values: { phone } }],
    [
      { row: 0, mentions: [{ field: 'friend', written: phone }] },
      { row: 1, values: { phone, age: 40 } },
    ],
  ])
  const delivered = file.webhook_deliveries!
  expect(delivered.map(({ event_type, event_id }) => `${event_type} ${event_id}`).sort()).toEqual(
    [`call.completed ${call!.id}`, `sms.received ${text.id}`, `sms.received ${text.id}`].sort(),
  )
  expect(delivered.find(({ event_type }) => event_type === 'call.completed')).toMatchObject({ body: { data: { metadata: { crm: 'Mary' } } } })
  expect(file.provider_events!.length).toBeGreaterThan(0)
  expect(file.carrier_events).toMatchObject([{ message_id: text.id, event: { from: phone, body: 'Hi' } }])
  expect(file.carrier_events![0]!.id).toBeGreaterThan(LONG_ID)

  const places = file.mentions!.map(({ where, id, mentions }) => [
    where,
    id ?? null,
    (mentions as Row[]).map(({ field, written }) => `${field}: ${written}`).join(', '),
  ])
  expect(places).toEqual(
    expect.arrayContaining([
      ['call_details', stranger!.id, `metadata.emergency: ${national}`],
      ['messages', theirText.id, `body: ${national}`],
      ['leads', strangersLead, `data.second_phone: ${national}, data.digits: ${phone.slice(1)}`],
      ['lead_imports', leadImport.id, `errors[0].phone_number: ${phone}`],
      ['campaign_events', expect.anything(), `data.phoneNumber: ${phone}`],
      ['webhook_deliveries', expect.anything(), `body.data.body: +1 ${national}`],
      ['webhook_attempts', expect.anything(), `response: ${phone}`],
      ['alerts', expect.anything(), `data.peer: ${phone}`],
      ['reports', expect.anything(), `error: ${national}, filter.to: ${phone}`],
      ['consents', expect.anything(), `evidence: ${phone}`],
      ['dnc_entries', expect.anything(), `reason: ${phone}`],
      ['idempotency_keys', null, expect.stringContaining(phone)],
      ['campaign_proposals', expect.anything(), `: ${phone}`],
    ]),
  )
  expect(file.audit_entries!.find(({ resource }) => resource === 'agent')).toMatchObject({ mentions: [{ field: 'after.system_prompt', written: phone }] })

  // The text around the number in rows of others is not included, in any spelling of the number.
  expect(whole).not.toMatch(/another (person|tenant)/)
  expect(whole).not.toContain(other.slice(1))
  for (const words of ['Your sister', 'Lives with', 'Recommended by', 'Never say']) expect(whole).not.toContain(words)
})

test('without data about a number every list is present and empty', async () => {
  const { file } = await exportPerson(await createTenant(testServer()), '+14155530029')
  const { mentions, audit_entries, ...lists } = file
  expect(Object.keys(lists)).toEqual(expect.arrayContaining(['calls', 'messages', 'leads', 'do_not_call', 'imports', 'webhook_deliveries']))
  for (const rows of Object.values(lists)) expect(rows).toEqual([])
  // Only the request for this export is stored.
  expect(mentions!.every(({ where }) => where === 'reports')).toBe(true)
  expect(audit_entries!.every(({ resource }) => resource === 'report')).toBe(true)
})

test('only signed-in owners and admins can request it, for a number that is not of the workspace, as JSON', async () => {
  const mine = await createTenant(testServer())
  const gql = await signInAsOwner(testServer(), mine.acme)
  const refused = (input: object) => expect(gql(EXPORT, { input: { type: 'person', phoneNumber: '+14155540029', ...input } })).rejects
  await refused({ phoneNumber: null }).toThrow('phone_number: the person export requires a phone number')
  await refused({ phoneNumber: 'Mary' }).toThrow('Invalid phone number')
  await refused({ type: 'calls' }).toThrow('phone_number: the calls export does not support this filter')
  await refused({ format: 'csv' }).toThrow('format: the person export is available only as json')
  await refused({ from: '2026-01-01' }).toThrow('from: the person export always covers all data')
  await refused({ phoneNumber: (await mine.key.get('/phone-numbers')).body.items[0].phone_number }).toThrow('belongs to your workspace')
  const { status, body } = await mine.key.post('/reports', { type: 'person', phone_number: '+14155540029' })
  expect([status, body]).toEqual([403, { detail: 'Missing scope: privacy:write' }])
  const { exportReport } = await gql<{ exportReport: Row }>(EXPORT, { input: { type: 'person', phoneNumber: '+14155540029' } })
  expect((await mine.key.get(`/reports/${exportReport.id}`)).status).toBe(403)
  expect((await mine.key.get('/reports')).body.items).toEqual([])
  expect((await waitForReport(mine.key, (await mine.key.post('/reports', { type: 'ledger' })).body.id)).status).toBe('done')
})
