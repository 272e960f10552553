/** Letters that are written with others where a keyboard has none of them, beside those that only lose their accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', þ: 'th', ð: 'd' }
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
/** Scripts without spaces between words: each character counts as one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

const MAX_LENGTH = 64
const MAX_CODE_LENGTH = 100

/** Text in lower case, without accents. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter]!)

/** The words of a text in their order, folded; those of names like `fromNumberId` beside the name itself. */
export const splitWords = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    .flatMap((word) => (/^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(word) ? [word, ...word.split(/(?=[A-Z])/)] : [word]))
    .flatMap((word) =>
      fold(word)
        .replace(UNSPACED, ' $& ')
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word !== '' && word.length <= MAX_LENGTH)

/** Names that are more than one word and are searched as they are written: `from_number_id`, `calls/call_id`, `call.completed`, `do-not-call`. */
export const findCodes = (text: string): string[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]{1,64}(?:[_.\-/:{}]{1,4}[\p{L}\p{N}\p{M}]{1,64}){1,20}/gu)]
    .map(([code]) => fold(code).replace(/[{}]/g, ''))
    .filter((code) => code.length <= MAX_CODE_LENGTH && /[_.\-/:]/.test(code) && !/[^\p{L}\p{N}_.\-/:]/u.test(code))
