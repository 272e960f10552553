import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import { toolsOf } from '../../src/mcp/tools.ts'
import type { Route } from '../../src/rest/route.ts'
import * as idempotency from '../../src/services/shared/idempotency.ts'
import { connectedApp } from '../kit/apps.ts'
import { type Ground, useGround } from '../kit/ground.ts'
import { useWorld } from '../kit/world.ts'
import { call } from './kit.ts'

// No jobs: what is under way would be told otherwise by the face that is asked later.
const world = useWorld({ env: { ROLE: 'api' } })
const ground = useGround(world)
const tokens = new WeakMap<Ground, string>()
let token: string
beforeEach(async () => {
  const { tenant_id: workspaceId } = (await ground().key.get('/me')).body
  token = tokens.get(ground()) ?? (await connectedApp(world(), workspaceId)).token
  tokens.set(ground(), token)
})

const tools = [...toolsOf(schema, idempotency).values()]
const ajv = new Ajv2020({ strict: false })

interface Input {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body?: Record<string, unknown>
}

let lines = 0
const line = () => `+1416555${1_000 + (lines += 1)}`
const newAgent = async () => String((await ground().key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id)
const idIn = (path: `/${string}`) => ground().request({ method: 'GET', path }).path.split('/').at(-1)!

/** A good request of a row, taken apart; what it makes, publishes or ends is another thing each time. */
async function inputOf(row: Route): Promise<Input> {
  const { path, body } = ground().request(row)
  const pattern = new RegExp(`^${row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const inPath = Object.fromEntries(Object.entries({ ...pattern.exec(path)!.groups }).map(([name, value]) => [name, decodeURIComponent(value!)]))
  const inQuery = Object.fromEntries(Object.entries(row.example?.params ?? {}).filter(([name]) => row.query && name in row.query.shape))
  if (inQuery.campaign_id) inQuery.campaign_id = idIn('/campaigns/{campaign_id}')
  if (inQuery.agent_id) inQuery.agent_id = idIn('/agents/{agent_id}')
  if (row.tool === 'remove_dnc_entry') await ground().key.post('/dnc', { phone_number: inPath.phone_number })
  if (row.tool === 'upsert_leads') Object.assign(body!, { items: [{ external_id: line(), phone: line() }] })
  return {
    path: inPath.agent_id ? { agent_id: await newAgent() } : inPath,
    query: inQuery,
    body: row.tool === 'add_leads' ? { leads: [{ phone_number: line() }] } : body,
  }
}

/** The same request through both faces. */
async function overRest({ method, path }: Route, input: Input) {
  const search = new URLSearchParams(Object.entries(input.query).map(([name, value]) => [name, String(value)])).toString()
  const address = `${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.path[name])))}${search && `?${search}`}`
  const { status, body } = await ground().key.raw(address, {
    method,
    ...(input.body && { body: JSON.stringify(input.body), headers: { 'Content-Type': 'application/json' } }),
  })
  return { status, said: status === 204 ? { deleted: true } : body }
}
async function overMcp({ tool, status }: Route, input: Input) {
  const { isError, said } = await call(world(), token, tool, { ...input.path, ...input.query, ...input.body })
  return isError ? { status: said.status as number, said: { detail: said.detail } } : { status, said }
}

/** What differs from one thing to the next, or from one moment to the next. */
const ITS_OWN = /^(id|ref|secret|.*_id|.*_at|phone_number|to_number|download_url|name)$/
const common = (value: unknown, own: RegExp): unknown =>
  JSON.parse(JSON.stringify(value, (name, inside: unknown) => (own.test(name) && inside !== null ? typeof inside : inside)))

describe.each(tools.map(({ row, definition }) => [row.tool, row, definition] as const))('%s', (_name, row, { outputSchema }) => {
  test('answers what REST answers, as it says it would', async () => {
    const first = await inputOf(row)
    // The first time a secret may be made and told.
    if (row.method === 'PUT') await overRest(row, first)
    const rest = await overRest(row, first)
    const mcp = await overMcp(row, row.method === 'GET' ? first : await inputOf(row))
    expect(rest.status, JSON.stringify(rest.said)).toBe(row.status)
    // A text may be on its way further when it is told of.
    const moving = row.tool === 'send_sms' ? 'status' : 'ref'
    const own = row.method === 'GET' ? /^(download_url|expires_at)$/ : new RegExp(`${ITS_OWN.source}|^${moving}$`)
    expect({ ...mcp, said: common(mcp.said, own) }).toEqual({ ...rest, said: common(rest.said, own) })
    expect(ajv.validate(outputSchema!, mcp.said), ajv.errorsText()).toBe(true)
  })

  test('refuses what REST refuses, in the same words', async () => {
    const good = await inputOf(row)
    const wrong: Input[] = [
      ...Object.keys(good.path).flatMap((name) => ['999999', 'none'].map((value) => ({ ...good, path: { ...good.path, [name]: value } }))),
      ...Object.keys(row.query?.shape ?? {}).map((name) => ({ ...good, query: { ...good.query, [name]: 'x y' } })),
      ...Object.keys(row.body?.shape ?? {}).flatMap((name) => [{}, 'x'.repeat(70_000)].map((value) => ({ ...good, body: { ...good.body, [name]: value } }))),
      ...(row.body
        ? [
            { ...good, body: {} },
            { ...good, body: { ...good.body, name: 'a\u0000b', more: 'x'.repeat(12_000) } },
          ]
        : []),
    ]
    let refused = 0
    for (const input of wrong) {
      const rest = await overRest(row, input)
      if (rest.status < 400) continue
      refused++
      expect(await overMcp(row, input), JSON.stringify(input).slice(0, 500)).toEqual(rest)
    }
    const mayFail = Object.keys(good.path).length > 0 || row.query || row.body
    expect(refused > 0).toBe(Boolean(mayFail))
  })
})
