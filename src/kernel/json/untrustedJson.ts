import { parseInSlices, parsePiece, UnreadableJson } from './jsonSlices.ts'

/** Untrusted JSON is rejected: not UTF-8, not JSON, nested too deeply, or too many values. */
export class MalformedJsonError extends Error {
  override readonly name = 'MalformedJsonError'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Default maximum number of values in a body: many small values take far more time and memory than text. */
const MAX_VALUES = 20_000
/** Texts up to this length have at most half as many values, and are parsed in one piece. */
const SHORT = 16_384

/**
 * Parses untrusted JSON of any shape. Throws MalformedJsonError, also for more than `maxDepth` levels, so that later code can recurse,
 * and for more than `maxValues` values.
 */
export function parseUntrustedJson(raw: Uint8Array, maxDepth: number, mostValues = MAX_VALUES): unknown {
  const text = decodeUtf8(raw)
  try {
    if (text.length <= SHORT && text.length / 2 < mostValues) return parseShort(text, maxDepth)
    const parsing = parseInSlices(text, { levels: maxDepth, maxValues: mostValues })
    for (;;) {
      const { done, value } = parsing.next()
      if (done) return value
    }
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    throw new MalformedJsonError(
      { syntax: 'not JSON', depth: `nested more than ${maxDepth} levels deep`, values: `more than ${mostValues} values` }[error.reason],
    )
  }
}

function decodeUtf8(raw: Uint8Array): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw new MalformedJsonError('not UTF-8')
  }
}

function parseShort(text: string, maxDepth: number): unknown {
  const value = parsePiece(text)
  if (!isWithin(value, maxDepth)) throw new UnreadableJson('depth')
  return value
}

/** Whether a value has at most this many levels of arrays and objects. */
function isWithin(value: unknown, levels: number): boolean {
  if (!isNested(value)) return true
  if (levels === 0) return false
  for (const key in value) if (!isWithin((value as Record<string, unknown>)[key], levels - 1)) return false
  return true
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** What JSON has for NUL and for lone surrogates, and sometimes for text that looks like them. */
const UNSTORABLE = /\\u(0000|d[89a-f])/

/** Writes a value as JSON that PostgreSQL can store: without NUL and lone surrogates in strings and keys. */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value)
  return UNSTORABLE.test(json) ? JSON.stringify(toStorable(value)) : json
}

/** Makes a value storable as PostgreSQL JSON: removes NUL and lone surrogates from strings and keys. */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (Array.isArray(value)) return value.map(toStorable)
  if (!isNested(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toStorableText(name), toStorable(inner)]))
}

const toStorableText = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
