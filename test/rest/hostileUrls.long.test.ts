import { describe, expect, test } from 'vitest'
import { extensions } from '../../src/rest/extensions.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { forEachConcurrently } from '../kit/waiting/forEachConcurrently.ts'
import { useRequestFixture } from '../kit/fixtures/requestFixture.ts'
import { QUERY_VALUES, SEGMENTS } from '../kit/fixtures/hostileInput.ts'
import { sendRawRequest } from '../kit/clients/rawRequests.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectVocabulary } from './vocabulary.ts'

// No jobs run here, because they would slow the requests.
const testServer = useTestServer({ env: { ROLE: 'api' } })
const fixture = useRequestFixture(testServer)

const rows = [...routeTable, ...extensions]
const named = <Row extends { method: string; path: string }>(some: readonly Row[]) => some.map((row) => [`${row.method} ${row.path}`, row] as const)
const ask = (method: string, path: string, body?: object) => {
  const headers = { 'X-API-Key': fixture().key.apiKey, 'Content-Type': 'application/json' }
  return sendRawRequest(testServer().url, { method, path, headers, body: body && JSON.stringify(body) })
}
describe.each(named(rows.filter((row) => row.query)))('%s', (_name, row) => {
  const names = Object.keys(row.query!.shape)
  test.each(names)('?%s= with any value is either understood or refused', async (name) => {
    const { path } = fixture().request(row)
    const others = Object.entries(row.example?.params ?? {}).filter(([other]) => other !== name && names.includes(other))
    const query = new URLSearchParams(others.map(([other, value]) => [other, String(value)]))
    await forEachConcurrently(QUERY_VALUES, async (value) => {
      const response = await ask(row.method, `${path}?${query}&${name}=${value}`)
      if (response.status >= 400) expectVocabulary(response, 'query')
    })
  })

  test.each(names)('?%s= twice, or in brackets, is either refused or ignored', async (name) => {
    const { path } = fixture().request(row)
    expectVocabulary(await ask(row.method, `${path}?${name}=1&${name}=1`), 'query')
    const usual = await ask(row.method, path)
    for (const query of [`${name}[]=1`, `${name}[a]=1`, `${name}%00=1`, ` ${name}=1`.replace(' ', '%20')]) {
      const response = await ask(row.method, `${path}?${query}`)
      expect([query, response.status]).toEqual([query, usual.status])
    }
  })
})

// Each request to delete an endpoint would need another one, of which a workspace has ten.
const repeatable = rows.filter(({ method, path }) => method !== 'DELETE' || !path.startsWith('/webhook-endpoints'))

test.each(named(repeatable))('%s ignores unknown query parameters', async (_name, row) => {
  const statusOf = async (query: string) => {
    const { path, body } = fixture().request(row)
    const response = await ask(row.method, `${path}${query}`, body)
    // A workspace has at most ten.
    if (path === '/webhook-endpoints' && response.status === 201) await ask('DELETE', `${path}/${response.body.id}`)
    return response.status
  }
  const usual = await statusOf('')
  await forEachConcurrently(STRANGE_QUERIES, async (query) => expect([query, await statusOf(query)]).toEqual([query, usual]))
})
const STRANGE_QUERIES = [
  '?',
  '??',
  '?&&&',
  '?=',
  '?=1',
  '?__proto__=1&constructor=2',
  '?__proto__[polluted]=1&constructor[prototype][polluted]=1',
  '?a.b=c',
  '?%',
  '?%zz=%',
  '?%ff=%ff',
  '?;',
  `?${'q'.repeat(10_000)}`,
  `?${'q=1&'.repeat(2_500)}`,
]

/** Sends about eighty requests, four at a time. */
test.each(named(rows.filter((row) => row.path.includes('{'))))('%s with any hostile path returns 404', async (_name, row) => {
  await forEachConcurrently(SEGMENTS, async (segment) => {
    const response = await ask(
      row.method,
      row.path.replace(/\{\w+\}/, () => segment),
      row.method === 'GET' ? undefined : { name: 'x', ...row.example?.body },
    )
    expect([segment, response.status, response.body.detail]).toEqual([segment, 404, expect.stringMatching(/not found$/i)])
  })
})

test.each(
  [
    '/.. /../.. /../api/v1/me /%2e%2e/api/v1/me //me /me/ /me// /./me /me%2f /ME /me;a=b /me%00 /me%20 /agents/1/publish/ /agents//publish',
    `/agents/../me /agents/..%2fme /%6de /openapi.json%00 /docs/../openapi.json /% /%zz /${'a'.repeat(10_000)} /${'a/'.repeat(5_000)}`,
  ]
    .join(' ')
    .split(' ')
    .map((path) => [path.slice(0, 40), path]),
)('the path %s is matched as it is written', async (_name, path) => {
  expect([200, 404, 405]).toContain((await ask('GET', path)).status)
})

test('no request has changed a prototype', () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
