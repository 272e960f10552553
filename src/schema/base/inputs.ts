import type { InputRef } from '@pothos/core'
import { z } from 'zod'
import { builder } from './builder.ts'
import { setOf } from '../enums/closedSet.ts'

/** Creates a GraphQL input type from a zod object of `inputs/`, so that each field and its validation are defined once. */
export function inputFromZod<T extends z.ZodObject>(name: string, object: T, ids: readonly string[] = []): InputRef<z.output<T>> {
  const ref = builder.inputRef<z.input<T>>(name)
  ref.implement({
    fields: (t) =>
      Object.fromEntries(
        Object.entries(object.shape).map(([key, type]) => {
          const { base, list, required } = unwrap(type as z.ZodType)
          const graphqlType = ids.includes(key) ? 'ID' : graphqlTypeOf(base)
          return [key, t.field({ type: (list ? [graphqlType] : graphqlType) as never, required, description: (type as z.ZodType).description })]
        }),
      ) as never,
    validate: object as never,
  })
  return ref as InputRef<z.output<T>>
}

function unwrap(type: z.ZodType): { base: z.ZodType; list: boolean; required: boolean } {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault)
    return { ...unwrap(type.unwrap() as z.ZodType), required: false }
  if (type instanceof z.ZodArray && !(type.element instanceof z.ZodRecord) && !(type.element instanceof z.ZodUnknown))
    return { ...unwrap(type.element as z.ZodType), list: true, required: true }
  return { base: type, list: false, required: true }
}

function graphqlTypeOf(type: z.ZodType): string | ReturnType<typeof setOf> {
  if (type instanceof z.ZodEnum) return setOf(type.options as string[])
  if (type instanceof z.ZodString) return 'String'
  if (type instanceof z.ZodBoolean) return 'Boolean'
  if (type instanceof z.ZodPipe) return graphqlTypeOf(type.in as z.ZodType)
  if (type instanceof z.ZodNumber) return type.isInt ? 'Int' : 'Float'
  return 'JSON'
}
