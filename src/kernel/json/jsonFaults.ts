import type { ValidationItem } from '../vocabulary/errors.ts'
import { isForbiddenName, MAX_DEPTH } from './jsonRules.ts'
import { isStorable } from '../lib/text.ts'

/** Values visited between two pauses. */
const STRETCH = 4_096

interface Cursor {
  value: unknown
  key: string | number
  parent: Cursor | null
  depth: number
  /** Keys of an object; null for an array. */
  names: string[] | null
  count: number
  next: number
}

/** Finds the first invalid value, with a pause at each `yield`. Does not recurse: a body can be nested deeper than the stack. */
export function* scanForFault(root: object, depth = 0): Generator<void, ValidationItem | null> {
  let place: Cursor | null = cursorAt(root, 'body', null, depth)
  let fault = faultOf(place)
  for (let looked = 1; !fault; looked++) {
    if (looked % STRETCH === 0) yield
    while (place && place.next >= place.count) place = place.parent
    if (!place) return null
    const key: string | number = place.names ? place.names[place.next]! : place.next
    place.next++
    place = cursorAt((place.value as Record<string | number, unknown>)[key], key, place, place.depth + 1)
    fault = faultOf(place)
  }
  return { loc: locationOf(place!), ...fault }
}

function cursorAt(value: unknown, key: string | number, parent: Cursor | null, depth: number): Cursor {
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : null
  return { value, key, parent, depth, names, count: names?.length ?? (Array.isArray(value) ? value.length : 0), next: 0 }
}

function faultOf({ value, key, depth }: Cursor): Omit<ValidationItem, 'loc'> | null {
  if (typeof key === 'string' && isForbiddenName(key)) return { msg: 'key is not allowed', type: 'value_error.key' }
  if ((typeof key === 'string' && !isStorable(key)) || (typeof value === 'string' && !isStorable(value)))
    return { msg: 'text contains characters that cannot be stored', type: 'value_error.str.characters' }
  if (typeof value === 'number') return numberFault(value)
  if (typeof value === 'object' && value !== null && depth >= MAX_DEPTH)
    return { msg: `JSON can be nested at most ${MAX_DEPTH} levels deep`, type: 'value_error.json.depth' }
  return null
}

function numberFault(value: number) {
  if (!Number.isFinite(value)) return { msg: 'value is not a finite number', type: 'value_error.number.not_finite' }
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return null
  return value > 0
    ? { msg: `ensure this value is less than or equal to ${Number.MAX_SAFE_INTEGER}`, type: 'value_error.number.not_le' }
    : { msg: `ensure this value is greater than or equal to ${Number.MIN_SAFE_INTEGER}`, type: 'value_error.number.not_ge' }
}

function locationOf(place: Cursor): (string | number)[] {
  const keys: (string | number)[] = []
  for (let at: Cursor | null = place; at; at = at.parent) keys.push(at.key)
  return keys.reverse()
}

/** Serializes a value with sorted object keys, with a pause at each `yield`; null if the text is longer than `maxLength`. */
export function* serializeSorted(root: unknown, maxLength: number): Generator<void, string | null> {
  let [text, pieces]: [string, string[]] = ['', []]
  const open: { value: Record<string, unknown> | unknown[]; names: string[] | null; next: number }[] = []
  const begin = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return void pieces.push(JSON.stringify(value))
    const isList = Array.isArray(value)
    pieces.push(isList ? '[' : '{')
    open.push({ value: value as Record<string, unknown>, names: isList ? null : Object.keys(value).sort(), next: 0 })
  }
  begin(root)
  for (let written = 1; open.length > 0; written++) {
    if (written % STRETCH === 0) {
      text += pieces.join('')
      pieces = []
      if (text.length > maxLength) return null
      yield
    }
    const { value, names, next } = open.at(-1)!
    if (next >= (names ?? (value as unknown[])).length) {
      pieces.push(names ? '}' : ']')
      open.pop()
      continue
    }
    open.at(-1)!.next++
    if (next > 0) pieces.push(',')
    if (names) pieces.push(JSON.stringify(names[next]), ':')
    begin(names ? (value as Record<string, unknown>)[names[next]!] : (value as unknown[])[next])
  }
  return text + pieces.join('')
}
