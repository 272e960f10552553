import { describe, expect, test } from 'vitest'
import { parseObject } from '../../src/kernel/json/json.ts'
import { BodyError } from '../../src/kernel/http/requestBody.ts'

const read = (text: string | Uint8Array) => parseObject(typeof text === 'string' ? Buffer.from(text) : text)

function refusal(text: string | Uint8Array) {
  try {
    read(text)
  } catch (error) {
    expect(error).toBeInstanceOf(BodyError)
    return (error as BodyError).detail
  }
  throw new Error('it was accepted')
}
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('accepted JSON comes back unchanged', () => {
  test.each(['{}', '{"a":[1,-0.5,1e-7,9007199254740991,-9007199254740991,"",null,true]}', '{"text":"\\ud83d\\ude00 \\u0001 é"}', nested(32)])('%s', (text) => {
    expect(read(text)).toEqual(JSON.parse(text))
  })
})

describe("JSON that can't be stored is refused with its location", () => {
  test.each([
    ['NUL in a value', '{"a":["x","\\u0000"]}', ['body', 'a', 1], 'value_error.str.characters'],
    ['NUL in a key', '{"a":{"b\\u0000":1}}', ['body', 'a', 'b\u0000'], 'value_error.str.characters'],
    ['half a surrogate pair', '{"a":"\\ud83d"}', ['body', 'a'], 'value_error.str.characters'],
    ['half a surrogate pair in a key', '{"\\ude00":1}', ['body', '\ude00'], 'value_error.str.characters'],
    ['a number that is too large', '{"a":1e400}', ['body', 'a'], 'value_error.number.not_finite'],
    ['an integer that would be rounded', '{"a":9007199254740993}', ['body', 'a'], 'value_error.number.not_le'],
    ['a negative one', '{"a":-9007199254740992}', ['body', 'a'], 'value_error.number.not_ge'],
    ['__proto__', '{"a":{"__proto__":{"admin":true}}}', ['body', 'a', '__proto__'], 'value_error.key'],
    ['constructor', '{"constructor":1}', ['body', 'constructor'], 'value_error.key'],
    ['prototype', '{"a":[{"prototype":1}]}', ['body', 'a', 0, 'prototype'], 'value_error.key'],
    ['33 levels', nested(33), ['body', ...Array.from({ length: 32 }, () => 'a')], 'value_error.json.depth'],
    ['a list', '[]', ['body'], 'type_error.dict'],
    ['null', 'null', ['body'], 'type_error.dict'],
    ['text', '"x"', ['body'], 'type_error.dict'],
    ['half an object', '{"a":', ['body'], 'value_error.jsondecode'],
    ['only whitespace', '  ', ['body'], 'value_error.jsondecode'],
    ['NaN', '{"a":NaN}', ['body'], 'value_error.jsondecode'],
  ])('%s', (_name, text, loc, type) => {
    expect(refusal(text)).toEqual([{ loc, type, msg: expect.any(String) }])
  })

  test('invalid UTF-8', () => {
    expect(refusal(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]))).toEqual([
      { loc: ['body'], type: 'value_error.jsondecode', msg: 'the body is not valid UTF-8' },
    ])
  })

  test('a body nested deeper than the stack', () => {
    expect(refusal(nested(50_000))).toMatchObject([{ type: 'value_error.json.depth' }])
    expect(refusal(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toMatchObject([{ type: 'value_error.json.depth' }])
  })
})

test('reading hostile keys leaves all other objects unchanged', () => {
  refusal('{"__proto__":{"polluted":true}}')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
