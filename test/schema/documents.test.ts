import { beforeAll, describe, expect, test } from 'vitest'
import { type Reader, DOCUMENT, createReader } from '../services/documentation/documentKit.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let ann: Reader
let bob: Reader
beforeAll(async () => {
  ann = await createReader(testServer().url)
  bob = await createReader(testServer().url)
})

const UPDATE = `mutation ($id: ID!, $input: DocumentChanges!) { updateDocument(id: $id, input: $input) { ${DOCUMENT} } }`
const DELETE = 'mutation ($id: ID!) { deleteDocument(id: $id) { id } }'
const GET = `query ($slug: String!, $language: String!) { document(slug: $slug, language: $language) { ${DOCUMENT} } }`
const LIST = `query ($own: Boolean, $language: String, $first: Int, $after: String) {
  documents(own: $own, language: $language, first: $first, after: $after) { nodes { slug language isOwn } pageInfo { hasNextPage endCursor } } }`
const codeOf = ({ errors }: { errors?: { extensions?: Record<string, unknown> }[] }) => errors?.[0]?.extensions?.code

describe("a workspace's own documents", () => {
  test('are returned as written, with a slug from the title that is unique in its language', async () => {
    const body = '# Grüße\n\n  *Exactly*   as `written`\t\r\n\n| a | b |\n'
    const first = await ann.write({ title: 'Grüße an alle!', body, language: 'de-DE' })
    expect(first).toMatchObject({ slug: 'grusse-an-alle', language: 'de-DE', url: '/docs/de-DE/grusse-an-alle', body, isOwn: true })
    expect((await ann.write({ title: 'Grüße an alle!', body, language: 'de-DE' })).slug).toBe('grusse-an-alle-2')
    expect((await ann.write({ title: 'Grüße an alle!', body, language: 'de-AT' })).slug).toBe('grusse-an-alle')
    expect((await ann.write({ title: '東京', body })).slug).toBe('document')
    expect((await bob.write({ title: 'Grüße an alle!', body, language: 'de-DE' })).slug).toBe('grusse-an-alle')
  })

  test("a slug is used once in a language, including the product's own pages", async () => {
    await ann.write({ title: 'Rules', body: 'x', slug: 'rules' })
    await expect(ann.write({ title: 'Rules', body: 'x', slug: 'rules' })).rejects.toThrow('CONFLICT')
    await expect(ann.write({ title: 'Webhooks', body: 'x', slug: 'webhooks' })).rejects.toThrow('CONFLICT')
    const { id } = await ann.write({ title: 'Other', body: 'x' })
    expect(codeOf(await ann.gql(UPDATE, { id, input: { slug: 'rules' } }))).toBe('CONFLICT')
    expect(codeOf(await ann.gql(UPDATE, { id, input: {} }))).toBe('BAD_REQUEST')
  })

  test('ten simultaneous documents with one title get ten slugs', async () => {
    const created = await Promise.all(Array.from({ length: 10 }, () => ann.write({ title: 'At once', body: 'x' })))
    expect(new Set(created.map(({ slug }) => slug)).size).toBe(10)
  })

  test("another workspace's documents and the product's own can't be changed, and another workspace's can't be read", async () => {
    const { id, slug } = await ann.write({ title: 'Private matters', body: 'x' })
    const productPage = (await ann.gql(GET, { slug: 'webhooks', language: 'en-US' })).data.document
    expect(productPage).toMatchObject({ isOwn: false, title: 'Webhooks' })
    for (const [who, what] of [
      [bob, id],
      [ann, productPage.id],
    ] as const) {
      expect(codeOf(await who.gql(UPDATE, { id: what, input: { title: 'Mine' } }))).toBe('NOT_FOUND')
      expect(codeOf(await who.gql(DELETE, { id: what }))).toBe('NOT_FOUND')
    }
    expect(codeOf(await bob.gql(GET, { slug, language: 'en-US' }))).toBe('NOT_FOUND')
    expect((await bob.gql(LIST, { own: true, first: 100 })).data.documents.nodes.map((node: { slug: string }) => node.slug)).not.toContain(slug)
  })

  test.each([
    [{ title: '', body: 'x' }],
    [{ title: 'x'.repeat(201), body: 'x' }],
    [{ title: 'x', body: '' }],
    [{ title: 'x', body: 'ä'.repeat(50_001) }],
    [{ title: 'x', body: 'x', language: 'not a tag' }],
    [{ title: 'x', body: 'x', slug: 'Not a slug' }],
  ])('invalid input is refused (%#)', async (input) => {
    await expect(ann.write(input)).rejects.toThrow('UNPROCESSABLE_ENTITY')
  })

  /** Stores seven documents of about 100,000 characters each, and indexes their words. */
  test('any Markdown is stored and can be searched in bounded time', async () => {
    const bodies = [
      '['.repeat(99_000),
      '# a\n'.repeat(24_000),
      '`'.repeat(99_000),
      '<'.repeat(99_000),
      '_*'.repeat(49_000),
      '| - '.repeat(24_000),
      'x'.repeat(99_000),
    ]
    for (const body of bodies) await ann.write({ title: 'Strange', body: `${body}\n\nvelociraptor` })
    expect((await ann.search('velociraptor')).body.results.length).toBe(bodies.length)
  })
})

