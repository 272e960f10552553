// oxlint-disable-next-line no-control-regex -- these are what a terminal is not shown
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const BEYOND_ASCII = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const WITHOUT_WIDTH = /\p{M}/u

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Text from elsewhere on one line of a terminal: what would move the cursor, colour, or turn the direction is spelled out. */
export const oneLine = (text: string) => text.replace(/\r?\n|\t/g, ' ').replace(CONTROLS, escaped)

/** The same with its line breaks. */
export const manyLines = (text: string) => text.split(/\r?\n/).map((line) => line.replace(CONTROLS, escaped))

/** JSON that a terminal can be shown as well: the same value, with what it might obey spelled out. */
export const json = (value: unknown, indent?: number) => JSON.stringify(value, null, indent).replace(BEYOND_ASCII, escaped)

/** What is or may be a key is not for screens and logs. */
export const withoutSecrets = (text: string) => text.replace(/\bag[oc]?_\w{6,}/g, (key) => `${key.slice(0, 4)}…`)

/** How many columns a text takes on a terminal. */
export function width(text: string): number {
  let columns = 0
  for (const character of text) columns += WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return columns
}

/** The text, cut to so many columns with a sign that it was. */
export function clipped(text: string, columns: number): string {
  if (width(text) <= columns) return text
  let kept = ''
  for (const character of text) {
    if (width(kept) + width(character) > columns - 1) break
    kept += character
  }
  return `${kept}…`
}

export const padded = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - width(text)))

/** `campaign_id` as it is written on the command line. */
export const kebab = (name: string) => name.replaceAll('_', '-')
