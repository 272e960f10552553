import { expect, test } from 'vitest'
import { toAnalysisItems, decodeAnswers } from '../../../src/services/extraction/extraction.ts'

const schema = {
  type: 'object',
  properties: {
    full_name: { type: 'string', title: 'Full name', required: true },
    seats: { type: 'integer', description: 'How many seats?' },
    floor: { enum: [1, 2, null] },
    wants_demo: { type: ['boolean', 'null'] },
    products: { type: 'array', items: { type: 'string' } },
    address: { type: 'object', properties: { city: { type: 'string' } } },
  },
}

test('every property of a schema becomes a question of its type, with its standard JSON Schema', () => {
  expect(toAnalysisItems(schema)).toEqual([
    { name: 'full_name', type: 'string', description: 'Full name\nAn answer is required.', schema: { type: 'string', title: 'Full name' } },
    { name: 'seats', type: 'number', description: 'How many seats?', schema: schema.properties.seats },
    { name: 'floor', type: 'enum', description: 'floor', choices: ['1', '2'], schema: schema.properties.floor },
    { name: 'wants_demo', type: 'boolean', description: 'wants_demo', schema: schema.properties.wants_demo },
    { name: 'products', type: 'json', description: 'products', schema: schema.properties.products },
    { name: 'address', type: 'json', description: 'address', schema: schema.properties.address },
  ])
})

test('text answers are decoded to the type of their question, and stay text if they cannot be', () => {
  const items = toAnalysisItems(schema)
  expect(decodeAnswers(items, { seats: '12', floor: '2', wants_demo: 'true', products: '["a","b"]', address: '{"city":"Rome"}', full_name: '12' })).toEqual({
    seats: 12,
    floor: 2,
    wants_demo: true,
    products: ['a', 'b'],
    address: { city: 'Rome' },
    full_name: '12',
  })
  const odd = { seats: 'a dozen', floor: 'third', wants_demo: 'maybe', products: 'apples', address: null, extra: '7' }
  expect(decodeAnswers(items, odd)).toEqual(odd)
})

test.each<[string, object, string]>([
  ['no properties', { type: 'object' }, 'extraction_schema: properties must name at least one field'],
  ['empty properties', { properties: {} }, 'extraction_schema: properties must name at least one field'],
  ['another type', { type: 'array', properties: { a: {} } }, 'extraction_schema: type must be object'],
  ['a field that is no schema', { properties: { a: 'text' } }, 'extraction_schema.properties.a: must be a JSON Schema object'],
  ['an unknown type', { properties: { a: { type: 'text' } } }, 'extraction_schema.properties.a: type must be one of'],
  ['an empty choice', { properties: { a: { enum: [] } } }, 'extraction_schema.properties.a: enum must list at least one value'],
  ['a blank name', { properties: { ' ': {} } }, 'a name must have 1 to 100 characters'],
  ['too many fields', { properties: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, {}])) }, 'at most 50 fields'],
])('a schema with %s is rejected with a message that names it', (_name, wrong, sentence) => {
  expect(() => toAnalysisItems(wrong as never)).toThrow(sentence)
})
