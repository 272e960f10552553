import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Route } from '../../src/rest/route.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import type { Client } from '../kit/clients/client.ts'
import { forEachConcurrently } from '../kit/waiting/forEachConcurrently.ts'
import { useRequestFixture } from '../kit/fixtures/requestFixture.ts'
import { VALUES } from '../kit/fixtures/hostileInput.ts'
import { sendRawRequest } from '../kit/clients/rawRequests.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectVocabulary } from './vocabulary.ts'

// No jobs run here, because they would slow the requests.
const testServer = useTestServer({ env: { ROLE: 'api' } })
const fixture = useRequestFixture(testServer)
const rows = routeTable.filter((row) => row.body)

describe.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_name, row) => {
  /** Sends over a hundred values, and reads the accepted ones back. */
  test.each(Object.keys(row.body!.shape))('%s: any value is either accepted and returned unchanged, or refused without a trace', async (field) => {
    const { key, countResources, request } = fixture()
    let createdCount = 0
    const before = await countResources()
    const attempt = async (value: string) => {
      const { path, body } = request(row, { [field]: undefined })
      const response = await sendJson(key, row.method, path, `{${[JSON.stringify(body).slice(1, -1), `"${field}":${value}`].filter(Boolean).join()}}`)
      if (response.status >= 400) return expectVocabulary(response, 'body')
      createdCount++
      await expectStored(key, row, path, field, JSON.parse(value), response.body)
    }
    // Requests that change the same row run one after the other, so that each is read before the next change.
    await forEachConcurrently(valuesFor(row.body!.shape[field] as z.ZodType), attempt, row.method === 'POST' ? 4 : 1)
    expect((await countResources()) - before).toBe(createsRow(row) ? createdCount : 0)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  /** Sends 60 combinations of fields, one after the other, and reads the accepted ones back. */
  test('so are all fields at once, and unknown fields', async () => {
    const { key, countResources, request } = fixture()
    const before = await countResources()
    let createdCount = 0
    await fc.assert(
      fc.asyncProperty(combinationsOf(Object.keys(row.body!.shape)), async (fields) => {
        const { path, body } = request(row)
        const values = { ...Object.fromEntries(Object.entries(body!).map(([name, value]) => [name, JSON.stringify(value)])), ...fields }
        const text = Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}:${value}`)
        const response = await sendJson(key, row.method, path, `{${text.join()}}`)
        if (response.status >= 400) return expectVocabulary(response, 'body')
        createdCount++
        const knownFields = Object.entries(fields).filter(([name]) => Object.hasOwn(row.body!.shape, name))
        for (const [name, value] of knownFields) await expectStored(key, row, path, name, JSON.parse(value), response.body)
      }),
      { numRuns: 60, endOnFailure: true },
    )
    expect((await countResources()) - before).toBe(createsRow(row) ? createdCount : 0)
  })
})

/** Whether each success adds one row. Reconnecting an account adds none, and a consent that is stated again is the same one. */
const createsRow = ({ method, path, params, status }: Route) =>
  method === 'POST' && !params && status !== 200 && !['/integrations/connect', '/consents'].includes(path)

/** Some of the route's fields and some with any name, each with a hostile or random JSON value. */
const combinationsOf = (names: string[]): fc.Arbitrary<Record<string, string>> => {
  const short = fc.constantFrom(...VALUES.filter((value) => value.length < 2_000))
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  const text = fc.string({ unit, maxLength: 40 })
  const random = fc.oneof(fc.jsonValue({ maxDepth: 5 }), text).map((value) => JSON.stringify(value))
  const value = fc.oneof(short, random)
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text })
  return fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 })
}

/** All values for a free-text field. For other fields fewer texts, because they fail alike. */
function valuesFor(type: z.ZodType): readonly string[] {
  const takesText = ['x', 'en', '+14155550100'].some((text) => type.safeParse(text).success)
  return takesText ? VALUES : VALUES.filter((value, at) => !value.startsWith('"') || at % 9 === 0)
}

const sendJson = (key: Client, method: string, path: string, body?: string) =>
  sendRawRequest(testServer().url, { method, path, body, headers: { 'X-API-Key': key.apiKey, 'Content-Type': 'application/json' } })

/** Fields whose response has more than was sent: every key of an object, and times in UTC. */
const COMPLETED_FIELDS = new Set(['schedule'])

/**
 * Checks that the value sent is in the response, in every readable field, and text also in what is read afterwards. A report's `status` is its own, not the
 * filter that was sent.
 */
async function expectStored(key: Client, row: Route, path: string, field: string, value: unknown, response: Record<string, unknown>) {
  if (value === null || value === '' || COMPLETED_FIELDS.has(field)) return
  const contains = (body: Record<string, unknown>) => {
    if (!Object.hasOwn(body, field) || (row.tool === 'export_report' && field === 'status')) return
    expect(body[field]).toEqual(typeof body[field] === 'number' ? Number(value) : JSON.parse(JSON.stringify(value)))
  }
  contains(response)
  const detail = routeTable.find((other) => other.method === 'GET' && other.path === (row.params ? row.path : `${row.path}/{${row.path.slice(1, -1)}_id}`))
  const isShown = Object.hasOwn(response, field) && typeof value !== 'string'
  if (detail && !isShown) contains((await sendJson(key, 'GET', row.params ? path : `${path}/${String(response.id)}`)).body)
}
