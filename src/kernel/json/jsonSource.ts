import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * Source texts of callers' free JSON, by parsed object. An object preserves neither the spelling of its numbers nor the position of
 * numeric keys. A value with a source text is stored and returned as that text; any other is serialized.
 */
const sources = new WeakMap<object, string>()

export const sourceOf = (value: unknown): string | undefined => (typeof value === 'object' && value !== null ? sources.get(value) : undefined)

/** Serializes a value: its source text if known, otherwise `JSON.stringify`. */
export const jsonText = (value: unknown): string => sourceOf(value) ?? JSON.stringify(value)

/** Remembers the source text of a value. The text must be valid JSON of this value. */
export function rememberSource<Value extends object>(value: Value, text: string): Value {
  sources.set(value, text)
  return value
}

export const forgetSource = (value: object) => void sources.delete(value)

/** Parses stored JSON and remembers its text. */
export function parseStored(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? rememberSource(value, text) : value
}

const MARK = '\0'

/**
 * Wraps a value for `JSON.stringify`, so that it is serialized as its source text if it has one. It is first written as a string after a NUL, which no
 * stored text contains; `withVerbatim` then replaces it.
 */
export function verbatim(value: unknown): unknown {
  const source = sourceOf(value)
  return source === undefined ? value : verbatimText(source)
}

/** Creates a value that is serialized as the given JSON text. Also for numbers, which cannot carry a source text. */
export const verbatimText = (text: string): object => rememberSource({ toJSON: () => MARK + text }, text)

/** Serializes a large value to store as one text. Prisma would traverse all of it, which is many times slower. */
export const toVerbatimJson = (value: unknown) => verbatimText(JSON.stringify(value)) as Prisma.InputJsonObject

/** Does the same for a replacer of `JSON.stringify`, which does not call `toJSON` on the result. */
export function markVerbatim(value: unknown): unknown {
  const source = sourceOf(value)
  return source === undefined ? value : MARK + source
}

/** Restores the source text of a single serialized `verbatim` value; any other value is unchanged. */
export const unmarkVerbatim = (json: unknown): unknown =>
  typeof json === 'string' && json.startsWith('"\\u0000') ? (JSON.parse(json) as string).slice(MARK.length) : json

/** Replaces every `verbatim` value in the output of `JSON.stringify` by its source text. */
export const withVerbatim = (json: string): string =>
  json.includes('"\\u0000') ? json.replace(/"\\u0000((?:[^"\\]+|\\.)*)"/g, (_, text: string) => JSON.parse(`"${text}"`) as string) : json

/** Serializes a value with the source text of every object and array that has one. */
export const stringifyVerbatim = (value: unknown): string => withVerbatim(JSON.stringify(value, (_name, inside: unknown) => markVerbatim(inside)))
