import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { startWorker } from '../../../src/jobs/worker.ts'
import * as leadImportRuns from '../../../src/services/leads/imports/leadImportRuns.ts'
import type { Client } from '../../kit/clients/client.ts'
import { createSocketClient } from '../../kit/clients/graphqlSocket.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'

// No jobs run automatically: the tests run them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
let stranger: Client
const sockets: { close(): unknown }[] = []
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  stranger = await (await testServer().workspace()).key()
})
afterAll(async () => {
  for (const socket of sockets) await socket.close()
})

const createCampaign = async () => (await key.post('/campaigns', { name: 'Autumn' })).body.id as number
const addLeads = (id: number, ...leads: unknown[]) => key.post(`/campaigns/${id}/leads`, { leads })
const leadsOf = async (id: number) => (await key.get(`/campaigns/${id}/leads?limit=500`)).body.items.toReversed()

const COUNTS = 'id status isDryRun total processed created updated failed error errors { nodes { index phoneNumber error } hasMore }'
const PREVIEW = `import { ${COUNTS} } columns delimiter mapping rows { index phoneNumber name externalId data action error }`
const UPLOAD = `mutation ($id: ID!, $input: LeadFile!) { answer: uploadLeads(campaignId: $id, input: $input) { ${PREVIEW} } }`
const LOOK = `mutation ($id: ID!, $input: LeadParseOptions!) { answer: previewLeadImport(id: $id, input: $input) { ${PREVIEW} } }`
const RUN = `mutation ($id: ID!, $input: LeadImportInput!) { answer: runLeadImport(id: $id, input: $input) { ${COUNTS} } }`
const UNDO = 'mutation ($id: ID!) { answer: revertLeadImport(id: $id) { deleted restored kept import { status revertedAt } } }'
const GET = `query ($id: ID!) { answer: leadImport(id: $id) { ${COUNTS} } }`

const ask = async (query: string, variables: object, client = key) => (await client.gql<{ answer: any }>(query, variables)).answer
const uploadFile = (id: number, content: string, format = 'csv', client = key) =>
  ask(UPLOAD, { id, input: { fileName: `leads.${format}`, format, content } }, client)
const startImport = (id: string, mapping: object, options: object = {}) => ask(RUN, { id, input: { mapping, ...options } })
/** Uploads a file, starts its import, runs the job, and returns the finished import. */
async function importFile(campaignId: number, content: string, options: object = {}) {
  const { import: leadImport, mapping } = await uploadFile(campaignId, content)
  await startImport(leadImport.id, mapping, options)
  await leadImportRuns.run(Number(leadImport.id))
  return ask(GET, { id: leadImport.id })
}

