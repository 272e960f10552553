import { describe, expect, test } from 'vitest'
import { extensions } from '../../src/rest/extensions.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { each } from '../kit/each.ts'
import { useGround } from '../kit/ground.ts'
import { QUERY_VALUES, SEGMENTS } from '../kit/hostile.ts'
import { send } from '../kit/wire.ts'
import { useWorld } from '../kit/world.ts'
import { expectVocabulary } from './vocabulary.ts'

// No jobs: what is under way beside the requests would only make them slow.
const world = useWorld({ env: { ROLE: 'api' } })
const ground = useGround(world)

const rows = [...routeTable, ...extensions]
const named = <Row extends { method: string; path: string }>(some: readonly Row[]) => some.map((row) => [`${row.method} ${row.path}`, row] as const)
const ask = (method: string, path: string, body?: object) => {
  const headers = { 'X-API-Key': ground().key.apiKey, 'Content-Type': 'application/json' }
  return send(world().url, { method, path, headers, body: body && JSON.stringify(body) })
}
describe.each(named(rows.filter((row) => row.query)))('%s', (_name, row) => {
  const names = Object.keys(row.query!.shape)
  test.each(names)('?%s= anything is understood or refused', async (name) => {
    const { path } = ground().request(row)
    const others = Object.entries(row.example?.params ?? {}).filter(([other]) => other !== name && names.includes(other))
    const query = new URLSearchParams(others.map(([other, value]) => [other, String(value)]))
    await each(QUERY_VALUES, async (value) => {
      const answer = await ask(row.method, `${path}?${query}&${name}=${value}`)
      if (answer.status >= 400) expectVocabulary(answer, 'query')
    })
  })

  test.each(names)('?%s= twice, or in brackets, is refused or not heeded', async (name) => {
    const { path } = ground().request(row)
    expectVocabulary(await ask(row.method, `${path}?${name}=1&${name}=1`), 'query')
    for (const query of [`${name}[]=1`, `${name}[a]=1`, `${name}%00=1`, ` ${name}=1`.replace(' ', '%20')]) {
      const [usual, answer] = [await ask(row.method, path), await ask(row.method, `${path}?${query}`)]
      expect([query, answer.status]).toEqual([query, usual.status])
    }
  })
})

test.each(named(rows))('%s heeds nothing in a query but what it names', async (_name, row) => {
  const answered = async (query: string) => {
    const { path, body } = ground().request(row)
    return (await ask(row.method, `${path}${query}`, body)).status
  }
  const usual = await answered('')
  await each(STRANGE_QUERIES, async (query) => expect([query, await answered(query)]).toEqual([query, usual]))
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

/** Sends some eighty requests, four at a time. */
test.each(named(rows.filter((row) => row.path.includes('{'))))('%s with anything in its path is not found', async (_name, row) => {
  await each(SEGMENTS, async (segment) => {
    const answer = await ask(
      row.method,
      row.path.replace(/\{\w+\}/, () => segment),
      row.method === 'GET' ? undefined : { name: 'x', ...row.example?.body },
    )
    expect([segment, answer.status, answer.body.detail]).toEqual([segment, 404, expect.stringMatching(/not found$/i)])
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
)('the path %s is taken as it is written', async (_name, path) => {
  expect([200, 404, 405]).toContain((await ask('GET', path)).status)
})

test('nothing that was asked here has reached the prototypes', () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
