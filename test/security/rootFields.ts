import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { schema } from '../../src/schema/index.ts'

export type Operation = 'query' | 'mutation' | 'subscription'
export interface RootField {
  operation: Operation
  name: string
  field: GraphQLField<unknown, unknown>
}
export type Variables = Record<string, unknown>
/** The path of an ID in a field's variables, such as `['input', 'agentId']`. `list` if it is one of several. */
export interface IdPath {
  keys: readonly string[]
  list: boolean
}

const rootTypes = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: schema.getSubscriptionType() }

/** Every root field of the schema, so that a new one is tested automatically. */
export const rootFields: readonly RootField[] = (Object.keys(rootTypes) as Operation[]).flatMap((operation) =>
  Object.values(rootTypes[operation]!.getFields()).map((field) => ({ operation, name: field.name, field })),
)

/** Every path in a field's arguments, including inputs, that takes an ID. */
export const idPathsOf = ({ field }: RootField): IdPath[] => field.args.flatMap((arg) => idPathsIn(arg.type, [arg.name]))

function idPathsIn(type: GraphQLInputType, keys: readonly string[]): IdPath[] {
  const named = getNamedType(type)
  if (named.name === 'ID') return [{ keys, list: isListType(getNullableType(type)) }]
  if (!isInputObjectType(named)) return []
  return Object.values(named.getFields()).flatMap((field) => idPathsIn(field.type, [...keys, field.name]))
}

/** Two names of one reference. A test of the second leaves the first out. */
const ALIASES: Record<string, string> = { agentRefId: 'agentId' }

/** The variables with an ID at that path. */
export function withId(variables: Variables, { keys: [key, ...rest], list }: IdPath, id: string): Variables {
  const value = rest.length > 0 ? withId((variables[key!] ?? {}) as Variables, { keys: rest, list }, id) : list ? [id] : id
  const { [ALIASES[key!] ?? '']: _, ...others } = variables
  return { ...others, [key!]: value }
}

/** The field with all its arguments as variables, and with a response as deep as lists and their rows. */
export function documentOf({ operation, name, field }: RootField): string {
  const variables = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const args = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  return `${operation}${variables && `(${variables})`} { ${name}${args && `(${args})`} ${selectionOf(field.type, 2)} }`
}

function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter((field) => !field.args.some((arg) => isNonNullType(arg.type)))
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type))).map((field) => field.name)
  const rows = named.getFields().nodes
  const nodes = rows && depth > 0 ? [`nodes ${selectionOf(rows.type, depth - 1)}`] : []
  return `{ __typename ${[...leaves.filter((name) => name !== 'totalCount'), ...nodes].join(' ')} }`
}

/** Values for required arguments whose type isn't specific enough, by name. */
const EXAMPLES: Record<string, unknown> = {
  phoneNumber: '+12125550142',
  toNumber: '+12125550142',
  at: '2030-01-01T12:00:00Z',
  slug: 'calls',
  timezone: 'Europe/Rome',
  role: 'viewer',
}
const BY_TYPE: Record<string, unknown> = {
  ID: '1',
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2030-01-01T12:00:00Z',
  Money: '1',
  JSON: {},
  ReportName: 'calls',
}

/** Values of the right types for a field's required arguments, with `id` for each required ID. */
export function requiredOf({ field }: RootField, id: string): Variables {
  const valueOf = (type: GraphQLInputType, name: string): unknown => {
    const nullable = getNullableType(type)
    if (isListType(nullable)) return [valueOf(nullable.ofType as GraphQLInputType, name)]
    if (isEnumType(nullable)) return EXAMPLES[name] ?? BY_TYPE[nullable.name] ?? nullable.getValues()[0]!.name
    if (!isInputObjectType(nullable)) return nullable.name === 'ID' ? id : (EXAMPLES[name] ?? BY_TYPE[nullable.name] ?? 'example')
    const required = Object.values(nullable.getFields()).filter((one) => isNonNullType(one.type))
    return Object.fromEntries(required.map((one) => [one.name, valueOf(one.type, one.name)]))
  }
  return Object.fromEntries(field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => [arg.name, valueOf(arg.type, arg.name)]))
}
