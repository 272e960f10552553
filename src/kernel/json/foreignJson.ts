import { parseInSlices, UnreadableJson } from './jsonSlices.ts'

/** JSON that strangers sent and that is not taken: not UTF-8, not JSON, nested too deeply, or of too many values. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Values in one body, unless more are expected: small ones take far more time and memory than text. */
const MAX_VALUES = 20_000

/**
 * The value that the bytes spell in JSON, of any shape. Nested more deeply than `maxDepth` lists and objects it is not
 * taken, so that whatever walks it later may recurse, and neither is one of more than `mostValues`. Throws Malformed.
 */
export function parseForeign(raw: Uint8Array, maxDepth: number, mostValues = MAX_VALUES): unknown {
  const parsing = parseInSlices(decoded(raw), { levels: maxDepth, mostValues })
  try {
    for (;;) {
      const { done, value } = parsing.next()
      if (done) return value
    }
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    throw new Malformed({ syntax: 'not JSON', depth: `nested more than ${maxDepth} levels deep`, values: `more than ${mostValues} values` }[error.reason])
  }
}

function decoded(raw: Uint8Array): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw new Malformed('not UTF-8')
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The same value fit for PostgreSQL's JSON, which holds neither NUL nor half of a surrogate pair, in texts and in names. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (!isNested(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]))
}

const storableText = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
