/** Maximum nesting depth of JSON (contract: text bytes). */
export const MAX_DEPTH = 32

/** Keys that could change an object's prototype where code copies keys. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

export const isForbiddenName = (name: string) => FORBIDDEN_NAMES.has(name)

/** Whether a number can be read back unchanged (contract: text bytes). */
export const isSafeNumber = (value: number) => Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
