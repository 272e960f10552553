import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as leadImportRuns from '../../../src/services/leads/imports/leadImportRuns.ts'
import type { Client } from '../../kit/clients/client.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createImportTenant, GET, LOOK, RUN, UNDO, UPLOAD } from './leadImportKit.ts'

// No jobs run automatically: the tests run them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createImportTenant>>
let stranger: Client
beforeAll(async () => {
  acme = await createImportTenant(testServer())
  stranger = await (await testServer().workspace()).key()
})

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
    const answer = await acme.uploadFile(await acme.createCampaign(), `\ufeff${header}\r\n${header.replaceAll(/[^,;|\t]+/g, 'x')}\r\n`)
    expect([answer.mapping, answer.delimiter, answer.columns]).toEqual([mapping, delimiter, header.split(delimiter)])
    expect(answer.import).toMatchObject({ status: 'uploaded', total: 1, processed: 0 })
  })

  test('previews its first 20 rows with the given options, and imports nothing', async () => {
    const id = await acme.createCampaign()
    await acme.addLeads(id, { phone_number: '+390212345678' })
    const content = 'telefono;nome;note\n02 1234567;Rosa;"a; ""b""\nc"\n02 12345678;Jonas;\n+14155550100;Ada;x\n02 1234567;Again;\n;Nobody;\n'
    const first = await acme.uploadFile(id, content)
    expect(first.rows.map(({ action, error }: any) => [action, error])).toEqual([
      ['error', 'Invalid phone number'],
      ['error', 'Invalid phone number'],
      ['create', null],
      ['error', 'Invalid phone number'],
      ['error', 'phone_number: field required'],
    ])
    const italian = await acme.ask(LOOK, { id: first.import.id, input: { mapping: first.mapping, defaultCountry: 'IT' } })
    expect(italian.rows[0]).toEqual({
      index: 0,
      phoneNumber: '+39021234567',
      name: 'Rosa',
      externalId: null,
      data: { note: 'a; "b"\nc' },
      action: 'create',
      error: null,
    })
    expect(await acme.ask(LOOK, { id: first.import.id, input: { defaultCountry: 'IT' } })).toEqual(italian)
    expect(italian.rows.map(({ error }: any) => error)).toEqual([null, 'duplicate', null, 'duplicate', 'phone_number: field required'])
    const changing = await acme.ask(LOOK, { id: first.import.id, input: { mapping: first.mapping, defaultCountry: 'IT', onExisting: 'update' } })
    expect(changing.rows.map(({ action }: any) => action)).toEqual(['create', 'update', 'create', 'error', 'error'])
    expect(await acme.leadsOf(id)).toHaveLength(1)
    const long = await acme.uploadFile(id, `phone\n${Array.from({ length: 300 }, (_, at) => `+1415555${1000 + at}`).join('\n')}`)
    expect([long.rows.length, long.import.total]).toEqual([20, 300])
  })

  test('becomes leads: mapped columns are fields, the time zone and all others are data, empty cells are left out', async () => {
    const id = await acme.createCampaign()
    const done = await acme.importFile(id, 'id,phone,name,tz,City,Seats\ncrm-1,+14155550100,Rosa,Europe/Rome,Turin,12\n,+14155550101,,,,\n')
    expect(done).toMatchObject({ status: 'completed', total: 2, processed: 2, created: 2, updated: 0, failed: 0, errors: { nodes: [], hasMore: false } })
    expect(await acme.leadsOf(id)).toMatchObject([
      { external_id: 'crm-1', phone: '+14155550100', name: 'Rosa', data: { timezone: 'Europe/Rome', City: 'Turin', Seats: '12' } },
      { external_id: null, phone: '+14155550101', name: null, data: {} },
    ])
    const log = await anyWorkspace.campaignEvent.findMany({ where: { campaignId: id, type: 'leads_imported' } })
    expect(log).toMatchObject([{ data: { created: 2, updated: 0, failed: 0 } }])
  })

  test('can be JSON: a list of objects, or an object that contains one; values of data keep their types', async () => {
    const id = await acme.createCampaign()
    const rows = [{ phone: 14155550100, name: 'Rosa', seats: 12, tags: ['a'], data: { vip: true } }, { phone: '+14155550101' }, 7]
    for (const content of [JSON.stringify(rows), JSON.stringify({ leads: rows })]) {
      const { import: leadImport, mapping, rows: previewRows } = await acme.uploadFile(id, content, 'json')
      expect(previewRows[0]).toMatchObject({ data: { seats: 12, tags: ['a'], vip: true } })
      expect(previewRows.map(({ action }: any) => action)).toEqual(['error', 'create', 'error'])
      expect((await acme.ask(LOOK, { id: leadImport.id, input: { mapping, defaultCountry: 'US' } })).rows[0]).toMatchObject({ phoneNumber: '+14155550100' })
    }
  })

  test('rejects or updates existing leads, by external ID if the file has one, else by number', async () => {
    const id = await acme.createCampaign()
    await acme.addLeads(id, { phone_number: '+14155550100', external_id: 'a', name: 'Old' }, { phone_number: '+14155550101', name: 'Old' })
    expect(await acme.importFile(id, 'phone,name\n+14155550101,New\n+14155550102,New\n')).toMatchObject({
      created: 1,
      updated: 0,
      failed: 1,
      errors: { nodes: [{ index: 0, phoneNumber: '+14155550101', error: 'duplicate' }] },
    })
    expect(await acme.importFile(id, 'phone,name\n+14155550101,New\n', { onExisting: 'update' })).toMatchObject({ created: 0, updated: 1, failed: 0 })
    expect(await acme.importFile(id, 'external id,phone,name\na,+14155550109,New\nb,+14155550101,New\n', { onExisting: 'update' })).toMatchObject({
      created: 0,
      updated: 1,
      errors: { nodes: [{ index: 1, error: 'duplicate' }] },
    })
    expect((await acme.leadsOf(id)).map(({ phone, name }: any) => [phone, name])).toEqual([
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
    const id = await acme.createCampaign()
    await expect(acme.uploadFile(id, content, format)).rejects.toThrow(message)
    expect(await anyWorkspace.leadImport.count({ where: { campaignId: id } })).toBe(0)
  })

  test('cannot be run with an unknown column, an unknown country, or twice', async () => {
    const id = await acme.createCampaign()
    const { import: leadImport, mapping } = await acme.uploadFile(id, 'phone\n+14155550100\n')
    await expect(acme.startImport(leadImport.id, { phone_number: 'Telefon' })).rejects.toThrow('The file has no column "Telefon".')
    await expect(acme.startImport(leadImport.id, mapping, { defaultCountry: 'XX' })).rejects.toMatchObject({ extensions: { code: 'UNPROCESSABLE_ENTITY' } })
    await acme.startImport(leadImport.id, mapping)
    await expect(acme.startImport(leadImport.id, mapping)).rejects.toThrow('The import is already running.')
    await leadImportRuns.run(Number(leadImport.id))
    await expect(acme.startImport(leadImport.id, mapping)).rejects.toThrow('This file was already imported. Upload it again.')
  })
})

