import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as answers from '../../src/services/extraction/answers.ts'
import { textOfHtml } from '../../src/services/knowledge/htmlText.ts'
import * as leadImportRuns from '../../src/services/leads/imports/leadImportRuns.ts'
import { redactText } from '../../src/services/redaction/redaction.ts'
import { createTurns } from '../../src/kernel/threads/turns.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { cpuTimeOf } from '../kit/waiting/cpuTime.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

/** What the work gave, and the longest time that everything else waited for it, in milliseconds. */
async function measure<T>(work: () => Promise<T> | T) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const result = await work()
  delay.disable()
  return { result, worst: delay.max / 1e6 }
}
const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Longer on a slow machine. Quadratic work takes sixteen times as long for four times the size, and minutes at these sizes. */
const WAIT_MS = scaledTimeout(1_500)

describe('any HTML page is parsed in linear time', () => {
  test.each(['<p ', '<td ', '<', '<!--', '</', '<script>', '<a href="', '&amp', '<template>'])('%j', (unit) => {
    const text = (size: number) => cpuTimeOf(() => textOfHtml(repeated(unit, size)))
    text(100_000)
    const [one, four] = [text(262_144), text(1_048_576)]
    expect(four).toBeLessThan(Math.max(one * 12, 400))
  })
})

test('the text of a page is what it shows', () => {
  const html =
    '<html><HEAD><title>T</title></HEAD><body title="a>b"><script>if (a<b) x()</script><h1>Hours</h1><!-- <p> --><p>5 < 6 &amp; 7&nbsp;<b>x</b><td>y</td></p><scripted>z'
  expect(textOfHtml(html)).toBe('Hours\n5 < 6 & 7 x y\nz')
  expect(textOfHtml('before<script>never ended')).toBe('before')
  expect(textOfHtml('<header>kept</header>')).toBe('kept')
})

describe('what people say is redacted in linear time', () => {
  const kinds = ['payment_card', 'bank_account', 'national_id', 'email', 'phone', 'date_of_birth'] as const
  /** Redacts texts of three lengths, up to 80,000 characters, five times each. The shortest time counts. */
  test.each(['4111111111111111 ', '+39', '[…]', 'born 1/1/', 'a', 'a.', 'a at '])('%j', (unit) => {
    const text = (size: number) => cpuTimeOf(() => redactText(repeated(unit, size), kinds))
    text(5_000)
    const [one, four] = [text(20_000), text(80_000)]
    expect(four).toBeLessThan(Math.max(one * 12, 800))
  })
})

const UPLOAD =
  'mutation ($id: ID!, $input: LeadFile!) { answer: uploadLeads(campaignId: $id, input: $input) { import { id } columns mapping rows { data error } } }'
const RUN = 'mutation ($id: ID!, $input: LeadImportInput!) { answer: runLeadImport(id: $id, input: $input) { status } }'
const FILE = 'mutation ($id: ID!, $input: KnowledgeFileInput!) { answer: addKnowledgeFile(knowledgeBaseId: $id, input: $input) { id } }'

async function workspace() {
  const key = await (await testServer().workspace()).key()
  const campaignId = (await key.post('/campaigns', { name: 'Autumn' })).body.id as number
  const gql = async (query: string, variables: object) => (await key.gql<{ answer: any }>(query, variables)).answer
  const upload = (content: string, format = 'csv') => gql(UPLOAD, { id: campaignId, input: { fileName: `leads.${format}`, format, content } })
  return { key, campaignId, gql, upload }
}

const wide = (columns: number, rows: number) => `phone${repeated(',', columns - 1)}\n${'+14155550100\n'.repeat(rows)}`
describe('a lead file blocks no other work', () => {
  /** Sends a file of up to four million characters, which is read in a thread. */
  test.each([
    ['a header of 20,000 commas', `${repeated(',', 20_000)}\n`, 'columns'],
    ['a header of 80,000 commas', `${repeated(',', 80_000)}\n`, 'columns'],
    ['1,000 columns and 10,000 rows', wide(1_000, 10_000), 'columns'],
    ['2,000 columns and 20,000 rows', wide(2_000, 20_000), 'columns'],
    ['2,000 columns and 80,000 rows', wide(2_000, 80_000), 'columns'],
    ['one row of 4,000,000 cells', `phone\n${repeated(',', 4_000_000)}\n`, null],
    ['an endless row', `phone\n"${repeated('x', 1_000_000)}`, 'longer'],
  ])('%s', async (_name, content, message) => {
    const { upload } = await workspace()
    const { result, worst } = await measure(() =>
      upload(content).then(
        () => null,
        (error: Error) => error.message,
      ),
    )
    if (message) expect(result).toContain(message)
    expect(worst).toBeLessThan(WAIT_MS)
  })

  test.each([
    ['many empty objects', `[${repeated('{},', 10_000_000)}{}]`],
    ['lists in lists', repeated('[', 10_000_000)],
    ['objects in objects', repeated('{"a":', 5_000_000)],
    ['an object of many names', `[{${Array.from({ length: 400_000 }, (_, at) => `"k${at}":1`).join()}}]`],
  ])('of JSON: %s', async (_name, content) => {
    const { upload } = await workspace()
    const { result, worst } = await measure(() =>
      upload(content, 'json').then(
        () => null,
        (error: Error) => error.message,
      ),
    )
    expect(result).toMatch(/^(The file|A file|This file)/)
    expect(worst).toBeLessThan(WAIT_MS)
  })
})

