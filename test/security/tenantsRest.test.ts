import { beforeAll, describe, expect, test } from 'vitest'
import { extensions } from '../../src/rest/extensions.ts'
import type { Extension, Route } from '../../src/rest/route.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import type { ApiResponse } from '../kit/clients/client.ts'
import { useRequestFixture } from '../kit/fixtures/requestFixture.ts'
import type { SeededWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { ABSENT, FOREIGN, createVictim, settledDigest, digestRows, tablesWithoutRow } from './victimWorkspace.ts'

/** Every ID of every REST endpoint, in path, query and body, sent with another workspace's key of all scopes. */
const testServer = useTestServer()
const fixture = useRequestFixture(testServer)
let victim: Promise<SeededWorkspace> | undefined
beforeAll(() => (victim = undefined))

type Endpoint = Pick<Route | Extension, 'method' | 'path' | 'example' | 'params' | 'query'> & Pick<Route, 'body'>
type Place = 'path' | 'query' | 'body'
const isId = (name: string) => name.endsWith('_id') && !name.startsWith('external_') && !['proposal_id', 'voice_id'].includes(name)
const idsOf = (endpoint: Endpoint): (readonly [Place, string])[] => [
  ...[...endpoint.path.matchAll(/\{(\w+_id)\}/g)].map(([, name]) => ['path', name!] as const),
  ...(['query', 'body'] as const).flatMap((place) =>
    Object.keys(endpoint[place]?.shape ?? {})
      .filter(isId)
      .map((name) => [place, name] as const),
  ),
]
const cases = ([...routeTable, ...extensions] as Endpoint[]).flatMap((endpoint) =>
  idsOf(endpoint).map(([place, name]) => [`${endpoint.method} ${endpoint.path}: ${name} in its ${place}`, endpoint, place, name] as const),
)

/** Creates the attacker's workspace, and a victim with one of everything. Waits for the victim's calls, erasure and messages. */
test('every table of a workspace has the row that these tests use', async () => {
  expect(await tablesWithoutRow((await victimOnce()).acme.id)).toEqual([])
})

describe("another workspace's ID returns the same as a missing one", () => {
  test.each(cases)('%s', async (_title, endpoint, place, name) => {
    await victimOnce()
    const [foreign, absent] = [await send(endpoint, place, name, FOREIGN), await send(endpoint, place, name, ABSENT)]
    expect(comparableResponse(foreign, FOREIGN)).toEqual(comparableResponse(absent, ABSENT))
    expect(place === 'query' ? [200, 404] : [400, 404]).toContain(absent.status)
  })
})

test('the requests changed nothing in the other workspace', async () => {
  const { id } = (await victimOnce()).acme
  const before = await settledDigest(id)
  for (const [, endpoint, place, name] of cases) await send(endpoint, place, name, FOREIGN)
  expect(await digestRows(id)).toBe(before)
})

/** Created after the attacker's first fixture, whose rows then have smaller IDs. */
const victimOnce = () => (victim ??= createVictim(testServer()))

function send(endpoint: Endpoint, place: Place, name: string, id: string): Promise<ApiResponse> {
  const { key, request } = fixture()
  const bodyHas = place === 'body' ? { [name]: Number(id), ...(name === 'agent_ref_id' && { agent_id: undefined }) } : {}
  const { path, body } = request(endpoint, bodyHas)
  const named = place === 'path' ? endpoint.path.replace(`{${name}}`, id).replaceAll(/\{\w+\}/g, ABSENT) : path
  const query = place === 'query' ? `?${name}=${id}` : ''
  const init = body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}
  return key.raw(`${named}${query}`, { method: endpoint.method, ...init })
}

const comparableResponse = ({ status, body }: ApiResponse, id: string) => ({
  status,
  body: JSON.stringify(body)
    .replaceAll(id, '0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'THEN'),
})
