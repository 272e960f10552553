import { beforeAll, describe, expect, test } from 'vitest'
import { extensions } from '../../src/rest/extensions.ts'
import type { Extension, Route } from '../../src/rest/route.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import type { Answer } from '../kit/client.ts'
import { useGround } from '../kit/ground.ts'
import type { Lively } from '../kit/lively.ts'
import { useWorld } from '../kit/world.ts'
import { ABSENT, FOREIGN, makeVictim, rowsAtRest, rowsOf, tablesWithout } from './victim.ts'

/** Every id of every REST endpoint, in path, query and body, asked with another workspace's key of all scopes. */
const world = useWorld()
const ground = useGround(world)
let victim: Promise<Lively> | undefined
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
const asking = ([...routeTable, ...extensions] as Endpoint[]).flatMap((endpoint) =>
  idsOf(endpoint).map(([place, name]) => [`${endpoint.method} ${endpoint.path}: ${name} in its ${place}`, endpoint, place, name] as const),
)

/** Makes what the other tests use: the asking workspace, and a victim with one of everything, whose calls, erasure and texts are waited for. */
test('every table of a workspace has the row that all of this asks for', async () => {
  expect(await tablesWithout((await theVictim()).acme.id)).toEqual([])
})

describe('an id of another workspace is answered as one that does not exist', () => {
  test.each(asking)('%s', async (_title, endpoint, place, name) => {
    await theVictim()
    const [foreign, absent] = [await send(endpoint, place, name, FOREIGN), await send(endpoint, place, name, ABSENT)]
    expect(told(foreign, FOREIGN)).toEqual(told(absent, ABSENT))
    expect(place === 'query' ? [200, 404] : [400, 404]).toContain(absent.status)
  })
})

test("asking changed nothing that is the victim's", async () => {
  const { id } = (await theVictim()).acme
  const before = await rowsAtRest(id)
  for (const [, endpoint, place, name] of asking) await send(endpoint, place, name, FOREIGN)
  expect(await rowsOf(id)).toBe(before)
})

/** Made after the attacker's first ground, whose rows then have smaller ids. */
const theVictim = () => (victim ??= makeVictim(world()))

function send(endpoint: Endpoint, place: Place, name: string, id: string): Promise<Answer> {
  const { key, request } = ground()
  const bodyHas = place === 'body' ? { [name]: Number(id), ...(name === 'agent_ref_id' && { agent_id: undefined }) } : {}
  const { path, body } = request(endpoint, bodyHas)
  const named = place === 'path' ? endpoint.path.replace(`{${name}}`, id).replaceAll(/\{\w+\}/g, ABSENT) : path
  const query = place === 'query' ? `?${name}=${id}` : ''
  const init = body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}
  return key.raw(`${named}${query}`, { method: endpoint.method, ...init })
}

const told = ({ status, body }: Answer, id: string) => ({
  status,
  body: JSON.stringify(body)
    .replaceAll(id, '0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'THEN'),
})