describe('an uploaded file', () => {
  /** The first case waits for the thread that reads files to start. */
  test.each([
    ['English', 'Phone Number,Full Name,CRM ID,Time zone', { phone_number: 'Phone Number', name: 'Full Name', external_id: 'CRM ID', timezone: 'Time zone' }],
    ['Italian', 'Nome;Cellulare;Codice cliente', { phone_number: 'Cellulare', name: 'Nome', external_id: 'Codice cliente' }],
    ['German', 'Kundennummer;Ansprechpartner;Telefon', { phone_number: 'Telefon', name: 'Ansprechpartner', external_id: 'Kundennummer' }],
    ['Spanish', 'nombre|teléfono|zona horaria', { phone_number: 'teléfono', name: 'nombre', timezone: 'zona horaria' }],
    ['French', 'Nom\tTéléphone\tIdentifiant', { phone_number: 'Téléphone', name: 'Nom', external_id: 'Identifiant' }],
    ['camel case', 'externalId,phoneNumber,name', { phone_number: 'phoneNumber', name: 'name', external_id: 'externalId' }],
  ])('is mapped by its header: %s', async (_name, header, mapping) => {
    const delimiter = /[,;|\t]/.exec(header)![0]
    const answer = await uploadFile(await createCampaign(), `\ufeff${header}\r\n${header.replaceAll(/[^,;|\t]+/g, 'x')}\r\n`)
    expect([answer.mapping, answer.delimiter, answer.columns]).toEqual([mapping, delimiter, header.split(delimiter)])
    expect(answer.import).toMatchObject({ status: 'uploaded', total: 1, processed: 0 })
  })

  test('previews its first 20 rows with the given options, and imports nothing', async () => {
    const id = await createCampaign()
    await addLeads(id, { phone_number: '+390212345678' })
    const content = 'telefono;nome;note\n02 1234567;Rosa;"a; ""b""\nc"\n02 12345678;Jonas;\n+14155550100;Ada;x\n02 1234567;Again;\n;Nobody;\n'
    const first = await uploadFile(id, content)
    expect(first.rows.map(({ action, error }: any) => [action, error])).toEqual([
      ['error', 'Invalid phone number'],
      ['error', 'Invalid phone number'],
      ['create', null],
      ['error', 'Invalid phone number'],
      ['error', 'phone_number: field required'],
    ])
    const italian = await ask(LOOK, { id: first.import.id, input: { mapping: first.mapping, defaultCountry: 'IT' } })
    expect(italian.rows[0]).toEqual({
      index: 0,
      phoneNumber: '+39021234567',
      name: 'Rosa',
      externalId: null,
      data: { note: 'a; "b"\nc' },
      action: 'create',
      error: null,
    })
    expect(await ask(LOOK, { id: first.import.id, input: { defaultCountry: 'IT' } })).toEqual(italian)
    expect(italian.rows.map(({ error }: any) => error)).toEqual([null, 'duplicate', null, 'duplicate', 'phone_number: field required'])
    const changing = await ask(LOOK, { id: first.import.id, input: { mapping: first.mapping, defaultCountry: 'IT', onExisting: 'update' } })
    expect(changing.rows.map(({ action }: any) => action)).toEqual(['create', 'update', 'create', 'error', 'error'])
    expect(await leadsOf(id)).toHaveLength(1)
    const long = await uploadFile(id, `phone\n${Array.from({ length: 300 }, (_, at) => `+1415555${1000 + at}`).join('\n')}`)
    expect([long.rows.length, long.import.total]).toEqual([20, 300])
  })

  test('becomes leads: mapped columns are fields, the time zone and all others are data, empty cells are left out', async () => {
    const id = await createCampaign()
    const done = await importFile(id, 'id,phone,name,tz,City,Seats\ncrm-1,+14155550100,Rosa,Europe/Rome,Turin,12\n,+14155550101,,,,\n')
    expect(done).toMatchObject({ status: 'completed', total: 2, processed: 2, created: 2, updated: 0, failed: 0, errors: { nodes: [], hasMore: false } })
    expect(await leadsOf(id)).toMatchObject([
      { external_id: 'crm-1', phone: '+14155550100', name: 'Rosa', data: { timezone: 'Europe/Rome', City: 'Turin', Seats: '12' } },
      { external_id: null, phone: '+14155550101', name: null, data: {} },
    ])
    const log = await anyWorkspace.campaignEvent.findMany({ where: { campaignId: id, type: 'leads_imported' } })
    expect(log).toMatchObject([{ data: { created: 2, updated: 0, failed: 0 } }])
  })

  test('can be JSON: a list of objects, or an object that contains one; values of data keep their types', async () => {
    const id = await createCampaign()
    const rows = [{ phone: 14155550100, name: 'Rosa', seats: 12, tags: ['a'], data: { vip: true } }, { phone: '+14155550101' }, 7]
    for (const content of [JSON.stringify(rows), JSON.stringify({ leads: rows })]) {
      const { import: leadImport, mapping, rows: previewRows } = await uploadFile(id, content, 'json')
      expect(previewRows[0]).toMatchObject({ data: { seats: 12, tags: ['a'], vip: true } })
      expect(previewRows.map(({ action }: any) => action)).toEqual(['error', 'create', 'error'])
      expect((await ask(LOOK, { id: leadImport.id, input: { mapping, defaultCountry: 'US' } })).rows[0]).toMatchObject({ phoneNumber: '+14155550100' })
    }
  })

  test('rejects or updates existing leads, by external ID if the file has one, else by number', async () => {
    const id = await createCampaign()
    await addLeads(id, { phone_number: '+14155550100', external_id: 'a', name: 'Old' }, { phone_number: '+14155550101', name: 'Old' })
    expect(await importFile(id, 'phone,name\n+14155550101,New\n+14155550102,New\n')).toMatchObject({
      created: 1,
      updated: 0,
      failed: 1,
      errors: { nodes: [{ index: 0, phoneNumber: '+14155550101', error: 'duplicate' }] },
    })
    expect(await importFile(id, 'phone,name\n+14155550101,New\n', { onExisting: 'update' })).toMatchObject({ created: 0, updated: 1, failed: 0 })
    expect(await importFile(id, 'external id,phone,name\na,+14155550109,New\nb,+14155550101,New\n', { onExisting: 'update' })).toMatchObject({
      created: 0,
      updated: 1,
      errors: { nodes: [{ index: 1, error: 'duplicate' }] },
    })
    expect((await leadsOf(id)).map(({ phone, name }: any) => [phone, name])).toEqual([
      ['+14155550109', 'New'],
      ['+14155550101', 'New'],
      ['+14155550102', 'New'],
    ])
  })

  test.each([
    ['nothing but a header', 'csv', 'phone,name\n', 'The file has no rows.'],
    ['an open quote', 'csv', 'phone\n"+1415', 'The file is not valid CSV: '],
    ['invalid JSON', 'json', '[', 'The file is not valid JSON: '],
    ['JSON without a list', 'json', '{"a":1}', 'The file does not contain a list of objects.'],
    ['too many rows', 'csv', `phone\n${'1\n'.repeat(100_001)}`, 'A file can have at most 100000 rows. Split the file.'],
  ])('with %s is rejected, and nothing is stored', async (_name, format, content, message) => {
    const id = await createCampaign()
    await expect(uploadFile(id, content, format)).rejects.toThrow(message)
    expect(await anyWorkspace.leadImport.count({ where: { campaignId: id } })).toBe(0)
  })

  test('cannot be run with an unknown column, an unknown country, or twice', async () => {
    const id = await createCampaign()
    const { import: leadImport, mapping } = await uploadFile(id, 'phone\n+14155550100\n')
    await expect(startImport(leadImport.id, { phone_number: 'Telefon' })).rejects.toThrow('The file has no column "Telefon".')
    await expect(startImport(leadImport.id, mapping, { defaultCountry: 'XX' })).rejects.toMatchObject({ extensions: { code: 'UNPROCESSABLE_ENTITY' } })
    await startImport(leadImport.id, mapping)
    await expect(startImport(leadImport.id, mapping)).rejects.toThrow('The import is already running.')
    await leadImportRuns.run(Number(leadImport.id))
    await expect(startImport(leadImport.id, mapping)).rejects.toThrow('This file was already imported. Upload it again.')
  })
})

