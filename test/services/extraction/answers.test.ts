import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import * as answers from '../../../src/services/extraction/answers.ts'
import { scaledTimeout } from '../../kit/runner/slowness.ts'

afterAll(() => answers.close())

const text = { type: 'string' }
const fieldsOf = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

describe('invalid answers are separated, with the reason', () => {
  test.each<[string, object, Record<string, unknown>, [field: string | null, value: unknown, error: string][]]>([
    ['everything fits', fieldsOf({ name: text, seats: { type: 'integer' } }), { name: 'Ada', seats: 2 }, []],
    ['another type', fieldsOf({ name: text, seats: { type: 'integer' } }), { name: 'Ada', seats: 'two' }, [['seats', 'two', 'must be integer']]],
    ['no integer', fieldsOf({ seats: { type: 'integer' } }), { seats: 1.5 }, [['seats', 1.5, 'must be integer']]],
    ['not among the choices', fieldsOf({ plan: { enum: ['basic', 2] } }), { plan: 'gold' }, [['plan', 'gold', 'must be one of "basic", 2']]],
    ['another pattern', fieldsOf({ zip: { pattern: '^\\d{5}$' } }), { zip: '123' }, [['zip', '123', 'must match pattern "^\\d{5}$"']]],
    ['a pattern that is no Unicode one', fieldsOf({ zip: { pattern: '^\\d{2}\\-\\d$' } }), { zip: '12-3' }, []],
    ['no date', fieldsOf({ on: { type: 'string', format: 'date' } }), { on: 'Monday' }, [['on', 'Monday', 'must match format "date"']]],
    ['an unknown format', fieldsOf({ on: { type: 'string', format: 'weekday' } }), { on: 'Monday' }, []],
    [
      'deep inside',
      fieldsOf({ address: fieldsOf({ city: text, no: { type: 'number' } }) }),
      { address: { city: 1, no: '2' } },
      [['address', { city: 1, no: '2' }, 'city must be string; no must be number']],
    ],
    ['in a list', fieldsOf({ tags: { type: 'array', items: text } }), { tags: ['a', 2] }, [['tags', ['a', 2], '1 must be string']]],
    ['required, and not there', fieldsOf({ a: text, b: text }, { required: ['b'] }), { a: 'x' }, [['b', null, 'is required but was not answered']]],
    ['required on the field itself', fieldsOf({ a: { ...text, required: true } }), {}, [['a', null, 'is required but was not answered']]],
    ['not required on the field itself', fieldsOf({ a: { ...text, required: false } }), {}, []],
    ['required within a field', fieldsOf({ a: fieldsOf({ b: { ...text, required: true } }) }), { a: {} }, [['a', {}, "must have required property 'b'"]]],
    ['a field that is named required', fieldsOf({ required: { type: 'boolean', required: true } }), { required: true }, []],
    ['no answer where none is required', fieldsOf({ a: text, b: { enum: ['x'] } }), { a: null, b: null }, []],
    ['no answer where one is', fieldsOf({ a: text }, { required: ['a'] }), { a: null }, [['a', null, 'must be string']]],
    ['null where null may be', fieldsOf({ a: { type: ['string', 'null'] } }, { required: ['a'] }), { a: null }, []],
    ['one too many', fieldsOf({ a: text }, { additionalProperties: false }), { a: 'x', z: 1 }, [['z', 1, 'must NOT have additional properties']]],
    ['a name with a slash and a tilde', fieldsOf({ 'a/b~c': text }), { 'a/b~c': 1 }, [['a/b~c', 1, 'must be string']]],
    ['about the whole', fieldsOf({ a: text }, { minProperties: 2 }), { a: 'x' }, [[null, null, 'must NOT have fewer than 2 properties']]],
    [
      'of draft 07',
      { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { type: 'array', items: [text] } } },
      { a: [1] },
      [['a', [1], '0 must be string']],
    ],
    [
      'of draft 2020-12',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { a: { prefixItems: [text] } } },
      { a: [1] },
      [['a', [1], '0 must be string']],
    ],
    ['by reference', fieldsOf({ a: { $ref: '#/$defs/name' } }, { $defs: { name: text } }), { a: 1 }, [['a', 1, 'must be string']]],
  ])('%s', async (_name, schema, data, expectedErrors) => {
    const validation = await answers.validate(1, schema as never, data)
    expect(validation.errors).toEqual(expectedErrors.map(([field, value, error]) => ({ field, value, error })))
    const apart = expectedErrors.map(([field]) => field)
    expect(validation.valid).toEqual(Object.fromEntries(Object.entries(data).filter(([field]) => !apart.includes(field))))
  })
})

