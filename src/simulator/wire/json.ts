import { isObject } from '../../kernel/json/isObject.ts'
import type { JsonObject } from '../../providers/provider.ts'

/** Readers of untrusted bodies. They never throw: a value of another type reads as empty. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
export const asNumber = (value: unknown, fallback: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : fallback)

export const omit = (object: JsonObject, ...names: string[]): JsonObject => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** Vapi's PATCH: null removes a field, any other value replaces it. */
export const applyPatch = (object: JsonObject, changes: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...object, ...changes }).filter(([, value]) => value !== null))
