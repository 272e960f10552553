import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * The text that free JSON of a caller was written in, kept beside the object it was read into, since an object knows neither how its numbers
 * were spelled nor where a name that is a number stood. A value with a text is stored and answered as that text; any other goes by its value.
 */
const texts = new WeakMap<object, string>()

export const sourceOf = (value: unknown): string | undefined => (typeof value === 'object' && value !== null ? texts.get(value) : undefined)

/** A value in JSON: as it was written where that is known. */
export const jsonText = (value: unknown): string => sourceOf(value) ?? JSON.stringify(value)

/** Remembers how a value was written. The text is valid JSON of that very value. */
export function keepSource<Value extends object>(value: Value, text: string): Value {
  texts.set(value, text)
  return value
}

export const forgetSource = (value: object) => void texts.delete(value)

/** Reads a stored text, and remembers it. */
export function readStored(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? keepSource(value, text) : value
}

const MARK = '\0'

/**
 * A value for `JSON.stringify`, to be written as its own text where it has one. It is written as a string behind a NUL, which no stored text
 * holds, until `withVerbatim` puts it into its place.
 */
export function verbatim(value: unknown): unknown {
  const source = sourceOf(value)
  return source === undefined ? value : written(source)
}

/** A value of this JSON text, for the same: also a number, which cannot carry its text. */
export const written = (text: string): object => keepSource({ toJSON: () => MARK + text }, text)

/** A value to be stored that may be large: as one text, since Prisma would walk through all of it, many times slower. */
export const asJson = (value: unknown) => written(JSON.stringify(value)) as Prisma.InputJsonObject

/** The same for a replacer of `JSON.stringify`, which asks nobody for `toJSON` again. */
export function marked(value: unknown): unknown {
  const source = sourceOf(value)
  return source === undefined ? value : MARK + source
}

/** What `JSON.stringify` made of a single `verbatim` value, as its own text; anything else as it is. */
export const textOfMarked = (json: unknown): unknown =>
  typeof json === 'string' && json.startsWith('"\\u0000') ? (JSON.parse(json) as string).slice(MARK.length) : json

/** JSON text as `JSON.stringify` made it, with every `verbatim` value of it in its own words. */
export const withVerbatim = (json: string): string =>
  json.includes('"\\u0000') ? json.replace(/"\\u0000((?:[^"\\]+|\\.)*)"/g, (_, text: string) => JSON.parse(`"${text}"`) as string) : json

/** `JSON.stringify`, with every object and list that has a text in its own words. */
export const stringify = (value: unknown): string => withVerbatim(JSON.stringify(value, (_name, inside: unknown) => marked(inside)))