test.each<[string, object]>([
  ['an unknown type', fieldsOf({ a: { type: 'text' } })],
  ['a reference to another place', fieldsOf({ a: { $ref: 'http://127.0.0.1:1/schema.json' } })],
  ['a pattern that is none', fieldsOf({ a: { pattern: '(' } })],
])('a schema with %s changes no answer, and an error states that nothing was checked', async (_name, schema) => {
  expect(await answers.findSchemaProblem(1, schema as never)).toEqual(expect.any(String))
  expect(await answers.validate(1, schema as never, { a: 1 })).toEqual({
    valid: { a: 1 },
    errors: [{ field: null, value: null, error: expect.stringContaining('could not be evaluated') }],
  })
})

test('two schemas with the same ID stay separate, and a repeated schema is reused', async () => {
  const schema = fieldsOf({ a: text }, { $id: 'https://example.com/s' })
  const other = fieldsOf({ a: { type: 'number' } }, { $id: 'https://example.com/s' })
  for (let times = 0; times < 4; times++) {
    expect((await answers.validate(1, schema, { a: 'x' })).errors).toEqual([])
    expect((await answers.validate(1, other, { a: 'x' })).errors).toHaveLength(1)
  }
  expect(await answers.findSchemaProblem(1, schema)).toBeNull()
})

/** Waits for two timeouts, one after another. A thread has one second for its answer. */
test('a pattern that never ends is aborted, keeps the answers, and does not delay other schemas', async () => {
  const endless = fieldsOf({ a: { pattern: '^(a+)+$' } })
  const data = { a: `${'a'.repeat(40)}!`, b: 1 }
  const startedAt = performance.now()
  const results = await Promise.all([1, 2].map(() => answers.validate(1, endless, data)))
  expect(performance.now() - startedAt).toBeLessThan(scaledTimeout(20_000))
  for (const validation of results)
    expect(validation).toEqual({ valid: data, errors: [{ field: null, value: null, error: expect.stringContaining('too long') }] })
  // The schema is known to time out by now, so it is not evaluated again.
  const again = performance.now()
  await answers.validate(1, endless, data)
  expect(performance.now() - again).toBeLessThan(scaledTimeout(500))
  expect(await answers.validate(1, fieldsOf({ a: text }), { a: 1 })).toEqual({ valid: {}, errors: [{ field: 'a', value: 1, error: 'must be string' }] })
})

/** Waits until the schema is aborted. A thread has one second for its answer, and limited memory. */
test('a schema that grows without bounds is aborted too', async () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`d${n}`, n ? { allOf: [{ $ref: `#/$defs/d${n - 1}` }, { $ref: `#/$defs/d${n - 1}` }] } : text]),
  )
  const { valid, errors } = await answers.validate(1, fieldsOf({ a: { $ref: '#/$defs/d29' } }, { $defs }), { a: 1 })
  expect([valid, errors[0]?.error]).toEqual([{ a: 1 }, expect.stringContaining('could not be evaluated')])
  expect((await answers.validate(1, fieldsOf({ a: text }), { a: 'x' })).errors).toEqual([])
})

test('after the threads were terminated, new ones evaluate the next schema', async () => {
  await answers.close()
  expect((await answers.validate(1, fieldsOf({ a: text }), { a: 1 })).errors).toHaveLength(1)
})

test('for any schema and answers, every answer is either valid or has an error, and valid answers fit the schema', async () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const field = fc.constantFrom<object>(
    text,
    { type: 'integer' },
    { type: 'boolean' },
    { enum: ['x', 1, null] },
    { type: 'array', items: text },
    { ...text, required: true },
    {},
  )
  const schema = fc.record({ properties: fc.dictionary(name, field), required: fc.uniqueArray(name), additionalProperties: fc.boolean() })
  const answersArbitrary = fc.dictionary(name, fc.oneof(fc.constantFrom('x', '', 1, 1.5, true, null), fc.array(fc.constantFrom('y', 2), { maxLength: 2 })))
  await fc.assert(
    fc.asyncProperty(schema, answersArbitrary, async (asked, data) => {
      const { valid, errors } = await answers.validate(1, asked, data)
      const apart = errors.filter((error) => error.field !== null && error.field in data)
      expect({ ...valid, ...Object.fromEntries(apart.map(({ field, value }) => [field, value])) }).toEqual(data)
      expect(Object.keys(valid).filter((key) => errors.some((error) => error.field === key))).toEqual([])
      expect((await answers.validate(1, asked, valid)).errors.filter((error) => error.field !== null && error.field in valid)).toEqual([])
    }),
    { numRuns: 100 },
  )
})
