import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Route } from '../../src/rest/route.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import type { Client } from '../kit/client.ts'
import { each } from '../kit/each.ts'
import { useGround } from '../kit/ground.ts'
import { VALUES } from '../kit/hostile.ts'
import { send } from '../kit/wire.ts'
import { useWorld } from '../kit/world.ts'
import { expectVocabulary } from './vocabulary.ts'

// No jobs: what is under way beside the requests would only make them slow.
const world = useWorld({ env: { ROLE: 'api' } })
const ground = useGround(world)
const rows = routeTable.filter((row) => row.body)

describe.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_name, row) => {
  /** Sends well over a hundred values, a few at a time or one after the other, and reads what became of those that were taken. */
  test.each(Object.keys(row.body!.shape))('%s: anything at all is taken and given back as it was, or refused and forgotten', async (field) => {
    const { key, kept, request } = ground()
    let made = 0
    const before = await kept()
    const attempt = async (value: string) => {
      const { path, body } = request(row, { [field]: undefined })
      const answer = await asked(key, row.method, path, `{${[JSON.stringify(body).slice(1, -1), `"${field}":${value}`].filter(Boolean).join()}}`)
      if (answer.status >= 400) return expectVocabulary(answer, 'body')
      made++
      await expectKept(key, row, path, field, JSON.parse(value), answer.body)
    }
    // What changes one and the same thing is sent one by one, so that nothing else has changed it before it is read.
    await each(valuesFor(row.body!.shape[field] as z.ZodType), attempt, row.method === 'POST' ? 4 : 1)
    expect((await kept()) - before).toBe(makesThings(row) ? made : 0)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  /** Sends 60 mixtures of fields, one request after the other, and reads what became of those that were taken. */
  test('so are all fields at once, and fields that nobody knows', async () => {
    const { key, kept, request } = ground()
    const before = await kept()
    let made = 0
    await fc.assert(
      fc.asyncProperty(mixOf(Object.keys(row.body!.shape)), async (fields) => {
        const { path, body } = request(row)
        const whole = { ...Object.fromEntries(Object.entries(body!).map(([name, value]) => [name, JSON.stringify(value)])), ...fields }
        const text = Object.entries(whole).map(([name, value]) => `${JSON.stringify(name)}:${value}`)
        const answer = await asked(key, row.method, path, `{${text.join()}}`)
        if (answer.status >= 400) return expectVocabulary(answer, 'body')
        made++
        const sent = Object.entries(fields).filter(([name]) => Object.hasOwn(row.body!.shape, name))
        for (const [name, value] of sent) await expectKept(key, row, path, name, JSON.parse(value), answer.body)
      }),
      { numRuns: 60, endOnFailure: true },
    )
    expect((await kept()) - before).toBe(makesThings(row) ? made : 0)
  })
})

/** Whether each success is one thing more; an account that is connected again stays one. */
const makesThings = ({ method, params, status, tool }: Route) => method === 'POST' && !params && status !== 200 && tool !== 'connect_carrier'

/** Some of the fields, and some of any name, each with anything: of ours, or as random as JSON can be. */
const mixOf = (names: string[]): fc.Arbitrary<Record<string, string>> => {
  const short = fc.constantFrom(...VALUES.filter((value) => value.length < 2_000))
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  const text = fc.string({ unit, maxLength: 40 })
  const random = fc.oneof(fc.jsonValue({ maxDepth: 5 }), text).map((value) => JSON.stringify(value))
  const value = fc.oneof(short, random)
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text })
  return fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 })
}

/** All values for a field that takes any text; for another one, few of the texts, since they are all alike to it. */
function valuesFor(type: z.ZodType): readonly string[] {
  const takesText = ['x', 'en', '+14155550100'].some((text) => type.safeParse(text).success)
  return takesText ? VALUES : VALUES.filter((value, at) => !value.startsWith('"') || at % 9 === 0)
}

const asked = (key: Client, method: string, path: string, body?: string) =>
  send(world().url, { method, path, body, headers: { 'X-API-Key': key.apiKey, 'Content-Type': 'application/json' } })

/** Objects with fields of their own come back with all of them, and moments in UTC. */
const COMPLETED = new Set(['schedule'])

/** What was sent is in the answer (a report's `status` is its own, not the one its rows are to have), wherever the field can be read, and text also in what is read afterwards. */
async function expectKept(key: Client, row: Route, path: string, field: string, sent: unknown, answered: Record<string, unknown>) {
  if (sent === null || sent === '' || COMPLETED.has(field)) return
  const holds = (body: Record<string, unknown>) => {
    if (!Object.hasOwn(body, field) || (row.tool === 'export_report' && field === 'status')) return
    expect(body[field]).toEqual(typeof body[field] === 'number' ? Number(sent) : JSON.parse(JSON.stringify(sent)))
  }
  holds(answered)
  const detail = routeTable.find((other) => other.method === 'GET' && other.path === (row.params ? row.path : `${row.path}/{${row.path.slice(1, -1)}_id}`))
  const isShown = Object.hasOwn(answered, field) && typeof sent !== 'string'
  if (detail && !isShown) holds((await asked(key, 'GET', row.params ? path : `${path}/${String(answered.id)}`)).body)
}
