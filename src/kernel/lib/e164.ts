/**
 * Whether a number is in E.164 format: a plus sign, then 7 to 15 digits, the first of which is not zero. Spaces and punctuation are not
 * allowed (spec: Errors).
 */
export const isE164 = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text)
