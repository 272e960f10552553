import { randomUUID } from 'node:crypto'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { graphql } from '../../kit/clients/client.ts'
import { addLeads } from '../../kit/fixtures/leads.ts'
import { makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import type { TestWorkspace, TestServer } from '../../kit/server/testServer.ts'
import * as retention from '../../../src/services/privacy/retention.ts'

/** Signs in as the owner of a workspace. Returns a GraphQL client that throws the first error. */
export async function signInAsOwner(testServer: TestServer, { email, password }: TestWorkspace) {
  const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'
  const token = (await graphql(testServer.url, {}, signIn, { input: { email, password } })).data.signIn.accessToken as string
  return async <Data>(query: string, variables?: object): Promise<Data> => {
    const { data, errors } = await graphql(testServer.url, { Authorization: `Bearer ${token}` }, query, variables)
    if (errors?.[0]) throw new Error(errors[0].message)
    return data as Data
  }
}

/** Conditions that leave out the product's own documentation, which takes long to search. */
const OF_WORKSPACES: Record<string, string> = { 'public.documents': 'workspace_id is not null', 'public.document_words': 'tenant <> 0' }

/** Lists every column with text that matches the pattern, in all tables and the job queue: `table.column`, once per row. */
export async function findColumnsWith(pattern: string): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(`
    select format('%I.%I', table_schema, table_name) as table, column_name as column, data_type as type from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
      and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`)
  const places: string[] = []
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rows } = await pool.query<{ n: string }>(
      `select count(*) as n from ${table} where case when ${OF_WORKSPACES[table] ?? 'true'} then ${text} ~ $1 end`,
      [pattern],
    )
    for (let n = 0; n < Number(rows[0]!.n); n++) places.push(`${table.replace('public.', '')}.${column}`)
  }
  return places
}

/** Returns all rows of a workspace as text, by table. */
export async function dump(workspaceId: number): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id' order by 1`)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t where workspace_id = $1 order by 1`, [workspaceId])
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

/** Returns the totals that must never change: ledger, wallet, usage, campaign totals and statistics. */
export async function readTotals(workspaceId: number) {
  const { ledger_entries, wallets, usage_periods, campaign_totals, call_stats } = await dump(workspaceId)
  return { ledger_entries, wallets, usage_periods, campaign_totals, call_stats }
}

/** Also waits for the words of its transcript, which are written soon after. */
export const waitForFinishedCall = (id: number) =>
  waitFor('the call to be finished', async () => {
    const call = await anyWorkspace.call.findUniqueOrThrow({ where: { id }, include: { detail: { include: { words: { select: { callId: true } } } } } })
    const hasSpoken = Array.isArray(call.detail?.transcript) && call.detail.transcript.length > 0
    return call.finishedAt && (call.detail?.words || !hasSpoken) && call
  })

/** Waits until the erasure is done. */
export const waitForErasure = (id: string, ms?: number) =>
  waitFor(
    'the erasure to be done',
    async () => {
      const row = await anyWorkspace.erasure.findUniqueOrThrow({ where: { id: Number(id) } })
      return row.status === 'done' && row
    },
    ms,
  )

