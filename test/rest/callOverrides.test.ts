import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'
import { dialled, tenant } from '../services/calls/placementKit.ts'
import { items } from './answers.ts'

const world = useWorld({ speed: 200 })
const SCHEMA = {
  type: 'object',
  properties: {
    full_name: { type: 'string', description: 'What is your name?', required: true },
    seats: { type: 'integer', minimum: 1, maximum: 99 },
    plan: { type: 'string', enum: ['basic', 'gold'] },
    wants_demo: { type: 'boolean' },
    products: { type: 'array', items: { type: 'string' }, description: 'Products of interest' },
  },
}

describe.each(['retell', 'vapi'])('%s', (engine) => {
  let acme: Awaited<ReturnType<typeof tenant>>
  beforeAll(async () => {
    acme = await tenant(world(), { engine })
  })
  const held = async (to: string, fields: object) => {
    const { status, body } = await acme.place(to, fields)
    expect(status).toBe(202)
    await until('the end', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id: body.id } })).finishedAt)
    return (await acme.key.get(`/calls/${body.id}`)).body
  }

  /** Waits for a simulated call to end, and for its answers to be held against the schema, in a thread that starts for the first ones. */
  test('a call asks for what its schema names, and its answers are of the types that were asked for', async () => {
    const { structured_data } = await held('+14155550009', { extraction_schema: SCHEMA })
    expect(structured_data).toEqual({
      full_name: expect.any(String),
      seats: expect.any(Number),
      plan: expect.stringMatching(/^(basic|gold)$/),
      wants_demo: expect.any(Boolean),
      products: expect.any(Array),
    })
    expect(Number.isInteger(structured_data.seats)).toBe(true)
  })

  test('an answer that does not fit the schema is kept apart, with why', async () => {
    const properties = { full_name: { type: 'string', pattern: '^[a-z]{2}$' }, wants_demo: { type: 'boolean' } }
    const call = await held('+14155550009', { extraction_schema: { type: 'object', properties, minProperties: 1 } })
    expect(call.structured_data).toEqual({ wants_demo: expect.any(Boolean) })
    expect(call.validation_errors).toEqual([{ field: 'full_name', value: expect.any(String), error: 'must match pattern "^[a-z]{2}$"' }])
  })

  /** Waits for three simulated calls to end, one after the other. */
  test('what is written about a call comes in the language that was asked for', async () => {
    const plain = await held('+14155550009', {})
    const italian = await held('+14155550009', { output_language: 'it-IT' })
    expect((await held('+14155550009', { output_language: 'same_as_call' })).summary).toBe(plain.summary)
    expect(italian.summary).not.toBe(plain.summary)
    const [body] = (await dialled(world(), engine, '+14155550009')).filter((text) => text.includes('Italian'))
    expect(body).toBeDefined()
  })

  test('a call that takes any language understands the one that is spoken', async () => {
    const { detected_language } = await held('+390212340009', { call_language_mode: 'auto' })
    expect(detected_language).toMatch(/^it/)
  })

  test('variables and metadata reach the provider, metadata comes back as it was sent, and recording can be off', async () => {
    const metadata = { order: 'A-1', nested: { list: [1, null] }, callwright_ref: 'mine' }
    const call = await held('+12125550009', { metadata, variables: { first_name: 'Zoë' }, recording_enabled: false })
    expect(call).toMatchObject({ metadata, recording_advisory: { recorded: false, reason: 'disabled_on_call' } })
    expect(call).not.toHaveProperty('recording_url')
    const [body] = await dialled(world(), engine, '+12125550009')
    expect(body).toContain('"order":"A-1"')
    expect(body).toContain('"first_name":"Zoë"')
    expect(body).not.toContain('"callwright_ref":"mine"')
  })

  test('what cannot be asked for is refused before anything exists, with a sentence or an item that names it', async () => {
    const before = (await acme.key.get('/calls')).body.items.length
    expect(await acme.place('+12125550100', { extraction_schema: { type: 'object', properties: { a: { type: 'poem' } } } })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('extraction_schema.properties.a: type must be one of') },
    })
    expect(items(await acme.place('+12125550100', { output_language: 'klingon!' }))).toMatchObject([{ loc: ['body', 'output_language'] }])
    expect(items(await acme.place('+12125550100', { call_language_mode: 'guess' }))).toMatchObject([
      { loc: ['body', 'call_language_mode'], type: 'type_error.enum' },
    ])
    expect((await acme.key.get('/calls')).body.items).toHaveLength(before)
    expect(await dialled(world(), engine, '+12125550100')).toEqual([])
  })
})
