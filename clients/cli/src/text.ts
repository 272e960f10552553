// oxlint-disable-next-line no-control-regex -- these characters are escaped on a terminal
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const BEYOND_ASCII = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const WITHOUT_WIDTH = /\p{M}/u

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Makes foreign text safe for one terminal line: characters that move the cursor, set colors, or change direction are escaped. */
export const oneLine = (text: string) => text.replace(/\r?\n|\t/g, ' ').replace(CONTROLS, escapeCharacter)

/** The same, keeping line breaks. */
export const manyLines = (text: string) => text.split(/\r?\n/).map((line) => line.replace(CONTROLS, escapeCharacter))

/** Serializes JSON that is safe on a terminal: control characters are escaped, the value stays the same. */
export const json = (value: unknown, indent?: number) => JSON.stringify(value, null, indent).replace(BEYOND_ASCII, escapeCharacter)

/** Masks keys and anything that looks like one. */
export const withoutSecrets = (text: string) => text.replace(/\bag[oc]?_\w{6,}/g, (key) => `${key.slice(0, 4)}…`)

/** Number of terminal columns that a text takes. */
export function width(text: string): number {
  let columns = 0
  for (const character of text) columns += WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return columns
}

/** Cuts a text to a number of columns and marks the cut. */
export function clipped(text: string, columns: number): string {
  if (width(text) <= columns) return text
  let prefix = ''
  for (const character of text) {
    if (width(prefix) + width(character) > columns - 1) break
    prefix += character
  }
  return `${prefix}…`
}

export const padded = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - width(text)))

/** `campaign_id` as `campaign-id`. */
export const kebab = (name: string) => name.replaceAll('_', '-')
