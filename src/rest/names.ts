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

const snakeName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camelName = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const renamed = (object: object, rename: (name: string) => string) => Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), value]))

/**
 * The same input under its public names. A rule about the whole object is asked of the original: once every field is
 * right, or always where it says by `when` that it bears wrong ones.
 */
export function snake<Shape extends z.ZodRawShape>(object: z.ZodObject<Shape>): z.ZodObject<SnakeKeys<Shape>> {
  const body = z.object(renamed(object.shape, snakeName))
  const rules = (object.def.checks ?? []) as z.core.$ZodCheck<object>[]
  if (rules.length === 0) return body as z.ZodObject<SnakeKeys<Shape>>
  const oneOf = object.meta()?.oneOf as [string, string][] | undefined
  const ruled = body.superRefine(
    (value, ctx) => {
      const asked = ctx.issues.length > 0 ? rules.filter((rule) => rule._zod.def.when) : rules
      const { error } = z
        .looseObject({})
        .check(...asked)
        .safeParse(camelKeys(value))
      for (const { path, ...issue } of error?.issues ?? []) {
        const [name, ...inside] = path
        ctx.addIssue({ ...issue, path: [snakeName(String(name)), ...inside] })
      }
    },
    { when: isObject },
  )
  return (oneOf ? ruled.meta({ oneOf: oneOf.map((pair) => pair.map(snakeName)) }) : ruled) as z.ZodObject<SnakeKeys<Shape>>
}

/** Public names as the core's own. Top level only: free-form values keep their keys. */
export const camelKeys = <T extends object>(value: T) => renamed(value, camelName) as CamelKeys<T>
