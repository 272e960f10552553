import { toText } from './leadText.ts'

/** A custom field as a form shows it. */
export interface FieldValue {
  id: string
  key: string
  value: string
}

/** Splits custom fields into the time zone, which has a field of its own, and the others as text. */
export function readFields({ timezone = '', ...others }: Record<string, unknown>) {
  return { timezone: toText(timezone), fields: Object.entries(others).map(([key, value]): FieldValue => ({ id: key, key, value: toText(value) })) }
}

/** Returns the custom fields of a form. A value that still reads as before keeps its type, and a changed number stays a number. */
export function toData(before: Record<string, unknown>, { timezone, fields }: { timezone: string; fields: readonly FieldValue[] }): Record<string, unknown> {
  const named = fields.flatMap(({ id, key, value }) => (key.trim() ? [[key.trim(), toValue(before[id], value)] as const] : []))
  return Object.fromEntries(timezone.trim() ? [...named, ['timezone', toValue(before.timezone, timezone.trim())] as const] : named)
}

function toValue(before: unknown, text: string): unknown {
  if (before !== undefined && text === toText(before)) return before
  if (before === undefined || typeof before === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
