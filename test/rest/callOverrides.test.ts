import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { listPlacements, createTenant } from '../services/calls/placementKit.ts'
import { errorsIn } from './responses.ts'

const testServer = useTestServer({ speed: 200 })
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
  let acme: Awaited<ReturnType<typeof createTenant>>
  beforeAll(async () => {
    acme = await createTenant(testServer(), { engine })
  })
  const completeCall = async (to: string, fields: object) => {
    const { status, body } = await acme.place(to, fields)
    expect(status).toBe(202)
    await waitFor('the end', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id: body.id } })).finishedAt)
    return (await acme.key.get(`/calls/${body.id}`)).body
  }

  /** Waits for a simulated call to end and for its answers to be validated, in a thread that starts for the first ones. */
  test('a call extracts the fields of its own schema, with answers of the requested types', async () => {
    const { structured_data } = await completeCall('+14155550009', { extraction_schema: SCHEMA })
    expect(structured_data).toEqual({
      full_name: expect.any(String),
      seats: expect.any(Number),
      plan: expect.stringMatching(/^(basic|gold)$/),
      wants_demo: expect.any(Boolean),
      products: expect.any(Array),
    })
    expect(Number.isInteger(structured_data.seats)).toBe(true)
  })

  test('an answer that does not match the schema is stored separately with the reason', async () => {
    const properties = { full_name: { type: 'string', pattern: '^[a-z]{2}$' }, wants_demo: { type: 'boolean' } }
    const call = await completeCall('+14155550009', { extraction_schema: { type: 'object', properties, minProperties: 1 } })
    expect(call.structured_data).toEqual({ wants_demo: expect.any(Boolean) })
    expect(call.validation_errors).toEqual([{ field: 'full_name', value: expect.any(String), error: 'must match pattern "^[a-z]{2}$"' }])
  })

  /** Waits for three simulated calls to end, one after the other. */
  test('the summary and analysis of a call are in the requested language', async () => {
    const plain = await completeCall('+14155550009', {})
    const italian = await completeCall('+14155550009', { output_language: 'it-IT' })
    expect((await completeCall('+14155550009', { output_language: 'same_as_call' })).summary).toBe(plain.summary)
    expect(italian.summary).not.toBe(plain.summary)
    const [body] = (await listPlacements(testServer(), engine, '+14155550009')).filter((text) => text.includes('Italian'))
    expect(body).toBeDefined()
  })

  test('a call in any language understands the language the contact speaks', async () => {
    const { detected_language } = await completeCall('+390212340009', { call_language_mode: 'auto' })
    expect(detected_language).toMatch(/^it/)
  })

  test('variables and metadata reach the provider, metadata comes back unchanged, and recording can be off', async () => {
    const metadata = { order: 'A-1', nested: { list: [1, null] }, callwright_ref: 'mine' }
    const call = await completeCall('+12125550009', { metadata, variables: { first_name: 'Zoë' }, recording_enabled: false })
    expect(call).toMatchObject({ metadata, recording_advisory: { recorded: false, reason: 'disabled_on_call' } })
    expect(call).not.toHaveProperty('recording_url')
    const [body] = await listPlacements(testServer(), engine, '+12125550009')
    expect(body).toContain('"order":"A-1"')
    expect(body).toContain('"first_name":"Zoë"')
    expect(body).not.toContain('"callwright_ref":"mine"')
  })

  test('an impossible override is refused before anything is created, with a sentence or an error that names it', async () => {
    const before = (await acme.key.get('/calls')).body.items.length
    expect(await acme.place('+12125550100', { extraction_schema: { type: 'object', properties: { a: { type: 'poem' } } } })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('extraction_schema.properties.a: type must be one of') },
    })
    expect(errorsIn(await acme.place('+12125550100', { output_language: 'klingon!' }))).toMatchObject([{ loc: ['body', 'output_language'] }])
    expect(errorsIn(await acme.place('+12125550100', { call_language_mode: 'guess' }))).toMatchObject([
      { loc: ['body', 'call_language_mode'], type: 'type_error.enum' },
    ])
    expect((await acme.key.get('/calls')).body.items).toHaveLength(before)
    expect(await listPlacements(testServer(), engine, '+12125550100')).toEqual([])
  })
})
