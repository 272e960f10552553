import { z } from 'zod'

/** What a form sends: a field left empty is null. */
export const blanksAsNull = <Values extends Record<string, unknown>>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value])) as {
    [Name in keyof Values]: Exclude<Values[Name], ''> | null
  }

/** The same judgement, of a form whose empty fields are null. */
export const blanksAllowed = (schema: z.ZodType) => z.preprocess((values) => blanksAsNull(values as Record<string, unknown>), schema)