describe('the job', () => {
  const file = (rows: number) =>
    `phone,name\n${Array.from({ length: rows }, (_, at) => (at % 10 === 3 ? 'wrong,x' : `+1415${2_000_000 + (at % 10 === 4 ? at - 4 : at)},n${at}`)).join('\n')}\n`

  test('imports each row once, even if it runs twice, concurrently, or resumes in the middle', async () => {
    const id = await createCampaign()
    const { import: leadImport, mapping } = await uploadFile(id, file(1_300))
    await startImport(leadImport.id, mapping)
    // Simulates a process that dies after the first slice: only the committed rows are imported.
    await anyWorkspace.$executeRaw`update lead_imports set total = 500 where id = ${Number(leadImport.id)}`
    await leadImportRuns.run(Number(leadImport.id))
    await anyWorkspace.$executeRaw`update lead_imports set total = 1300, status = 'running' where id = ${Number(leadImport.id)}`
    expect(await ask(GET, { id: leadImport.id })).toMatchObject({ status: 'running', processed: 500, created: 400, failed: 100 })
    await Promise.all([leadImportRuns.run(Number(leadImport.id)), leadImportRuns.run(Number(leadImport.id))])
    await leadImportRuns.run(Number(leadImport.id))
    const done = await ask(GET, { id: leadImport.id })
    expect(done).toMatchObject({ status: 'completed', processed: 1_300, created: 1_040, updated: 0, failed: 260 })
    expect(await anyWorkspace.lead.count({ where: { campaignId: id } })).toBe(1_040)
    expect(done.errors.nodes.slice(0, 4)).toEqual([
      { index: 3, phoneNumber: 'wrong', error: 'Invalid phone number' },
      { index: 4, phoneNumber: '+14152000000', error: 'duplicate' },
      { index: 13, phoneNumber: 'wrong', error: 'Invalid phone number' },
      { index: 14, phoneNumber: '+14152000010', error: 'duplicate' },
    ])
  })

  test('as a dry run returns the same results without writing leads; the file can be imported afterwards', async () => {
    const id = await createCampaign()
    await addLeads(id, { phone_number: '+14152000001' })
    const { import: leadImport, mapping } = await uploadFile(id, file(700))
    await startImport(leadImport.id, mapping, { dryRun: true })
    await leadImportRuns.run(Number(leadImport.id))
    const dryRun = await ask(GET, { id: leadImport.id })
    expect([dryRun.status, dryRun.isDryRun, (await leadsOf(id)).length]).toEqual(['completed', true, 1])
    await startImport(leadImport.id, mapping)
    await leadImportRuns.run(Number(leadImport.id))
    expect(await ask(GET, { id: leadImport.id })).toEqual({ ...dryRun, isDryRun: false })
    expect(await anyWorkspace.lead.count({ where: { campaignId: id } })).toBe(1 + dryRun.created)
  })

  test('fails with the reason if the campaign was deleted', async () => {
    const id = await createCampaign()
    const { import: leadImport, mapping } = await uploadFile(id, file(10))
    await startImport(leadImport.id, mapping)
    await key.delete(`/campaigns/${id}`)
    await leadImportRuns.run(Number(leadImport.id))
    expect(await ask(GET, { id: leadImport.id })).toMatchObject({ status: 'failed', error: 'Campaign not found', created: 0 })
  })

  test('publishes its progress to subscribers, beginning with the current state', async () => {
    const id = await createCampaign()
    const { import: leadImport, mapping } = await uploadFile(id, file(1_100))
    const wire = createSocketClient(testServer().url, { apiKey: key.apiKey })
    sockets.push(wire)
    const subscription = wire.watch<any>('subscription ($id: ID!) { leadImportUpdated(id: $id) { status processed } }', { id: leadImport.id })
    await waitFor('the initial state', () => subscription.events.length > 0)
    await startImport(leadImport.id, mapping)
    await leadImportRuns.run(Number(leadImport.id))
    await waitFor('the end', () => subscription.events.at(-1).leadImportUpdated.status === 'completed')
    expect(subscription.events[0].leadImportUpdated).toEqual({ status: 'uploaded', processed: 0 })
    expect(subscription.events.at(-1).leadImportUpdated.processed).toBe(1_100)
  })
})

