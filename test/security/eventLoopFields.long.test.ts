import { beforeAll, describe, expect, test } from 'vitest'
import { routeTable } from '../../src/rest/routeTable.ts'
import { BODY_LIMIT } from '../../src/rest/handler.ts'
import { type BodyOf, fieldsOf, fillSchema, isLong, operationsWithBody } from './fullFields.ts'
import { jsonPieces, NOT_READ, useLoop } from './eventLoop.ts'

/** Every field of every body in `openapi.json`, so that a new one is tested automatically. */
const loop = useLoop()
const ids: Record<string, number> = {}
beforeAll(async () => {
  ids.campaign_id = (await loop.key().post('/campaigns', { name: 'Autumn' })).body.id
  ids.agent_id = (await loop.key().post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body.id
  ids.endpoint_id = (await loop.key().post('/webhook-endpoints', { url: 'https://example.com/other' })).body.id
  ids.number_id = (await loop.key().get('/phone-numbers')).body.items[0].id
})

/** Characters that have caused slow parsing: placeholders, markup, escapes and line ends. */
const UNITS = ['a', '{{', '<p ', '\\"\n']

const limitOf = ({ method, path }: BodyOf) => routeTable.find((row) => row.method === method && row.path === path)?.bodyLimit ?? BODY_LIMIT

const bodies = (operation: BodyOf, times: number): object[] => {
  const [fields, limit] = [fieldsOf(operation.schema), limitOf(operation)]
  const required = Object.fromEntries(fields.filter(([, , isRequired]) => isRequired).map(([name, field]) => [name, fillSchema(field, SMALL)]))
  const fullBody = fillSchema(operation.schema, { times, otherwise: Math.floor(limit / fields.length / 2) }) as object
  const long = fields.filter(([, field]) => isLong(field))
  return [
    fullBody,
    ...long.flatMap(([name, field]) => UNITS.map((unit) => ({ ...required, [name]: fillSchema(field, { times, otherwise: limit * times * 0.95, unit }) }))),
  ]
}
const SMALL = { times: 1, otherwise: 8 }

describe.runIf(process.platform === 'linux').each(operationsWithBody.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_title, operation) => {
  /** Sends a body with all fields and four with each long one, one after the other, and measures the server's CPU time meanwhile. A slow result is repeated. */
  test.each([1, 4])('with its fields at %i times their limits blocks no other request', async (times) => {
    const path = `/api/v1${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))}`
    for (const body of bodies(operation, times)) {
      const sending = { method: operation.method, path, headers: { 'X-API-Key': loop.key().apiKey }, body: jsonPieces(body) }
      await loop.keepsNobodyWaiting(async () => expect(NOT_READ).not.toContain((await loop.send(sending)).status))
    }
  })
})
