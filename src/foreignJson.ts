/** JSON that strangers sent and that is not taken: not UTF-8, not JSON, or nested too deeply. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The value that the bytes spell in JSON, of any shape. Nested more deeply than `maxDepth` lists and objects it is not
 * taken, so that whatever walks it later may recurse. Throws Malformed.
 */
export function parseForeign(raw: Uint8Array, maxDepth: number): unknown {
  const value = parse(raw)
  if (isDeeper(value, maxDepth)) throw new Malformed(`nested more than ${maxDepth} levels deep`)
  return value
}

function parse(raw: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(raw)) as unknown
  } catch (error) {
    throw new Malformed(error instanceof SyntaxError ? 'not JSON' : 'not UTF-8')
  }
}

/** Level by level instead of by recursion, which would need the stack that is to be spared. */
function isDeeper(root: unknown, maxDepth: number): boolean {
  let level = [root].filter(isNested)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) return true
    level = level.flatMap((value) => Object.values(value).filter(isNested))
  }
  return false
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The same value fit for PostgreSQL's JSON, which holds neither NUL nor half of a surrogate pair, in texts and in names. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (!isNested(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]))
}

const storableText = (text: string) => (text.replaceAll('\u0000', '') as unknown as { toWellFormed(): string }).toWellFormed()