describe('the error file', () => {
  test('has the original rows with their errors, and can be uploaded again', async () => {
    const id = await acme.createCampaign()
    const content = 'City,phone,name\n=1+1,wrong,"Rosa ""R"""\nTurin,+14155550100,Jonas\nRome,+14155550100,Ada\n'
    const { id: importId } = await acme.importFile(id, content)
    const answer = await acme.key.get(`/lead-imports/${importId}/errors.csv`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect(answer.body).toBe('City,phone,name,error\r\n\'=1+1,wrong,"Rosa ""R""",Invalid phone number\r\nRome,+14155550100,Ada,duplicate\r\n')
    expect(await acme.ask('query ($id: ID!) { answer: leadImport(id: $id) { errorFile } }', { id: importId })).toEqual({ errorFile: answer.body })
    const again = await acme.uploadFile(await acme.createCampaign(), answer.body)
    expect(again.rows.map(({ phoneNumber, action }: any) => [phoneNumber, action])).toEqual([
      ['wrong', 'error'],
      ['+14155550100', 'create'],
    ])
  })

  test("of a request identifies rows by index, over many pages; another workspace's returns 404", async () => {
    const id = await acme.createCampaign()
    const { import_id } = (await acme.addLeads(id, ...Array.from({ length: 1_200 }, (_, at) => ({ phone_number: `x${at}` })))).body
    const { body } = await acme.key.get(`/lead-imports/${import_id}/errors.csv`)
    const lines = (body as string).trim().split('\r\n')
    expect([lines[0], lines[1], lines.at(-1), lines.length]).toEqual([
      'index,phone_number,error',
      '0,x0,Invalid phone number',
      '1199,x1199,Invalid phone number',
      1_201,
    ])
    expect((await stranger.get(`/lead-imports/${import_id}/errors.csv`)).status).toBe(404)
    expect((await acme.key.get('/lead-imports/2000000000/errors.csv')).status).toBe(404)
    const reader = await acme.workspace.key('leads:write')
    expect((await reader.get(`/lead-imports/${import_id}/errors.csv`)).status).toBe(403)
  })
})

test('an import is inaccessible from other workspaces', async () => {
  const id = await acme.createCampaign()
  const { import: leadImport, mapping } = await acme.uploadFile(id, 'phone\n+14155550100\n')
  const input = { mapping }
  for (const [query, variables] of [
    [GET, { id: leadImport.id }],
    [LOOK, { id: leadImport.id, input }],
    [RUN, { id: leadImport.id, input }],
    [UNDO, { id: leadImport.id }],
    [UPLOAD, { id, input: { fileName: 'x', format: 'csv', content: 'phone\n1' } }],
    ['query ($id: ID!) { leadImports(campaignId: $id) { nodes { id } } }', { id }],
  ] as const)
    await expect(acme.ask(query, variables, stranger)).rejects.toThrow(/^(Lead import|Campaign) not found$/)
  const mine = await acme.key.gql<any>('query ($id: ID!) { leadImports(campaignId: $id) { nodes { id status } } }', { id })
  expect(mine.leadImports.nodes).toEqual([{ id: leadImport.id, status: 'uploaded' }])
})
