import { readdirSync, readFileSync } from 'node:fs'
import { type DefinitionNode, type DocumentNode, Kind, Lexer, parse as parseText, print, Source, TokenKind, visit } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_NESTING, MAX_TOKENS, parse } from '../../src/http/graphql/documents.ts'
import { MAX_COST, MAX_DEFINITIONS } from '../../src/http/graphql/operations.ts'
import { schema } from '../../src/schema/index.ts'
import { costOf } from '../../src/schema/base/operationCost.ts'
import { graphql } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let key: Record<string, string>
beforeAll(async () => {
  key = { 'X-API-Key': (await (await testServer().workspace()).key()).apiKey }
})

const times = (count: number, each: (i: number) => string) => Array.from({ length: count }, (_, i) => each(i)).join(' ')
const files = ['web/src', 'src/rest'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8'), isOurs: folder === 'src/rest' })),
)

function tokensIn(text: string): number {
  const lexer = new Lexer(new Source(text))
  let count = 0
  while (lexer.advance().kind !== TokenKind.EOF) count++
  return count
}

/** Lists the documents that are sent: each operation of a file with the fragments that it uses. */
function documentsIn(text: string): DocumentNode[] {
  const { definitions } = parseText(text)
  const withFragments = (definition: DefinitionNode): DefinitionNode[] => {
    const names = new Set<string>()
    visit(definition, { FragmentSpread: ({ name }) => void names.add(name.value) })
    const used = definitions.filter((each) => each.kind === 'FragmentDefinition' && names.has(each.name.value))
    return [definition, ...used.flatMap(withFragments)]
  }
  const operations = definitions.filter(({ kind }) => kind === 'OperationDefinition')
  return operations.map((operation) => ({ kind: Kind.DOCUMENT, definitions: [...new Set(withFragments(operation))] }))
}

test('the limits are twice what the largest document of the dashboard and the REST API needs', () => {
  const documents = files.flatMap(({ text }) => documentsIn(text))
  expect(Math.max(...documents.map((document) => tokensIn(print(document)))) * 2).toBeLessThanOrEqual(MAX_TOKENS)
  expect(Math.max(...documents.map(({ definitions }) => definitions.length)) * 2).toBeLessThanOrEqual(MAX_DEFINITIONS)
})

test('a request over 512 KiB may only contain leads, files and documents', async () => {
  const variables = { text: 'a'.repeat(600_000) }
  const place = 'createCampaign(input: { name: $text }) { id }'
  const write = 'addKnowledgeText(knowledgeBaseId: 1, input: { title: "Prices", content: $text }) { id }'
  const ask = async (fields: string) => (await graphql(testServer().url, key, `mutation ($text: String!) { ${fields} }`, variables)).errors?.[0]?.extensions
  expect(await ask(place)).toMatchObject({ code: 'BAD_REQUEST', http: { status: 413 } })
  expect(await ask(`${write} ${place}`)).toMatchObject({ code: 'BAD_REQUEST', http: { status: 413 } })
  expect(await ask(write)).toMatchObject({ code: 'NOT_FOUND' })
})

test.each(files.filter(({ isOurs }) => !isOurs))('$name of the dashboard stays within the cost limit, with pages of 100', ({ text }) => {
  const document = parseText(text)
  for (const definition of document.definitions) {
    if (definition.kind !== 'OperationDefinition') continue
    const variables = Object.fromEntries((definition.variableDefinitions ?? []).map(({ variable }) => [variable.name.value, 100]))
    const cost = costOf({ schema, document, operationName: definition.name!.value, variables })
    expect(cost.complexity).toBeLessThanOrEqual((MAX_COST.complexity * 2) / 3)
    expect(cost.depth).toBeLessThan(MAX_COST.depth)
    expect(cost.breadth * 2).toBeLessThanOrEqual(MAX_COST.breadth)
  }
})

describe('a document is refused before it is parsed', () => {
  test('with more tokens than the limit', () => {
    expect(() => parse(`{ ${times(MAX_TOKENS - 2, () => '__typename')} }`)).not.toThrow()
    expect(() => parse(`{ ${times(MAX_TOKENS - 1, () => '__typename')} }`)).toThrow('at most 1000 tokens')
    expect(() => parse(`{ ${times(2_000, (i) => `a${i}: viewer { id }`)} }`)).toThrow('at most 1000 tokens')
  })

  test.each([
    ['fields', `${'{ a '.repeat(400)}${'}'.repeat(400)}`],
    ['lists', `{ a(b: ${'['.repeat(400)}${']'.repeat(400)}) }`],
    ['objects', `{ a(b: ${'{c: '.repeat(200)}1${'}'.repeat(200)}) }`],
    ['types', `query($a: ${'['.repeat(400)}Int${']'.repeat(400)}) { a }`],
    ['an unclosed selection', '{ a '.repeat(400)],
  ])('with %s nested too deeply', (_what, text) => {
    expect(() => parse(text)).toThrow(`at most ${MAX_NESTING} levels`)
  })

  test('with more characters than the limit', () => {
    expect(() => parse(`{ __typename } #${'x'.repeat(64 * 1024)}`)).toThrow('at most 65536 characters')
  })
})

