import { beforeAll, describe, expect, test } from 'vitest'
import { NOT_READ, repeated, signedAsRetell, useLoop } from './eventLoop.ts'

/** Every kind of text without a schema, at 1, 4 and 16 times its limit. `eventLoopFields.long.test.ts` tests fields with limits. */
const loop = useLoop()

/** A body of any length: its start, the repeated part, and its end. */
interface Kind {
  path: string
  /** The length of the repeated part. */
  limit: number
  parts: [head: string, unit: string, tail: string]
  asPerson?: boolean
}

const KIB = 1024
const MIB = 1024 * KIB

const created = { campaign: 0, base: '' }
beforeAll(async () => {
  created.campaign = (await loop.key().post('/campaigns', { name: 'Autumn' })).body.id
  const { base } = await loop.key().gql<{ base: { id: string } }>('mutation { base: createKnowledgeBase(input: { name: "B" }) { id } }')
  created.base = base.id
})

const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** A GraphQL request with the text in its variables, at `@`. */
function inVariables(query: string, variables: () => object, [head, unit, tail]: [string, string, string], limit: number): () => Kind {
  return () => {
    const [before, after] = JSON.stringify({ query, variables: variables() }).split('"@"') as [string, string]
    return { path: '/graphql', limit, parts: [`${before}"${escaped(head)}`, escaped(unit), `${escaped(tail)}"${after}`] }
  }
}
const leads = (format: 'csv' | 'json', parts: [string, string, string]) =>
  inVariables(
    'mutation ($id: ID!, $input: LeadFile!) { uploadLeads(campaignId: $id, input: $input) { columns } }',
    () => ({ id: created.campaign, input: { fileName: `leads.${format}`, format, content: '@' } }),
    parts,
    11 * MIB,
  )
const knowledge = (fileName: string, unit: string) =>
  inVariables(
    'mutation ($id: ID!, $input: KnowledgeFileInput!) { addKnowledgeFile(knowledgeBaseId: $id, input: $input) { id } }',
    () => ({ id: created.base, input: { fileName, content: '@' } }),
    ['', unit, ''],
    MIB,
  )
const base64 = (unit: string) =>
  inVariables(
    'mutation ($id: ID!, $input: KnowledgeFileInput!) { addKnowledgeFile(knowledgeBaseId: $id, input: $input) { id } }',
    () => ({ id: created.base, input: { fileName: 'a.txt', contentBase64: '@' } }),
    ['', unit, ''],
    1_398_000,
  )
const markdown = (unit: string) => (): Kind => ({
  ...inVariables(
    'mutation ($input: DocumentInput!) { createDocument(input: $input) { id } }',
    () => ({ input: { title: 'Page', body: '@' } }),
    ['', unit, ''],
    100_000,
  )(),
  asPerson: true,
})
const rest = (path: () => string, limit: number, parts: [string, string, string]) => (): Kind => ({ path: `/api/v1${path()}`, limit, parts })
const graphql = (head: string, unit: string, tail: string) => (): Kind => ({
  path: '/graphql',
  limit: 64 * KIB,
  parts: [`{"query":"${escaped(head)}`, escaped(unit), `${escaped(tail)}"}`],
})
const leadsOf = () => `/campaigns/${created.campaign}/leads`

const WEBHOOK = 5 * MIB - 65_536
const CALL = '{"event":"call_ended","call":{"call_id":"c","transcript_object":['
const LINE = `{"role":"agent","content":"${'word '.repeat(30)}","words":[{"word":"word","start":1}]},`

const KINDS: [string, () => Kind][] = [
  ['Markdown of headings', markdown('# a\n')],
  ['Markdown of names', markdown('aB.')],
  ['Markdown of tags', markdown('<a ')],
  ['CSV of one header', leads('csv', ['phone', ',', '\n'])],
  ['CSV of leads', leads('csv', ['phone,name\n', '+14155550100,Rosa\n', ''])],
  ['CSV of quotes', leads('csv', ['phone\n', '"a""', ''])],
  ['CSV of empty cells', leads('csv', ['phone\n', ',', '\n'])],
  ['a JSON file of objects', leads('json', ['[', '{},', '{}]'])],
  ['a JSON file of lists in lists', leads('json', ['', '[', ''])],
  ['HTML of tags', knowledge('a.html', '<p ')],
  ['HTML of cells', knowledge('a.html', '<td>')],
  ['HTML of comments', knowledge('a.html', '<!--')],
  ['HTML of entities', knowledge('a.html', '&amp;')],
  ['text of words', knowledge('a.txt', 'word ')],
  ['base64 of blanks', base64(' ')],
  ['a body of leads', rest(leadsOf, 11 * MIB, ['{"leads":[', '{"phone_number":"+14155550100"},', '{}]}'])],
  ['a body of objects', rest(leadsOf, 11 * MIB, ['{"leads":[', '{},', '{}]}'])],
  ['a body of nesting', rest(leadsOf, 11 * MIB, ['{"leads":', '[', ''])],
  ['tools of an agent', rest(() => '/agents', 250 * KIB, ['{"name":"Ada","voice_id":"Elliot","general_tools":[', '{"a":1},', '{}]}'])],
  ['a prompt', rest(() => '/agents', 250 * KIB, ['{"name":"Ada","voice_id":"Elliot","system_prompt":"', '{{a}} ', '"}'])],
  ['a schema', rest(() => '/calls', 250 * KIB, ['{"to_number":"+14155550100","extraction_schema":{"type":"object","allOf":[', '{"enum":[1]},', '{}]}}'])],
  ['GraphQL of fields', graphql('{', 'a:__typename ', '}')],
  ['GraphQL of nesting', graphql('', '{a', '')],
  ['GraphQL of comments', graphql('{__typename}', '#\n', '')],
  ['GraphQL of spreads', graphql('{', '...F ', '} fragment F on Query{__typename}')],
  ['a webhook of a provider: objects', () => ({ path: '/inbound/retell', limit: WEBHOOK, parts: ['[', '{},', '{}]'] })],
  ['a webhook of a provider: a conversation', () => ({ path: '/inbound/retell', limit: WEBHOOK, parts: [CALL, LINE, '{}]}}'] })],
  ['a webhook of a carrier', () => ({ path: '/inbound/twilio/token', limit: 128 * KIB, parts: ['', 'a=b&', ''] })],
]

describe.runIf(process.platform === 'linux').each(KINDS)('%s', (_name, kindOf) => {
  /** Sends the text, and measures the server's CPU time until the response. A slow result is repeated. */
  test.each([1, 4, 16])('at %i times its limit blocks no other request', async (times) => {
    const { path, parts, limit, asPerson } = kindOf()
    const body = repeated(parts, limit * times)
    const credential: Record<string, string> = asPerson ? { Authorization: `Bearer ${loop.token()}` } : { 'X-API-Key': loop.key().apiKey }
    await loop.keepsNobodyWaiting(async () => {
      const proof = path === '/inbound/retell' ? signedAsRetell(loop.server().demo().simulator!.retell_api_key, body) : {}
      const { status } = await loop.send({ path, headers: { ...credential, ...proof }, body })
      if (!path.startsWith('/inbound/twilio')) expect(NOT_READ).not.toContain(status)
    })
  })
})