/** Writes a number to every place of a workspace where it can occur, in several notations; rows of the number `other` mention it. */
export async function scatterNumber(workspaceId: number, { phone, national, other }: { phone: string; national: string; other: string }) {
  const { id: campaignId } = await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Autumn' } })
  const [lead, deleted, stranger] = await addLeads(workspaceId, campaignId, [
    { phone_number: phone, name: 'Mary' },
    { phone_number: `${phone}9` },
    { phone_number: other },
  ])
  await anyWorkspace.lead.update({ where: { id: deleted }, data: { phoneNumber: phone, deletedAt: new Date(), status: 'cancelled' } })
  await anyWorkspace.lead.update({ where: { id: stranger }, data: { data: { second_phone: national, digits: Number(phone.slice(1)) } } })
  await anyWorkspace.leadDecision.create({ data: { workspaceId, campaignId, leadId: lead!, decision: 'wait', reason: 'in_line' } })
  const file = (status: string, content: string): Prisma.LeadImportUncheckedCreateInput => ({
    workspaceId,
    campaignId,
    source: 'csv',
    fileName: 'people.csv',
    content,
    status,
  })
  const leadImport = await anyWorkspace.leadImport.create({
    data: { ...file('completed', `name,phone\nMary,${national}\n`), errors: [{ index: 0, phone_number: phone, error: 'duplicate' }] },
  })
  await anyWorkspace.leadImport.createMany({ data: [file('uploaded', `phone\n${phone}\n`), file('completed', `phone\n${other}\n`)] })
  const before = { phoneNumber: phone, name: 'Mary', data: {}, attempts: 0 }
  await anyWorkspace.leadImportChange.createMany({
    data: [
      { workspaceId, importId: leadImport.id, leadId: lead!, before },
      { workspaceId, importId: leadImport.id, leadId: stranger!, before },
    ],
  })
  await anyWorkspace.campaignEvent.create({
    data: { workspaceId, campaignId, type: 'lead_deleted', data: { leadId: deleted!, phoneNumber: phone, externalId: null } },
  })
  await anyWorkspace.campaignProposal.create({ data: { id: randomUUID(), workspaceId, campaignId, summary: { first: phone }, expiresAt: new Date() } })
  await anyWorkspace.alert.create({ data: { workspaceId, type: 'number_unhealthy', data: { peer: phone } } })
  await anyWorkspace.report.create({
    data: { workspaceId, type: 'calls', format: 'csv', filter: { to: phone }, status: 'failed', error: `no calls to ${national}` },
  })
  await anyWorkspace.dncEntry.createMany({
    data: [
      { workspaceId, phoneNumber: phone, reason: `Mary (${national}) asked`, source: 'manual' },
      { workspaceId, phoneNumber: other, reason: `Lives with ${phone}`, source: 'manual' },
    ],
  })
  const consent = { workspaceId, basis: 'express', purpose: 'any', givenAt: new Date() }
  await anyWorkspace.consent.createMany({
    data: [
      { ...consent, phoneNumber: phone, fingerprint: '1', text: `Call Mary at ${national}`, source: 'Form' },
      { ...consent, phoneNumber: other, fingerprint: '2', evidence: `Recommended by ${phone}` },
    ],
  })
  const texter = await makeSmsNumber(workspaceId, `+1415${7_000_000 + workspaceId}`)
  const sent = { status: 'delivered', dispatch: 'placed', costMicros: 7_000n, sentAt: new Date() }
  const mine = await makeMessage(texter, { toNumber: phone, body: `Dear Mary, ${phone}`, ...sent })
  const theirs = await makeMessage(texter, { toNumber: other, body: `Your sister is at ${national}`, ...sent })
  await anyWorkspace.carrierEvent.create({
    data: {
      workspaceId,
      connectionId: texter.connection.id,
      dedupeKey: randomUUID(),
      event: { type: 'inbound', from: phone, to: '+1', body: 'Hi' },
      processedAt: new Date(),
      messageId: mine.id,
    },
  })
  const delivery = (eventType: string, eventId: string, body: object, dedupeKey: string | null) =>
    anyWorkspace.webhookDelivery.create({
      data: {
        workspaceId,
        eventType,
        eventId,
        dedupeKey,
        url: 'https://example.com/hook',
        body: JSON.stringify(body),
        status: 'delivered',
        attempts: { create: { number: 1, status: 200, response: `thanks for ${phone}` } },
      },
    })
  await delivery('sms.received', String(mine.id), { data: { from: phone } }, `sms.received:${mine.id}`)
  await delivery('sms.received', String(mine.id), { data: { from: phone } }, null)
  await delivery('sms.received', String(theirs.id), { data: { from: other, body: `+1 ${national}` } }, `sms.received:${theirs.id}`)
  await pool.query(
    `insert into idempotency_keys (workspace_id, api_key_id, key, method, path, body_hash, attempt, status, body, created_at)
     select $1::int, 0, key, 'POST', '/calls', 'x'::bytea, gen_random_uuid(), 202, $3, now() from unnest($2::text[]) as key`,
    [workspaceId, [`call ${phone}`, 'plain'], JSON.stringify({ to_number: phone })],
  )
  return { campaignId, lead: lead!, stranger: stranger!, leadImport, mine, theirs }
}

/** Runs several sweeps concurrently, as several processes would. */
export const sweep = () => Promise.all([retention.sweep(), retention.sweep(), retention.sweep()])