describe('over HTTP', () => {
  const DEEP = 'a(b: '
  test.each([
    ['endless aliases', `{ ${times(30_000, (i) => `a${i}: calls { nodes { id } }`)} }`],
    ['nesting that would overflow the stack', `{ ${DEEP}${'['.repeat(20_000)}`],
    ['one field repeated', `{ ${times(300, () => 'calls { pageInfo { hasNextPage } }')} }`],
    ['unknown names', `{ ${times(900, (i) => `cal${i}`)} }`],
    [
      'fragments that double each time',
      `{ calls { nodes { ...f0 } } } ${times(20, (i) => `fragment f${i} on Call { agent { versions { nodes { id } } } ...f${i + 1} ...f${i + 1} }`)}`,
    ],
    ['too many fragments', `{ ...f0 } ${times(60, (i) => `fragment f${i} on Query { ...f${i + 1} }`)}`],
    ['too many operations', times(60, (i) => `query q${i} { __typename }`)],
    ['nested pages', '{ calls(first: 100) { nodes { agent { versions(first: 100) { nodes { number } } } } } }'],
  ])('%s is refused as a client error', async (_what, query) => {
    const res = await fetch(`${testServer().url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...key },
      body: JSON.stringify({ query, operationName: query.startsWith('query q0') ? 'q0' : undefined }),
    })
    const { data, errors } = await res.json()
    expect([res.status, data ?? null]).toEqual([400, null])
    expect(errors[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST', http: { status: 400 } } })
    expect(errors[0].message).toMatch(/at most|exceeds the maximum/)
  })

  test('the page size counts also in a variable or its default', async () => {
    const nested = (first: string) => `agent { versions(first: ${first}) { nodes { number } } }`
    const document = `query ($n: Int) { calls(first: $n) { nodes { ${nested('$n')} } } }`
    const byDefault = `query ($n: Int = 100) { calls(first: $n) { nodes { ${nested('$n')} } } }`
    for (const [query, variables] of [
      [document, { n: 100 }],
      [byDefault, {}],
    ] as const) {
      const { errors } = await graphql(testServer().url, key, query, variables)
      expect(errors![0]!.message).toMatch(/exceeds the maximum complexity/)
      expect((await graphql(testServer().url, key, query, { n: 10 })).errors).toBeUndefined()
    }
  })

  test('every run of an operation is checked, including compiled ones', async () => {
    const query = 'query ($n: Int) { calls(first: $n) { nodes { agent { versions(first: $n) { nodes { id number } } } } } }'
    for (let i = 0; i < 3; i++) expect((await graphql(testServer().url, key, query, { n: 5 })).errors).toBeUndefined()
    for (let i = 0; i < 3; i++) expect((await graphql(testServer().url, key, query, { n: 100 })).errors![0]!.message).toMatch(/maximum complexity/)
  })

  test('the schema is readable with a credential, in a separate document', async () => {
    const query = '{ __schema { queryType { name } } }'
    for (let i = 0; i < 3; i++) expect((await graphql(testServer().url, key, query)).data).toEqual({ __schema: { queryType: { name: 'Query' } } })
    expect((await graphql(testServer().url, {}, query)).errors![0]!.extensions!.code).toBe('UNAUTHENTICATED')
    expect((await graphql(testServer().url, key, '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }')).errors![0]!.message).toMatch(
      /separate request/,
    )
  })
})

describe('a caller without a credential', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${testServer().url}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

  test('may send 32 KiB', async () => {
    const body = (bytes: number) => JSON.stringify({ query: '{ serverInfo { simulated } }', variables: { pad: 'x'.repeat(bytes) } })
    expect((await post(body(31 * 1024))).status).toBe(200)
    expect((await post(body(33 * 1024))).status).toBe(413)
    expect((await post(body(33 * 1024), key)).status).toBe(200)
  })

  test('learns that its token has expired, not that its body is too large', async () => {
    const res = await post(JSON.stringify({ query: '{ __typename }', variables: { pad: 'x'.repeat(40_000) } }), { Authorization: 'Bearer over' })
    expect([res.status, (await res.json()).errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('is refused before its document is validated if any field needs a credential', async () => {
    const { errors } = await graphql(testServer().url, {}, '{ calls(first: "ten", nothing: 1) { nothing } }')
    expect(errors!.map(({ extensions }) => extensions!.code)).toEqual(['UNAUTHENTICATED'])
  })
})
