/** Calling codes of one and of two digits. All others have three. */
const SHORT_CODES = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Returns the calling code with its plus sign, and the other digits in groups of three, the last of up to four. Anything else stays whole. */
export function groupDigits(number: string): string[] {
  if (!/^\+\d{8,15}$/.test(number)) return [number]
  const code = SHORT_CODES.exec(number)?.[0] ?? number.slice(0, 4)
  return [code, ...(number.slice(code.length).match(/\d{3}(?=\d{3})|\d{3}(?=\d{2}$)|\d+/g) ?? [])]
}

/** Splits a text at its phone numbers in E.164, which have the odd positions. */
export const splitAtNumbers = (text: string): string[] => text.split(/(\+\d{8,15})(?!\d)/)
