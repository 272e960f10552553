import { isForbiddenName, isSafeNumber, MAX_DEPTH } from './jsonRules.ts'
import { forgetSource, rememberSource, sourceOf, verbatimText } from './jsonSource.ts'
import { runSliced } from '../lib/slices.ts'
import { isStorable } from '../lib/text.ts'

/** Maximum size of a remembered source text in bytes, without the whitespace between values. Larger values are serialized from the value. */
export const MAX_SOURCE_BYTES = 65_536
/** Characters scanned between two pauses. */
const STRETCH = 16_384

/** An open object or array of the text. `value` is its parsed value, if it is needed. */
interface Frame {
  value: unknown
  from: number
  /** The current member: a key, or an index of an array. */
  member: string | number
  awaitsName: boolean
  /** Number of keys in it and in its descendants. */
  names: number
}

/**
 * Remembers the source text of every object and array in `body` down to `levels` levels, without `body` itself. `body` is the parsed value
 * of `text`, which is valid JSON. Yields to other work.
 */
export async function rememberSources(text: string, body: object, levels: number): Promise<void> {
  await runSliced(scanSources(text, body, levels))
}

/** Does the same synchronously, for a short text. */
export function rememberSourcesSync(text: string, body: object, levels: number): void {
  for (const _ of scanSources(text, body, levels));
}

/** Returns a member of an object, which is serialized with its source text if that is known. */
export function memberOf(object: Record<string, unknown>, name: string): unknown {
  const source = sourceOf(object)
  const value = object[name]
  if (source === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'object') rememberSourcesSync(source, object, 1)
  return typeof value === 'number' ? (numberIn(source, name) ?? value) : value
}

function* scanSources(text: string, body: object, levels: number): Generator<void> {
  const open: Frame[] = []
  for (let at = 0, pause = STRETCH; at < text.length; at++) {
    if (at >= pause) {
      yield
      pause = at + STRETCH
    }
    const code = text.charCodeAt(at)
    const frame = open.at(-1)
    if (code === QUOTE) {
      const start = at
      // A long string can consist of escaped quotes.
      for (at = nextQuote(text, at); isEscaped(text, at); at = nextQuote(text, at)) {
        if (at < pause) continue
        yield
        pause = at + STRETCH
      }
      if (frame?.awaitsName) [frame.member, frame.awaitsName] = [frame.value === undefined ? '' : nameIn(text, start, at), false]
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      const value = frame === undefined ? body : open.length < levels + 1 ? childOf(frame) : undefined
      open.push({ value, from: at, member: code === OPEN_LIST ? 0 : '', awaitsName: code === OPEN_OBJECT, names: 0 })
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      const { value, from, names } = open.pop()!
      const outer = open.at(-1)
      if (!outer) return
      outer.names += names
      if (typeof value === 'object' && value !== null) rememberIfSafe(value, text.slice(from, at + 1), names)
    } else if (frame && code === COLON) frame.names++
    else if (frame && code === COMMA) {
      if (typeof frame.member === 'number') frame.member++
      else frame.awaitsName = true
    }
  }
}

/** Returns the parsed value of the current member. */
const childOf = ({ value, member }: Frame): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, member) ? (value as Record<string | number, unknown>)[member] : undefined

const nameIn = (text: string, from: number, to: number): string => {
  const inside = text.slice(from + 1, to)
  return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside
}

const nextQuote = (text: string, after: number) => text.indexOf('"', after + 1)

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0
  while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++
  return slashes % 2 === 1
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Remembers a source text unless it holds more than its validated value: a repeated key, or a number that the database cannot compare. */
function rememberIfSafe(value: object, source: string, names: number) {
  const text = shortOf(source)
  const isKept = text !== null && ((names === namesIn(value) && !ODD_NUMBER.test(text)) || isSound(text))
  // An earlier member with the same key may have had another text.
  if (isKept) rememberSource(value, unescapePhones(text))
  else forgetSource(value)
}

function shortOf(source: string): string | null {
  if (source.length > MAX_SOURCE_BYTES * 4) return null
  const text = Buffer.byteLength(source) <= MAX_SOURCE_BYTES ? source : source.replace(BLANKS, '$1')
  return Buffer.byteLength(text) <= MAX_SOURCE_BYTES ? text : null
}

/** Counts the keys of a value and its descendants. A repeated key counts once here but several times in the source text. */
const namesIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>((sum, inside) => sum + namesIn(inside), Array.isArray(value) ? 0 : Object.keys(value).length)

const BLANKS = /("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{}]/g
/** Can also match inside a string. */
const ODD_NUMBER = /\d[eE][-+]?\d{4}|\d{400}/

/** Whether everything in a text can be stored, including parts that its parsed value does not show. */
function isSound(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    else if (token.startsWith('"')) {
      const inside = JSON.parse(token) as string
      if (!isStorable(inside) || isForbiddenName(inside)) return false
    } else if (!isSafeNumber(Number(token)) || ODD_NUMBER.test(token)) return false
    if (depth > MAX_DEPTH) return false
  }
  return true
}

/** Escaped characters of phone numbers, which a search for a number would not find. */
const ESCAPED_PHONE = /\\u00(?:2[089b-f]|3[0-9]|a0)|[\d ().-]\\\//i

const unescapePhones = (text: string) =>
  ESCAPED_PHONE.test(text) ? text.replace(/"(?:[^"\\]|\\.)*"/g, (token) => (ESCAPED_PHONE.test(token) ? JSON.stringify(JSON.parse(token)) : token)) : text

/** Returns the source text of a number in an object; null if it equals the output of `JSON.stringify`. */
function numberIn(source: string, name: string): object | null {
  let depth = 0
  let spelled: string | null = null
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    else if (depth === 1 && token.startsWith('"') && JSON.parse(token) === name)
      spelled = /^\s*:\s*(-?\d[\d.eE+-]*)/.exec(source.slice(index + token.length))?.[1] ?? spelled
  }
  return spelled === null ? null : verbatimText(spelled)
}
