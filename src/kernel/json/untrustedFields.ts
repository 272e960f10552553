import { z } from 'zod'

// Without the default, zod would create an error for each missing field.
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null).catch(null)
const toDate = (value: number | string) => (Number.isNaN(new Date(value).getTime()) ? null : new Date(value))

/** Field schemas for vendors' JSON. Missing fields and unexpected types parse as null, so that no malformed body can throw. */
export const field = {
  text: orNull(z.string().min(1)),
  number: orNull(z.number()),
  flag: orNull(z.boolean()),
  /** Epoch milliseconds or ISO 8601. */
  dateTime: orNull(z.union([z.number(), z.string()]).transform(toDate)),
  object: orNull(z.record(z.string(), z.unknown())),
  uuid: orNull(z.guid()),
  of: orNull,
}
