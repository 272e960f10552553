/** A fact behind a text, as it is sent in JSON: numbers as numbers, money as a decimal string, times in ISO 8601. */
export type Fact = string | number | null | readonly unknown[]

/** The English text for a code, with the names of the facts that are always sent with the code. Clients write their own text from them. */
export interface CodedText<F extends string, Text = string> {
  facts: readonly F[]
  write(facts: Record<F, string>): Text
}

/** The facts that a coded text needs. */
export type FactsOf<T> = T extends { facts: readonly (infer F extends string)[] } ? Record<F, Fact> : never

/** Defines a text that uses no other facts than those named. */
export const codedText = <F extends string = never, Text = string>(facts: readonly F[], write: (facts: Record<F, string>) => Text): CodedText<F, Text> => ({
  facts,
  write,
})

/** Writes the text with the facts as text. Missing and malformed facts are empty, and lists are joined by commas. Never throws. */
export function writeText<F extends string, Text>({ facts: names, write }: CodedText<F, Text>, facts: unknown): Text {
  const values = (facts ?? {}) as Record<string, unknown>
  return write(Object.fromEntries(names.map((name) => [name, toText(values[name])])) as Record<F, string>)
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
