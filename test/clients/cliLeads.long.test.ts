import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { type Cli, useCli } from '../kit/clients/cli.ts'
import type { Client } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
const { withToken: as, start } = useCli()
const folder = mkdtempSync(join(tmpdir(), 'callwright-leads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let key: Client
let cli: Cli
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
  cli = as(testServer().url, key.apiKey)
})

const campaign = async () => String((await key.post('/campaigns', { name: 'Invitations' })).body.id)
const storedLeads = async (id: string) =>
  (await anyWorkspace.lead.findMany({ where: { campaignId: Number(id) }, orderBy: { id: 'asc' } })).map(({ phoneNumber, name, externalId, data }) => ({
    phoneNumber,
    name,
    externalId,
    data,
  }))
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const phone = (at: number) => `+1415${String(2_000_000 + at)}`

const MIXED =
  'Phone;First name;Kundennummer;Company;Zeitzone\n+14155550131;Ada;crm-1;"Ini;tech";Europe/Berlin\n\n4155550132;"B\nob";crm-2;Acme;\n+14155550131;Cy;crm-3;;\n'

describe('a lead file', () => {
  test('is read like an upload in the dashboard, with any column names and separators', async () => {
    const [firstCampaign, secondCampaign] = [await campaign(), await campaign()]
    const result = await cli(['leads', 'add', firstCampaign, '--file', file('mixed.csv', MIXED)])
    const { uploadLeads } = await key.gql<any>(
      'mutation ($id: ID!, $content: String!) { uploadLeads(campaignId: $id, input: { fileName: "x", format: csv, content: $content }) { rows { index error phoneNumber name externalId data } } }',
      { id: secondCampaign, content: MIXED },
    )
    const { index: _, error: __, ...first } = uploadLeads.rows[0]
    expect(await storedLeads(firstCampaign)).toEqual([first])
    expect(result).toMatchObject({ code: 0, stderr: '', json: { imported: 1, failed: 2, total: 3 } })
    expect(result.json.errors).toEqual([
      { row: 2, line: 4, phone_number: '4155550132', error: 'Invalid phone number' },
      { row: 3, line: 6, phone_number: '+14155550131', error: 'duplicate' },
    ])
  })

  const LEADS = [
    { phone: '+14155550141', name: 'Ada', data: { seats: 2 }, tags: ['a'] },
    { phone_number: '+14155550142', crm: { id: 7 } },
  ]
  test.each([
    ['a list', JSON.stringify(LEADS)],
    ['a list over several lines with a byte order mark', `\ufeff${JSON.stringify(LEADS, null, 2)}\n`],
    ['objects on lines', LEADS.map((lead) => `${JSON.stringify(lead)}\n`).join('')],
    ['an object that has a list', JSON.stringify({ leads: LEADS })],
  ])('can be JSON: %s', async (_name, content) => {
    const id = await campaign()
    expect(await cli(['leads', 'add', id, '--file', '-'], { input: content })).toMatchObject({ code: 0, json: { imported: 2, failed: 0 } })
    expect(await storedLeads(id)).toEqual([
      { phoneNumber: '+14155550141', name: 'Ada', externalId: null, data: { seats: 2, tags: ['a'] } },
      { phoneNumber: '+14155550142', name: null, externalId: null, data: { crm: { id: 7 } } },
    ])
  })

  test('can have its columns mapped by options', async () => {
    const id = await campaign()
    const path = file('odd.tsv', 'who\twhere\nAda\t+14155550151\n')
    expect(await cli(['leads', 'add', id, '--file', path])).toMatchObject({ code: 2, json: { detail: expect.stringContaining('--column phone_number=') } })
    expect(await cli(['leads', 'add', id, '--file', path, '--column', 'phone_number=where', '--column', 'name=who'])).toMatchObject({ code: 0 })
    expect(await storedLeads(id)).toEqual([{ phoneNumber: '+14155550151', name: 'Ada', externalId: null, data: {} }])
    expect(await cli(['leads', 'add', id, '--file', path, '--column', 'phone_number=when'])).toMatchObject({
      code: 2,
      json: { detail: expect.stringContaining('no column when') },
    })
    expect(await cli(['leads', 'add', id, '--file', path, '--column', 'colour=who'])).toMatchObject({ code: 2 })
  })

  test('also changes known leads', async () => {
    const id = await campaign()
    await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: '+14155550161', external_id: 'crm-1', name: 'Ada' }] })
    const path = file('upsert.csv', 'external_id,name,phone\ncrm-1,Grace,\ncrm-2,Bob,+14155550162\n')
    expect(await cli(['leads', 'upsert', '--campaign-id', id, '--file', path])).toMatchObject({
      code: 0,
      json: { created: 1, updated: 1, failed: 0, total: 2 },
    })
    expect(new Set((await storedLeads(id)).map(({ name }) => name))).toEqual(new Set(['Bob', 'Grace']))
  })
})

