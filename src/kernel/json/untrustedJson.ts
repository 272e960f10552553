import { parseInSlices, UnreadableJson } from './jsonSlices.ts'

/** Untrusted JSON is rejected: not UTF-8, not JSON, nested too deeply, or too many values. */
export class MalformedJsonError extends Error {
  override readonly name = 'MalformedJsonError'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Default maximum number of values in a body: many small values take far more time and memory than text. */
const MAX_VALUES = 20_000

/**
 * Parses untrusted JSON of any shape. Throws MalformedJsonError, also for more than `maxDepth` levels, so that later code can recurse,
 * and for more than `maxValues` values.
 */
export function parseUntrustedJson(raw: Uint8Array, maxDepth: number, mostValues = MAX_VALUES): unknown {
  const parsing = parseInSlices(decodeUtf8(raw), { levels: maxDepth, maxValues: mostValues })
  try {
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

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Makes a value storable as PostgreSQL JSON: removes NUL and lone surrogates from strings and keys. */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (Array.isArray(value)) return value.map(toStorable)
  if (!isNested(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toStorableText(name), toStorable(inner)]))
}

const toStorableText = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
