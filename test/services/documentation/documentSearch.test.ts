import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as sessions from '../../../src/services/access/sessions/sessions.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { askSearch, type Reader, createReader, readerFor } from './documentKit.ts'

const testServer = useTestServer()
let ann: Reader
let bob: Reader
beforeAll(async () => {
  ann = await createReader(testServer().url)
  bob = await createReader(testServer().url)
})

const UNAUTHORIZED = { detail: 'Tenant ID required' }
const slugs = (answer: { body: any }) => answer.body.results.map(({ slug }: { slug: string }) => slug)

describe('access', () => {
  test('a search without a session token returns 401, whatever else is sent', async () => {
    const key = (await (await testServer().workspace()).key()).apiKey
    const credentials = [{}, { 'X-API-Key': key }, { Authorization: `Bearer ${key}` }, { Authorization: 'Bearer x.y.z' }, { Authorization: ann.accessToken }]
    for (const headers of credentials) {
      const { status, body, headers: told } = await askSearch(testServer().url, 'q=webhooks', headers as Record<string, string>)
      expect({ status, body }).toEqual({ status: 401, body: UNAUTHORIZED })
      expect(told.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    }
  })

  test('the tokens of an ended session and of a removed member are rejected', async () => {
    const carl = await createReader(testServer().url)
    expect((await carl.search('webhooks')).status).toBe(200)
    await sessions.signOut({ sessionId: (await sessions.authenticate(carl.accessToken))!.sessionId! })
    expect(await carl.search('webhooks')).toMatchObject({ status: 401, body: UNAUTHORIZED })
    const dora = await createReader(testServer().url)
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: dora.workspaceId } })
    expect(await dora.search('webhooks')).toMatchObject({ status: 401, body: UNAUTHORIZED })
  })

  test('a viewer can search but not write', async () => {
    const eve = await createReader(testServer().url)
    await anyWorkspace.membership.updateMany({ where: { workspaceId: eve.workspaceId }, data: { role: 'viewer' } })
    expect((await (await readerFor(testServer().url, eve.accessToken)).search('webhooks')).status).toBe(200)
    await expect(eve.write({ title: 'Ours', body: 'text' })).rejects.toThrow('Missing scope: documents:write')
  })

  test('other methods return 405', async () => {
    const res = await fetch(`${testServer().url}/docs/search?q=webhooks`, { method: 'POST', headers: { Authorization: `Bearer ${ann.accessToken}` } })
    expect([res.status, res.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('queries', () => {
  test('the response has the documented shape and the original query', async () => {
    const { status, body } = await ann.search('  Webhooks ', 'en-US')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['results', 'query', 'locale'])
    expect(body).toMatchObject({ query: '  Webhooks ', locale: 'en-US' })
    expect(body.results[0]).toEqual({
      title: 'Webhooks',
      slug: 'webhooks',
      url: '/docs/en-US/webhooks',
      snippet: expect.stringMatching(/^[^#`*[\]]{200}$/),
      language: 'en-US',
      score: expect.any(Number),
    })
  })

  test.each([
    ['q=x', 'q', 'value_error.str.min_length', 'ensure this value has at least 2 characters'],
    ['q=%20x%20', 'q', 'value_error.str.min_length', 'ensure this value has at least 2 characters'],
    ['', 'q', 'value_error.missing', 'field required'],
    ['q=', 'q', 'value_error.str.min_length', 'ensure this value has at least 2 characters'],
    ['q=we&q=be', 'q', 'type_error.string', 'str type expected'],
    [`q=${'x'.repeat(401)}`, 'q', 'value_error.str.max_length', 'ensure this value has at most 400 characters'],
    ['q=we&locale=', 'locale', 'value_error.language', 'value is not a BCP-47 language tag'],
    ['q=we&locale=it_IT', 'locale', 'value_error.language', 'value is not a BCP-47 language tag'],
    ["q=we&locale='", 'locale', 'value_error.language', 'value is not a BCP-47 language tag'],
  ])('%s is rejected at %s', async (queryString, at, type, msg) => {
    const { status, body } = await askSearch(testServer().url, queryString, { Authorization: `Bearer ${ann.accessToken}` })
    expect({ status, body }).toEqual({ status: 422, body: { detail: [{ loc: ['query', at], msg, type }] } })
  })

  test('two letters are enough while typing', async () => {
    expect(slugs(await ann.search('we'))[0]).toBe('webhooks')
    expect(slugs(await ann.search('camp'))[0]).toBe('campaigns')
  })

  /** Searches for 60 generated texts, one after another. */
  test('any text returns results with descending scores from 1 to 0', async () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', minLength: 2, maxLength: 200 }), fc.string({ unit: 'grapheme', minLength: 2, maxLength: 60 }))
    const operators = fc.array(fc.constantFrom('&', '|', '!', ':*', "'", '"', '\\', '(', ')', '<->', '\0', 'call', 'ß', '%', '_', '§', ' '), {
      minLength: 3,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          texts,
          operators.map((parts) => parts.join('')),
        ),
        fc.constantFrom('en-US', 'de', 'ja-JP', 'x-private'),
        async (q, locale) => {
          const { status, body } = await ann.search(q, locale)
          expect(status === 200 || (status === 422 && Array.isArray(body.detail))).toBe(true)
          const scores = (body.results ?? []).map(({ score }: { score: number }) => score)
          expect(scores.every((score: number) => score >= 0 && score <= 1)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('languages', () => {
  test('the requested language comes first, by its primary subtag, with descending scores within a language', async () => {
    await ann.write({ title: 'Il cavallo a dondolo', body: 'Un dondolo verde.', language: 'it-IT' })
    await ann.write({ title: 'Das Schaukelpferd', body: 'Il dondolo, auf Deutsch.', language: 'de-DE' })
    for (const locale of ['it', 'it-CH', 'it-IT']) {
      const { body } = await ann.search('dondolo', locale)
      expect(body.results.map(({ language }: { language: string }) => language)).toEqual(['it-IT', 'de-DE'])
      expect(body.locale).toBe(locale)
    }
    expect((await ann.search('dondolo', 'de')).body.results[0].language).toBe('de-DE')
  })

  test('results of other languages are added only if there are few', async () => {
    const many = await ann.search('webhook', 'en-US')
    expect(new Set(many.body.results.map(({ language }: { language: string }) => language))).toEqual(new Set(['en-US']))
    const few = await ann.search('webhook', 'pt-BR')
    expect(few.body.results.length).toBeGreaterThan(0)
    expect(few.body.results[0].score).toBeGreaterThanOrEqual(few.body.results.at(-1).score)
  })

  test('a page in another language is found even if pages in the requested language share a common word with the query', async () => {
    const words = (title: string, body: string, language: string) => ann.write({ title, body, language })
    for (const n of [1, 2, 3, 4]) await words(`Pagina ${n}`, `${'Altre cose ancora. '.repeat(40)} Il gancio va chiuso. ${'E altre. '.repeat(40)}`, 'it-IT')
    await words('Gancio sfintomatico', 'Il gancio sfintomatico si regola qui.', 'es-ES')
    const response = await ann.search('come regolare il gancio sfintomatico', 'it')
    expect(response.body.results[0].language).toBe('it-IT')
    expect(slugs(response)).toContain('gancio-sfintomatico')
  })

  test('missing and additional accents do not matter', async () => {
    await ann.write({ title: 'Çà et là', body: 'Le frêne élève ses rameaux.', language: 'fr-FR' })
    for (const q of ['frene', 'FRÊNE', 'frené eleve']) expect(slugs(await ann.search(q, 'fr'))[0]).toBe('ca-et-la')
  })
})

describe('tenants', () => {
  test('a document is found by its own workspace immediately, and never by others, not even through its word counts', async () => {
    const body = 'Our quokkaberry procedure begins with the zephyrine ledger.'
    const created = await ann.write({ title: 'Quokkaberry handbook', body })
    expect(created).toMatchObject({ slug: 'quokkaberry-handbook', url: '/docs/en-US/quokkaberry-handbook', isOwn: true, body })
    for (const q of ['quokkaberry', 'quokka', 'quokaberry', 'zephyrine procedure']) {
      expect(slugs(await ann.search(q))).toContain('quokkaberry-handbook')
      expect(slugs(await bob.search(q))).not.toContain('quokkaberry-handbook')
    }
    expect((await bob.search('quokaberry')).body.results).toEqual([])
  })

  test('documents of one tenant do not change the results of another', async () => {
    const before = (await bob.search('webhook signature')).body
    for (let at = 0; at < 5; at++) await ann.write({ title: `Webhook signature ${at}`, body: 'webhook signature '.repeat(50) })
    expect((await bob.search('webhook signature')).body).toEqual(before)
  })

  test('a changed document is found by its new words only, and a deleted one not at all', async () => {
    const { id } = await ann.write({ title: 'Marmot rules', body: 'about burrowing' })
    await ann.gql('mutation ($id: ID!) { updateDocument(id: $id, input: { title: "Wolverine rules", body: "about swimming" }) { id } }', { id })
    expect((await ann.search('burrowing marmot')).body.results).toEqual([])
    expect(slugs(await ann.search('wolverine'))).toEqual(['marmot-rules'])
    await ann.gql('mutation ($id: ID!) { deleteDocument(id: $id) { id } }', { id })
    expect((await ann.search('wolverine')).body.results).toEqual([])
    const words = await anyWorkspace.documentWord.count({ where: { tenant: ann.workspaceId, word: { in: ['wolverine', 'marmot', 'burrowing', 'swimming'] } } })
    expect(words).toBe(0)
  })
})

test('the snippet is the first 200 characters of the text, without splitting a character', async () => {
  const body = `# Emoji zoo\n\n**Bold** [link](https://example.com) \`code_name\` ${'🦓'.repeat(300)}`
  await ann.write({ title: 'Emoji zoo', body })
  const [result] = (await ann.search('emoji zoo')).body.results
  expect(Array.from(result.snippet)).toHaveLength(200)
  expect(result.snippet.startsWith('Bold link code_name 🦓')).toBe(true)
  expect(result.snippet.isWellFormed()).toBe(true)
})

test('code is found as written', async () => {
  await ann.write({ title: 'Codes', body: 'Send `zebra_crossing_id` to `POST /zebras/{zebra_id}` with `Zebra-Key`; wait for `zebra.completed`.' })
  for (const q of ['zebra_crossing_id', '/zebras/{zebra_id}', 'Zebra-Key', 'zebra.completed', 'zebra_cross'])
    expect(slugs(await ann.search(q))[0]).toBe('codes')
})
