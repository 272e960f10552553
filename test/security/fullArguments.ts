import { type GraphQLArgument, type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { z } from 'zod'
import { fieldsOf, fillSchema, isLong, type Schema } from './fullFields.ts'
import { requiredOf, type RootField, type Variables } from './rootFields.ts'

/** Types whose values can be long. */
const LONG_TYPES = new Set(['String', 'JSON'])

/** The rules of arguments that may be long. The rules of inputs are in `src/inputs`, and belong to the input or to the argument that takes it. */
function schemaOf({ type, extensions }: GraphQLArgument): Schema | null {
  const named = getNamedType(type)
  if (isInputObjectType(named)) return rulesOf(validatorOf(named.extensions) ?? validatorOf(extensions)!)
  if (!LONG_TYPES.has(named.name)) return null
  const schema: Schema = named.name === 'JSON' ? { type: 'object' } : { type: 'string' }
  return isList(type) ? { type: 'array', items: schema } : schema
}
const validatorOf = ({ pothosOptions }: GraphQLArgument['extensions']) => (pothosOptions as { validate?: z.ZodType } | undefined)?.validate
const rulesOf = (input: z.ZodType) =>
  z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodDate) Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      if (zodSchema instanceof z.ZodBigInt) Object.assign(jsonSchema, { type: 'string', pattern: '\\d{1,16}' })
      // Pairs of names, as `requireOneOf` records them.
      if (Array.isArray(jsonSchema.oneOf?.[0])) delete jsonSchema.oneOf
    },
  }) as Schema
const isList = (type: GraphQLInputType) => isListType(getNullableType(type))

const SHORT_KINDS = /^(integer|number|boolean|null)$/
const mayBeLong = (schema: Schema | null): boolean =>
  schema !== null &&
  (schema.properties
    ? Object.values(schema.properties).some(mayBeLong)
    : schema.anyOf
      ? schema.anyOf.some(mayBeLong)
      : ![schema.type].flat().every((type) => SHORT_KINDS.test(type ?? '')))

/** Whether an argument of a field may be longer than an ID or a number. */
export const takesTexts = ({ field }: RootField) => field.args.some((arg) => mayBeLong(schemaOf(arg)))

const hasLimit = (field: Schema) => [field, ...(field.anyOf ?? [])].some(({ maxLength, maxItems }) => maxLength !== undefined || maxItems !== undefined)

/**
 * A field's variables at a multiple of their limits: all of them together, and each long one with the required ones. Variables without a limit share `bytes`.
 */
export function fullVariables(root: RootField, { id, times, bytes }: { id: string; times: number; bytes: number }): Variables[] {
  const required = requiredOf(root, id)
  const schemas = root.field.args.flatMap((arg) => {
    const schema = schemaOf(arg)
    return schema ? [{ name: arg.name, schema }] : []
  })
  const count = schemas.reduce((sum, { schema }) => sum + Math.max(1, fieldsOf(schema).length), 0)
  const fullValues = Object.fromEntries(
    schemas.map(({ name, schema }) => [name, fillSchema(schema, { times, otherwise: times > 1 ? 16 : Math.floor(bytes / count / 2) })]),
  )
  const longValues = schemas.flatMap(({ name, schema }) =>
    fieldsOf(schema)
      .filter(([, field]) => isLong(field) && (times === 1 || hasLimit(field)))
      .map(([key, field]) => ({ [name]: { ...(required[name] as object), [key]: fillSchema(field, { times, otherwise: bytes }) } })),
  )
  return [fullValues, ...longValues].map((given) => ({ ...required, ...given }))
}