describe('reverting', () => {
  test('deletes new leads that were never called and restores changed ones, once', async () => {
    const id = await createCampaign()
    await addLeads(
      id,
      { phone_number: '+14155550100', external_id: 'a', name: 'Rosa', data: { seats: 1 } },
      { phone_number: '+14155550101', external_id: 'b', name: 'Jonas' },
    )
    const before = await leadsOf(id)
    const items = [
      { external_id: 'a', phone: '+14155550105', name: 'Other', data: {} },
      { external_id: 'b', name: 'Called meanwhile' },
      { external_id: 'c', phone: '+14155550102' },
      { external_id: 'd', phone: '+14155550103' },
      { external_id: 'e', phone: '+14155550104' },
    ]
    const { import_id } = (await key.post('/leads:upsert', { campaign_id: id, items })).body
    await anyWorkspace.lead.updateMany({ where: { campaignId: id, externalId: { in: ['b', 'd'] } }, data: { attempts: 1 } })
    await anyWorkspace.lead.updateMany({ where: { campaignId: id, externalId: 'e' }, data: { status: 'calling' } })
    const reverted = await ask(UNDO, { id: import_id })
    expect(reverted).toEqual({ deleted: 1, restored: 1, kept: 3, import: { status: 'undone', revertedAt: expect.any(String) } })
    const after = await leadsOf(id)
    expect(after.map(({ external_id }: any) => external_id)).toEqual(['a', 'b', 'd', 'e'])
    expect(after[0]).toEqual({ ...before[0], updated_at: expect.any(String) })
    expect(after[1].name).toBe('Called meanwhile')
    expect(await ask(UNDO, { id: import_id })).toEqual(reverted)
    expect(await leadsOf(id)).toEqual(after)
  })

  test('keeps leads that a later import changed, and numbers that another lead has by now', async () => {
    const id = await createCampaign()
    await addLeads(id, { phone_number: '+14155550100', external_id: 'a', name: '1' }, { phone_number: '+14155550101', external_id: 'b' })
    const upsert = async (...items: object[]) => (await key.post('/leads:upsert', { campaign_id: id, items })).body.import_id
    const second = await upsert({ external_id: 'a', name: '2' }, { external_id: 'b', phone: '+14155550109' })
    const third = await upsert({ external_id: 'a', name: '3' })
    await addLeads(id, { phone_number: '+14155550101' })
    expect(await ask(UNDO, { id: second })).toMatchObject({ restored: 0, kept: 2 })
    expect(await ask(UNDO, { id: third })).toMatchObject({ restored: 1, kept: 0 })
    expect((await leadsOf(id))[0]).toMatchObject({ name: '2' })
  })

  test('works for files, and is rejected before and during the import', async () => {
    const id = await createCampaign()
    const { import: leadImport, mapping } = await uploadFile(id, 'phone\n+14155550100\n')
    await expect(ask(UNDO, { id: leadImport.id })).rejects.toThrow('Nothing was imported.')
    await startImport(leadImport.id, mapping)
    await expect(ask(UNDO, { id: leadImport.id })).rejects.toThrow('The import is still running. Wait until it has finished.')
    await leadImportRuns.run(Number(leadImport.id))
    expect(await ask(UNDO, { id: leadImport.id })).toMatchObject({ deleted: 1, kept: 0 })
    expect(await leadsOf(id)).toEqual([])
  })
})