describe('reading', () => {
  test("lists the product's and the workspace's pages, newest first, with filters for language and owner", async () => {
    const slugs: string[] = []
    for (let after: string | null = null, more = true; more;) {
      const { nodes, pageInfo }: { nodes: { slug: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } } = (
        await ann.gql(LIST, { first: 20, after, language: 'en-US' })
      ).data.documents
      slugs.push(...nodes.map((node) => node.slug))
      ;[after, more] = [pageInfo.endCursor, pageInfo.hasNextPage]
    }
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs).toEqual(expect.arrayContaining(['webhooks', 'rules']))
    const only = async (own: boolean) => (await ann.gql(LIST, { own, first: 100 })).data.documents.nodes.map((node: { isOwn: boolean }) => node.isOwn)
    expect(new Set(await only(true))).toEqual(new Set([true]))
    expect(new Set(await only(false))).toEqual(new Set([false]))
  })

  test('returns a page in the requested language, or another region of it', async () => {
    expect((await ann.gql(GET, { slug: 'webhooks', language: 'en-GB' })).data.document.language).toBe('en-US')
    expect(codeOf(await ann.gql(GET, { slug: 'webhooks', language: 'ja' }))).toBe('NOT_FOUND')
    expect(codeOf(await ann.gql(GET, { slug: 'webhooks', language: 'not a tag' }))).toBe('UNPROCESSABLE_ENTITY')
    expect(codeOf(await ann.gql(GET, { slug: 'Web hooks', language: 'en' }))).toBe('NOT_FOUND')
  })

  test('excludes internal pages', async () => {
    for (const slug of ['architecture', 'development', 'performance']) expect(codeOf(await ann.gql(GET, { slug, language: 'en-US' }))).toBe('NOT_FOUND')
  })

  test('an API key can neither read nor search documents', async () => {
    const key = await (await testServer().workspace()).key()
    await expect(key.gql('{ documents { nodes { id } } }')).rejects.toThrow('Missing scope: documents:read')
    await expect(key.gql('{ documentSearch(q: "webhooks") { slug } }')).rejects.toThrow('Missing scope: documents:read')
  })

  test('documentSearch returns the same as the search URL', async () => {
    const { data } = await ann.gql('{ documentSearch(q: "webhook signature") { title slug url snippet language score } }')
    expect(data.documentSearch).toEqual((await ann.search('webhook signature')).body.results)
  })
})

test('a search result has the passage that answers and its heading, cut between words, without changing the result of the internal endpoint', async () => {
  const SEARCH = 'query ($q: String!) { documentSearch(q: $q) { slug passage { heading text } } }'
  const passageOf = async (q: string, slug: string) => {
    const { data } = await ann.gql(SEARCH, { q })
    return data.documentSearch.find((result: { slug: string }) => result.slug === slug).passage
  }
  expect((await passageOf('pause a campaign', 'campaigns')).heading).toMatch(/^Pause/)
  expect((await passageOf('verify webhook signature', 'webhooks')).heading).toMatch(/signature/i)
  const body = `Walnuts.\n\n## Feeding\n\n${'Other words stand here. '.repeat(20)}Parrots eat zucchini ${'and more of it '.repeat(30)}`
  const { slug } = await ann.write({ title: 'Birds', body })
  const passage = await passageOf('zucchini', slug)
  expect(passage.heading).toBe('Feeding')
  expect(passage.text).toMatch(/^…?Parrots eat zucchini .* (?:and|more|of|it)…$/)
  expect((await ann.search('zucchini')).body.results[0]).toEqual(expect.not.objectContaining({ passage: expect.anything() }))
})
