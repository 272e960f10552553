import { isObject } from '../../kernel/json/json.ts'
import type { JsonObject } from '../../providers/provider.ts'

/** Readers of bodies that others wrote: a value of another type reads as empty, never throws. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
export const asNumber = (value: unknown, fallback: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : fallback)

export const without = (object: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** Vapi's PATCH: null takes a field away, anything else replaces it whole. */
export const patched = (object: JsonObject, changes: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...object, ...changes }).filter(([, value]) => value !== null))
