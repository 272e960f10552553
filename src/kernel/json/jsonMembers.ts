import { isForbiddenName, isSafeNumber, MAX_DEPTH } from './jsonRules.ts'
import { forgetSource, keepSource, sourceOf, written } from './jsonSource.ts'
import { inTurns } from '../lib/slices.ts'
import { isStorable } from '../lib/text.ts'

/** Beyond this a value goes by itself, in bytes; spaces and line breaks between values are left out before. */
export const MAX_SOURCE_BYTES = 65_536
/** Characters looked at between two looks at the clock. */
const STRETCH = 16_384

/** An object or a list of the text that has begun. `value` is what it was read into, where that is wanted. */
interface Frame {
  value: unknown
  from: number
  /** Which member is read: a name, or a place in a list. */
  member: string | number
  awaitsName: boolean
  /** Names in it and in what it holds. */
  names: number
}

/**
 * Remembers the text of every object and list in `body` down to so many levels, `body` itself left out. `body` is what `text` was read into: valid
 * JSON. Others are served meanwhile.
 */
export async function keepSources(text: string, body: object, levels: number): Promise<void> {
  await inTurns(scanned(text, body, levels))
}

/** The same at once, for a short text. */
export function keepSourcesNow(text: string, body: object, levels: number): void {
  for (const _ of scanned(text, body, levels));
}

/** A member of an object, to be written as it is in the object's text, where that is known. */
export function memberOf(object: Record<string, unknown>, name: string): unknown {
  const source = sourceOf(object)
  const value = object[name]
  if (source === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'object') keepSourcesNow(source, object, 1)
  return typeof value === 'number' ? (numberIn(source, name) ?? value) : value
}

function* scanned(text: string, body: object, levels: number): Generator<void> {
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
      // A long string may be quotes throughout, escaped.
      for (at = nextQuote(text, at); isEscaped(text, at); at = nextQuote(text, at)) {
        if (at < pause) continue
        yield
        pause = at + STRETCH
      }
      if (frame?.awaitsName) [frame.member, frame.awaitsName] = [frame.value === undefined ? '' : nameIn(text, start, at), false]
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      const value = frame === undefined ? body : open.length < levels + 1 ? insideOf(frame) : undefined
      open.push({ value, from: at, member: code === OPEN_LIST ? 0 : '', awaitsName: code === OPEN_OBJECT, names: 0 })
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      const { value, from, names } = open.pop()!
      const outer = open.at(-1)
      if (!outer) return
      outer.names += names
      if (typeof value === 'object' && value !== null) keep(value, text.slice(from, at + 1), names)
    } else if (frame && code === COLON) frame.names++
    else if (frame && code === COMMA) {
      if (typeof frame.member === 'number') frame.member++
      else frame.awaitsName = true
    }
  }
}

/** What the member that is being read was read into. */
const insideOf = ({ value, member }: Frame): unknown =>
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

/** A text may say more than its value, which alone was judged: a name twice, or a number that the database cannot compare. */
function keep(value: object, source: string, names: number) {
  const text = shortOf(source)
  const isKept = text !== null && ((names === namesIn(value) && !ODD_NUMBER.test(text)) || isSound(text))
  // A member of this name may have come before, with another text.
  if (isKept) keepSource(value, undisguised(text))
  else forgetSource(value)
}

function shortOf(source: string): string | null {
  if (source.length > MAX_SOURCE_BYTES * 4) return null
  const text = Buffer.byteLength(source) <= MAX_SOURCE_BYTES ? source : source.replace(BLANKS, '$1')
  return Buffer.byteLength(text) <= MAX_SOURCE_BYTES ? text : null
}

/** Of two members with one name the later is the value, and how often it comes is part of the text. */
const namesIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>((sum, inside) => sum + namesIn(inside), Array.isArray(value) ? 0 : Object.keys(value).length)

const BLANKS = /("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{}]/g
/** Perhaps: it may also stand in a string. */
const ODD_NUMBER = /\d[eE][-+]?\d{4}|\d{400}/

/** Whether everything in a text can be stored, also what its value does not show. */
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

/** Escapes of characters that phone numbers are written with: a search for a number would not find it. */
const DISGUISE = /\\u00(?:2[089b-f]|3[0-9]|a0)|[\d ().-]\\\//i

const undisguised = (text: string) =>
  DISGUISE.test(text) ? text.replace(/"(?:[^"\\]|\\.)*"/g, (token) => (DISGUISE.test(token) ? JSON.stringify(JSON.parse(token)) : token)) : text

/** A number that is a member of the object, as it is spelled; null where it is spelled as `JSON.stringify` does. */
function numberIn(source: string, name: string): object | null {
  let depth = 0
  let spelled: string | null = null
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    else if (depth === 1 && token.startsWith('"') && JSON.parse(token) === name)
      spelled = /^\s*:\s*(-?\d[\d.eE+-]*)/.exec(source.slice(index + token.length))?.[1] ?? spelled
  }
  return spelled === null ? null : written(spelled)
}
