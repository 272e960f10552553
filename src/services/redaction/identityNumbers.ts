/** The length of an IBAN by country. */
const IBAN_LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IS26 IT27 JO30 KW30 KZ20 LB28 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TN24 TR26 UA29 VA22 VG24 XK20'
const lengths = new Map(IBAN_LENGTHS.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]))

/** The possible start of an IBAN. Its country determines the length. */
export const IBAN_START = /(?<![\p{L}\d])[A-Z]{2}[ -]?\d{2}(?=[ -]?[A-Z0-9])/giu

/** Returns the length of the IBAN at the start of the text, separators included, or 0. */
export function ibanLength(text: string): number {
  const wanted = lengths.get(text.slice(0, 2).toUpperCase())
  let [compact, at] = ['', 0]
  while (wanted && compact.length < wanted && at < text.length) {
    const character = text[at]!
    if (/[A-Za-z0-9]/.test(character)) compact += character.toUpperCase()
    else if (!/[ \-.]/.test(character)) break
    at++
  }
  const isWhole = compact.length === wanted && !/[A-Za-z0-9]/.test(text[at] ?? '')
  return isWhole && remainder(compact.slice(4) + compact.slice(0, 4)) === 1 ? at : 0
}

/** Computes ISO 7064 mod 97, with letters as 10 to 35. */
function remainder(text: string): number {
  let rest = 0
  for (const character of text) for (const digit of String(parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
/** An Italian codice fiscale, including letters that replace digits. */
export const CODICE_FISCALE =
  /(?<![\p{L}\d])[A-Z]{6}[ ]?[\dLMNPQRSTUV]{2}[ ]?[ABCDEHLMPRST][\dLMNPQRSTUV]{2}[ ]?[A-Z][\dLMNPQRSTUV]{3}[ ]?[A-Z](?![\p{L}\d])/giu
export function isCodiceFiscale(text: string): boolean {
  const code = text.replaceAll(' ', '').toUpperCase()
  const value = (character: string) => (/\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65)
  const sum = Array.from(code.slice(0, 15)).reduce((total, character, at) => total + (at % 2 === 0 ? ODD_VALUES[value(character)]! : value(character)), 0)
  return String.fromCharCode(65 + (sum % 26)) === code[15]
}

/** A Spanish DNI or NIE with its letter. */
export const DNI = /(?<![\p{L}\d])(?:[XYZ][ -]?\d{7}|\d{8}|\d{2}\.\d{3}\.\d{3})[ -]?[A-Z](?![\p{L}\d])/giu
export function isDni(text: string): boolean {
  const code = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  const number = Number(code.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))))
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === code.at(-1)
}

/** Whether the digits are a French NIR with its key. */
export function isNir(digits: string): boolean {
  if (!/^[12]\d{2}(?:0[1-9]|1[0-2]|[2-9]\d)\d{10}$/.test(digits)) return false
  return 97 - Number(BigInt(digits.slice(0, 13)) % 97n) === Number(digits.slice(13))
}

/** Whether the digits are a German Steuer-ID: one of the first ten digits occurs two or three times, and the last is a check digit. */
export function isSteuerId(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false
  const counts = Array.from('0123456789', (digit) => digits.slice(0, 10).split(digit).length - 1)
  if (Math.max(...counts) < 2 || Math.max(...counts) > 3 || counts.filter((count) => count > 1).length > 1) return false
  let product = 10
  for (const digit of digits.slice(0, 10)) product = ((((Number(digit) + product) % 10 || 10) * 2) % 11) as number
  return (11 - product) % 10 === Number(digits[10])
}

/** Whether the digits can be an issued US Social Security Number. */
export const isSsn = (digits: string) => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits)