describe('the error file', () => {
  test('has the original rows with their errors, and can be uploaded again', async () => {
    const id = await createCampaign()
    const content = 'City,phone,name\n=1+1,wrong,"Rosa ""R"""\nTurin,+14155550100,Jonas\nRome,+14155550100,Ada\n'
    const { id: importId } = await importFile(id, content)
    const answer = await key.get(`/lead-imports/${importId}/errors.csv`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect(answer.body).toBe('City,phone,name,error\r\n\'=1+1,wrong,"Rosa ""R""",Invalid phone number\r\nRome,+14155550100,Ada,duplicate\r\n')
    expect(await ask('query ($id: ID!) { answer: leadImport(id: $id) { errorFile } }', { id: importId })).toEqual({ errorFile: answer.body })
    const again = await uploadFile(await createCampaign(), answer.body)
    expect(again.rows.map(({ phoneNumber, action }: any) => [phoneNumber, action])).toEqual([
      ['wrong', 'error'],
      ['+14155550100', 'create'],
    ])
  })

  test("of a request identifies rows by index, over many pages; another workspace's returns 404", async () => {
    const id = await createCampaign()
    const { import_id } = (await addLeads(id, ...Array.from({ length: 1_200 }, (_, at) => ({ phone_number: `x${at}` })))).body
    const { body } = await key.get(`/lead-imports/${import_id}/errors.csv`)
    const lines = (body as string).trim().split('\r\n')
    expect([lines[0], lines[1], lines.at(-1), lines.length]).toEqual([
      'index,phone_number,error',
      '0,x0,Invalid phone number',
      '1199,x1199,Invalid phone number',
      1_201,
    ])
    expect((await stranger.get(`/lead-imports/${import_id}/errors.csv`)).status).toBe(404)
    expect((await key.get('/lead-imports/2000000000/errors.csv')).status).toBe(404)
    const reader = await acme.key('leads:write')
    expect((await reader.get(`/lead-imports/${import_id}/errors.csv`)).status).toBe(403)
  })
})

test('an import is inaccessible from other workspaces', async () => {
  const id = await createCampaign()
  const { import: leadImport, mapping } = await uploadFile(id, 'phone\n+14155550100\n')
  const input = { mapping }
  for (const [query, variables] of [
    [GET, { id: leadImport.id }],
    [LOOK, { id: leadImport.id, input }],
    [RUN, { id: leadImport.id, input }],
    [UNDO, { id: leadImport.id }],
    [UPLOAD, { id, input: { fileName: 'x', format: 'csv', content: 'phone\n1' } }],
    ['query ($id: ID!) { leadImports(campaignId: $id) { nodes { id } } }', { id }],
  ] as const)
    await expect(ask(query, variables, stranger)).rejects.toThrow(/^(Lead import|Campaign) not found$/)
  const mine = await key.gql<any>('query ($id: ID!) { leadImports(campaignId: $id) { nodes { id status } } }', { id })
  expect(mine.leadImports.nodes).toEqual([{ id: leadImport.id, status: 'uploaded' }])
})

test('an import during which the process died at every attempt fails with a reason', async () => {
  const id = await createCampaign()
  const { import: leadImport, mapping } = await uploadFile(id, 'phone\n+14155550171\n')
  await startImport(leadImport.id, mapping)
  await anyWorkspace.$executeRawUnsafe(`update graphile_worker._private_jobs set attempts = attempts + 10 where payload->>'importId' = '${leadImport.id}'`)
  const worker = await startWorker()
  try {
    const ended = await waitFor('the end', async () => {
      const answer = await ask(GET, { id: leadImport.id })
      return answer.status === 'running' ? null : answer
    })
    expect(ended).toMatchObject({
      status: 'failed',
      created: 0,
      error: 'The server could not finish the import (the server stopped 10 times). Undo it and upload the file again.',
    })
  } finally {
    await worker.stop()
  }
  expect(await leadsOf(id)).toEqual([])
})

test('an import during which the process died continues at the next attempt', async () => {
  const id = await createCampaign()
  const { import: leadImport, mapping } = await uploadFile(id, 'phone\n+14155550172\n')
  await startImport(leadImport.id, mapping)
  await leadImportRuns.run(Number(leadImport.id), 10)
  expect(await ask(GET, { id: leadImport.id })).toMatchObject({ status: 'completed', created: 1 })
})
