import { expect } from 'vitest'

/** Every `type` of a 422 error and the format of its `msg` (spec: Errors; contract: 422 items). */
const VOCABULARY: Record<string, RegExp> = {
  'value_error.missing': /^field required$/,
  'value_error.jsondecode': /^the body is not valid (JSON|UTF-8)$/,
  'value_error.json.depth': /^JSON can be nested at most 32 levels deep$/,
  'value_error.json.values': /^the body contains too many values, or a name or number that is too long: at most \d+ in all, \d+ in an object$/,
  'value_error.key': /^key is not allowed$/,
  'value_error.extra': /^extra fields not permitted$/,
  'value_error.str.regex': /^string does not match regex ".+"$/,
  'value_error.str.min_length': /^ensure this value has at least \d+ characters$/,
  'value_error.str.max_length': /^ensure this value has at most \d+ (characters|bytes of JSON)$/,
  'value_error.str.characters': /^text contains characters that cannot be stored$/,
  'value_error.list.min_items': /^ensure this value has at least \d+ items$/,
  'value_error.list.max_items': /^ensure this value has at most \d+ items$/,
  'value_error.number.not_ge': /^ensure this value is greater than or equal to -?\d+$/,
  'value_error.number.not_le': /^ensure this value is less than or equal to \d+$/,
  'value_error.number.not_finite': /^value is not a finite number$/,
  'value_error.language': /^(value is not a well-formed BCP-47 tag|the voice provider \w+ does not support this language)$/,
  'value_error.timezone': /^value is not a valid IANA time zone such as "Europe\/Rome"$/,
  'value_error.datetime': /^invalid datetime format$/,
  'value_error.cursor': /^value is not a valid cursor$/,
  'value_error.idempotency_key': /^(send only one Idempotency-Key|ensure this value has 1 to 255 printable ASCII characters)$/,
  'type_error.none.not_allowed': /^none is not an allowed value$/,
  'type_error.string': /^str type expected$/,
  'type_error.float': /^value is not a valid float$/,
  'type_error.integer': /^value is not a valid integer$/,
  'type_error.bool': /^value could not be parsed to a boolean$/,
  'type_error.list': /^value is not a valid list$/,
  'type_error.dict': /^value is not a valid dict$/,
  'type_error.enum': /^value is not a valid enumeration member; permitted: '[^']*'(, '[^']*')*$/,
}

/** Checks a client error: below 500, and if it is a list, with published messages. */
export function expectVocabulary({ status, body }: { status: number; body: any }, ...places: ('body' | 'query' | 'path' | 'header')[]) {
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  expect(status).not.toBe(429)
  if (!Array.isArray(body.detail)) return
  expect(status).toBe(422)
  expect(body.detail).not.toEqual([])
  for (const { loc, msg, type } of body.detail) {
    expect(places).toContain(loc[0])
    expect(Object.keys(VOCABULARY), `${loc}: ${msg}`).toContain(type)
    expect(msg).toMatch(VOCABULARY[type]!)
  }
}
