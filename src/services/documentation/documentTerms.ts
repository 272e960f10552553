/** Replacements for letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', þ: 'th', ð: 'd' }
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
/** Scripts without spaces between words. Each character counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

const MAX_LENGTH = 64
const MAX_CODE_LENGTH = 100

/** Converts text to lower case without accents. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter]!)

/** Splits a text into folded words in their order. A name such as `fromNumberId` is followed by its words. */
export const splitWords = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    .flatMap((word) => (/^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(word) ? [word, ...word.split(/(?=[A-Z])/)] : [word]))
    .flatMap((word) =>
      fold(word)
        .replace(UNSPACED, ' $& ')
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word !== '' && word.length <= MAX_LENGTH)

/** Finds names of several words, which are searched as written: `from_number_id`, `calls/call_id`, `call.completed`, `do-not-call`. */
export const findCodes = (text: string): string[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]{1,64}(?:[_.\-/:{}]{1,4}[\p{L}\p{N}\p{M}]{1,64}){1,20}/gu)]
    .map(([code]) => fold(code).replace(/[{}]/g, ''))
    .filter((code) => code.length <= MAX_CODE_LENGTH && /[_.\-/:]/.test(code) && !/[^\p{L}\p{N}_.\-/:]/u.test(code))
