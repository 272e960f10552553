import { z } from 'zod'
import { isObject } from '../inputs/common.ts'

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Name
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name
type SnakeKeys<T> = { [Key in keyof T as Key extends string ? Snake<Key> : Key]: T[Key] }
type CamelKeys<T> = { [Key in keyof T as Key extends string ? Camel<Key> : Key]: T[Key] }

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const renameKeys = (object: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), value]))

/**
 * Returns the same schema with snake_case keys. Rules about the whole object run on the original input: once all fields are valid, or always
 * if a rule declares `when`.
 */
export function toSnakeKeys<Shape extends z.ZodRawShape>(object: z.ZodObject<Shape>): z.ZodObject<SnakeKeys<Shape>> {
  const body = z.object(renameKeys(object.shape, toSnake))
  const rules = (object.def.checks ?? []) as z.core.$ZodCheck<object>[]
  if (rules.length === 0) return body as z.ZodObject<SnakeKeys<Shape>>
  const whole = z.looseObject({}).check(...rules)
  const always = z.looseObject({}).check(...rules.filter((rule) => rule._zod.def.when))
  const oneOf = object.meta()?.oneOf as [string, string][] | undefined
  const bodyWithRules = body.superRefine(
    (value, ctx) => {
      const { error } = (ctx.issues.length > 0 ? always : whole).safeParse(toCamelKeys(value))
      for (const { path, ...issue } of error?.issues ?? []) {
        const [name, ...inside] = path
        ctx.addIssue({ ...issue, path: [toSnake(String(name)), ...inside] })
      }
    },
    { when: isObject },
  )
  return (oneOf ? bodyWithRules.meta({ oneOf: oneOf.map((pair) => pair.map(toSnake)) }) : bodyWithRules) as z.ZodObject<SnakeKeys<Shape>>
}

/** Converts public names to internal ones. Top level only: free-form values keep their keys. */
export const toCamelKeys = <T extends object>(value: T) => renameKeys(value, toCamel) as CamelKeys<T>
