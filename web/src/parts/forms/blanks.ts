import { z } from 'zod'

/** Converts empty form fields to null. */
export const blanksToNull = <Values extends Record<string, unknown>>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value])) as {
    [Name in keyof Values]: Exclude<Values[Name], ''> | null
  }

/** Applies a schema after converting empty fields to null. */
export const allowBlanks = (schema: z.ZodType) => z.preprocess((values) => blanksToNull(values as Record<string, unknown>), schema)