test("a row of JSON that is nested too deeply or can't be stored is an error of that row, and the import finishes", async () => {
  const { upload, gql } = await workspace()
  const validRows = Array.from({ length: 21 }, (_, at) => `{"phone":"+1415555${1000 + at}"}`)
  const deep = `{"phone":"+14155550101","data":{"x":${'['.repeat(500)}${']'.repeat(500)}}}`
  const strange = '{"phone":"+14155550102","data":{"x":"\\u0000"}}'
  const first = await upload(`[${deep},${strange}]`, 'json')
  expect(first.rows).toEqual([
    { data: null, error: 'JSON can be nested at most 32 levels deep' },
    { data: null, error: 'text contains characters that cannot be stored' },
  ])
  const { import: made, mapping } = await upload(`[${[...validRows, deep, strange].join()}]`, 'json')
  await gql(RUN, { id: made.id, input: { mapping } })
  await leadImportRuns.run(Number(made.id))
  expect(await anyWorkspace.leadImport.findUnique({ where: { id: Number(made.id) } })).toMatchObject({ status: 'completed', created: 21, failed: 2 })
})

test('an import that fails at every try ends as failed after the last', async () => {
  const { upload, gql, campaignId } = await workspace()
  const { import: made, mapping } = await upload('phone\n+14155550100\n')
  await gql(RUN, { id: made.id, input: { mapping } })
  const id = Number(made.id)
  await anyWorkspace.$executeRawUnsafe(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await anyWorkspace.$executeRawUnsafe(
    `create trigger refuse before insert on leads for each row when (new.campaign_id = ${campaignId}) execute function refuse()`,
  )
  await expect(leadImportRuns.run(id, 4)).rejects.toBeInstanceOf(Error)
  expect(await anyWorkspace.leadImport.findUnique({ where: { id } })).toMatchObject({ status: 'running' })
  await leadImportRuns.run(id, 5)
  expect(await anyWorkspace.leadImport.findUnique({ where: { id } })).toMatchObject({ status: 'failed', error: expect.stringContaining('could not finish') })
})

test('a body of 12 MiB is read while other requests are served', async () => {
  const { key, campaignId } = await workspace()
  const note = 'x'.repeat(1_000)
  const leads = Array.from({ length: 10_000 }, (_, at) => ({ phone_number: `+1415${5_550_000 + at}`, name: 'Rosa', data: { note, at } }))
  const body = JSON.stringify({ leads })
  const { result, worst } = await measure(() =>
    key.raw(`/campaigns/${campaignId}/leads`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }),
  )
  expect(result.body).toMatchObject({ imported: 10_000, errors: [] })
  expect(worst).toBeLessThan(WAIT_MS)
  const many = await key.raw(`/campaigns/${campaignId}/leads`, {
    method: 'POST',
    body: `{"leads":[${repeated('{},', 9_000_000)}{}]}`,
    headers: { 'Content-Type': 'application/json' },
  })
  expect(many.status).toBe(422)
})

test('base64 that is mostly whitespace is decoded in linear time', async () => {
  const { key, gql } = await workspace()
  const { answer } = await key.gql<{ answer: { id: string } }>('mutation { answer: createKnowledgeBase(input: { name: "B" }) { id } }')
  const { result, worst } = await measure(() =>
    gql(FILE, { id: answer.id, input: { fileName: 'a.txt', contentBase64: `${repeated(' ', 1_300_000)}!` } }).catch((error: Error) => error.message),
  )
  expect(result).toBe('contentBase64 is not valid base64.')
  expect(worst).toBeLessThan(WAIT_MS)
})

describe('slots', () => {
  test('are shared between workspaces, and urgent work goes first', async () => {
    const turns = createTurns({ maxRunning: 1, perWorkspace: 1, maxWaiting: 50 })
    const order: string[] = []
    const work = async (workspaceId: number, kind: 'urgent' | 'ordinary', name: string) => {
      await turns.acquire({ workspaceId, class: kind })
      await Promise.resolve()
      order.push(name)
      turns.release(workspaceId)
    }
    await Promise.all([
      ...Array.from({ length: 24 }, (_, at) => work(1, 'ordinary', `a${at}`)),
      work(2, 'ordinary', 'b'),
      work(1, 'urgent', 'call'),
      work(2, 'ordinary', 'b2'),
    ])
    expect(order.slice(0, 6)).toEqual(['a0', 'call', 'a1', 'b', 'a2', 'b2'])
  })

  test('have a bounded queue for each workspace, and another workspace still gets one', async () => {
    const turns = createTurns({ maxRunning: 2, perWorkspace: 1, maxWaiting: 2 })
    await turns.acquire({ workspaceId: 1 })
    void turns.acquire({ workspaceId: 1 })
    void turns.acquire({ workspaceId: 1 })
    await expect(turns.acquire({ workspaceId: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await turns.acquire({ workspaceId: 2 })
  })
})

/** Compiles 24 schemas of sixty fields each in the threads that validate answers. */
test('while 24 slow schemas of one workspace wait, another workspace is served first, and so are the answers of calls', async () => {
  const slow = (at: number) => ({
    title: `schema ${at}`,
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`field${at}_${n}`, { type: 'object', properties: { a: { enum: ['x', n] } } }])),
  })
  const order: string[] = []
  const done = (name: string) => () => void order.push(name)
  await Promise.all([903, 904].map((workspaceId) => answers.findSchemaProblem(workspaceId, { type: 'object' })))
  await Promise.all([
    ...Array.from({ length: 24 }, (_, at) => answers.findSchemaProblem(901, slow(at)).then(done('a'))),
    answers.findSchemaProblem(902, { type: 'object' }).then(done('b')),
    answers.validate(901, { type: 'object' }, { x: 1 }).then(done('call')),
  ])
  // Without turns they would be the last two. A thread that has to start first lets some others finish before.
  expect(order.indexOf('b')).toBeLessThan(12)
  expect(order.indexOf('call')).toBeLessThan(12)
  expect(order).toHaveLength(26)
})