describe('rejected rows', () => {
  test('are saved in a file that can be fixed and sent again', async () => {
    const id = await campaign()
    const rejected = join(folder, 'rejected.csv')
    expect(await cli(['leads', 'add', id, '--file', file('mixed.csv', MIXED), '--errors-to', rejected])).toMatchObject({
      code: 0,
      json: { imported: 1, failed: 2 },
    })
    const text = readFileSync(rejected, 'utf8')
    expect(text).toBe(
      'Phone;First name;Kundennummer;Company;Zeitzone;error\n4155550132;"B\nob";crm-2;Acme;;Invalid phone number\n+14155550131;Cy;crm-3;;;duplicate\n',
    )
    expect(await cli(['leads', 'add', id, '--file', file('mended.csv', text.replace('4155550132', '+14155550132'))])).toMatchObject({
      json: { imported: 1, failed: 1 },
    })
    expect((await storedLeads(id))[1]).toEqual({ phoneNumber: '+14155550132', name: 'B\nob', externalId: 'crm-2', data: { Company: 'Acme' } })
    const lines = join(folder, 'rejected.ndjson')
    await cli(['leads', 'add', id, '--file', '-', '--errors-to', lines], { input: '[{"phone":"0123","seats":2}]' })
    expect(JSON.parse(readFileSync(lines, 'utf8'))).toEqual({ phone: '0123', seats: 2, error: 'Invalid phone number' })
  })

  test('a file without accepted rows exits as a conflict', async () => {
    expect(await cli(['leads', 'add', await campaign(), '--file', '-'], { input: 'phone\n0123\n' })).toMatchObject({ code: 9 })
  })

  test.each([
    ['a missing file', () => join(folder, 'none.csv'), ''],
    ['a folder', () => folder, ''],
    ['one that is not UTF-8', () => file('latin.csv', Buffer.from('phone,name\n+14155550123,Andr\xe9\n', 'latin1')), 'UTF-8'],
    ['an empty file', () => file('empty.csv', ''), 'no rows'],
    ['only a header', () => file('header.csv', 'phone,name\n'), 'no rows'],
    ['CSV with an open quote', () => file('open.csv', 'phone,name\n"+14155550123,Ada\n'), 'not valid CSV'],
    ['incomplete JSON', () => file('cut.json', '[{"phone":"+14155550123"'), 'ends unexpectedly'],
    ['a list without objects', () => file('texts.json', '["+14155550123"]'), 'Line 1'],
  ])('%s is a usage error, and nothing is sent', async (_name, path, said) => {
    const id = await campaign()
    const result = await cli(['leads', 'add', id, '--file', path()])
    expect(result).toMatchObject({ code: 2, json: { error: 'usage', detail: expect.stringContaining(said) } })
    expect(await storedLeads(id)).toEqual([])
  })

  test('a row that causes a request to fail is named by its position in the file', async () => {
    const result = await cli(['leads', 'add', await campaign(), '--file', '-'], { input: 'phone,constructor\n+14155550123,\n+14155550124,x\n' })
    expect(result).toMatchObject({ code: 9, json: { detail: [{ loc: ['header', 'row 2 (line 3)', 'data', 'constructor'] }] } })
  })
})

describe('a long file', () => {
  const ROWS = 25_000
  const long = () => file('long.csv', `phone,name\n${Array.from({ length: ROWS }, (_, at) => `${phone(at)},Lead ${at}\n`).join('')}`)

  /** Imports 25,000 leads through the command line, and then runs it again with the whole file. */
  test('is sent in as many requests as needed, with constant memory, and running the command again sends nothing twice', async () => {
    const id = await campaign()
    const first = await cli(['leads', 'add', id, '--file', long()])
    expect(first).toMatchObject({ code: 0, json: { imported: ROWS, failed: 0, total: ROWS, repeated_batches: 0 } })
    expect(first.json.import_ids).toHaveLength(3)
    expect((await cli(['leads', 'add', id, '--file', long()])).json).toEqual({ ...first.json, repeated_batches: 3 })
    expect(await anyWorkspace.lead.count({ where: { campaignId: Number(id) } })).toBe(ROWS)
  })

  /** Imports 25,000 leads through the command line, which is interrupted and run again with the whole file. */
  test('with an interrupted import is resumed by the same command', async () => {
    const id = await campaign()
    const args = ['leads', 'add', id, '--file', long()]
    const env = { CALLWRIGHT_BASE_URL: testServer().url, CALLWRIGHT_TOKEN: key.apiKey }
    const running = start(args, { env })
    await waitFor('the first rows', async () => (await anyWorkspace.lead.count({ where: { campaignId: Number(id) } })) > 0)
    running.kill('SIGINT')
    const ended = await running.result
    expect([0, 130]).toContain(ended.code)
    if (ended.code === 130) expect(JSON.parse(ended.stderr).detail).toMatch(/Run the same command again\. No row is sent twice\.$/)
    expect(await cli(args)).toMatchObject({ code: 0, json: { imported: ROWS, failed: 0 } })
    expect(await anyWorkspace.lead.count({ where: { campaignId: Number(id) } })).toBe(ROWS)
  })
})
