/** How deep JSON may be nested (contract: text bytes). */
export const MAX_DEPTH = 32

/** Names that would reach an object's prototype where code copies keys. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

export const isForbiddenName = (name: string) => FORBIDDEN_NAMES.has(name)

/** Whether a number comes back as the number it was (contract: text bytes). */
export const isSafeNumber = (value: number) => Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
