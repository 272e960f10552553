import { Ajv, type AnySchemaObject } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject } from '../json.ts'
import type { JsonObject } from '../providers/provider.ts'

const isPattern = (text: string) => {
  try {
    return Boolean(new RegExp(text, 'u'))
  } catch {
    return false
  }
}
const OPTIONS = { strict: false, logger: false, validateFormats: true, formats: { regex: isPattern } } as const
const DIALECTS = { '2020-12': Ajv2020, 'draft-07': Ajv, '2019-09': Ajv2019 } as const
type Dialect = keyof typeof DIALECTS

const judges = new Map<Dialect, Ajv>()
const judge = (dialect: Dialect) => judges.get(dialect) ?? judges.set(dialect, new DIALECTS[dialect](OPTIONS)).get(dialect)!

/**
 * The schema in the words of JSON Schema: `required: true` on a property is this API's (spec: extraction_schema) and
 * becomes an entry of its object's list.
 */
export function standard(schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const named = Object.keys(properties).filter((name) => isObject(properties[name]) && properties[name].required === true)
  const { required, ...rest } = schema
  const listed = Array.isArray(required) ? (required as unknown[]) : typeof required === 'boolean' || required === undefined ? [] : null
  const all = listed && [...new Set([...listed, ...named])]
  return {
    ...rest,
    ...(all === null ? { required } : all.length > 0 || Array.isArray(required) ? { required: all } : {}),
    ...(isObject(schema.properties) ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inside]) => [name, inner(inside)])) } : {}),
    ...(isObject(schema.items) ? { items: standard(schema.items) } : {}),
  }
}
const inner = (value: unknown) => (isObject(value) ? standard(value) : value)

/** The dialects in which the schema may be meant: the one that its `$schema` names, else the newest and the most common. */
function dialectsOf({ $schema }: JsonObject): Dialect[] {
  const named = (Object.keys(DIALECTS) as Dialect[]).filter((dialect) => typeof $schema === 'string' && $schema.includes(dialect))
  return named.length > 0 ? named : ['2020-12', 'draft-07']
}

/** Why this is no JSON Schema, or null. It is judged by the meta-schema only: nothing of the schema itself is run. */
export function problemOf(schema: JsonObject): string | null {
  const { $schema: _, ...body } = standard(schema)
  const problems = dialectsOf(schema).map((dialect) => problemIn(judge(dialect), body))
  return problems.includes(null) ? null : problems[0]!
}

function problemIn(ajv: Ajv, schema: AnySchemaObject): string | null {
  if (ajv.validateSchema(schema)) return null
  const [error] = ajv.errors ?? []
  return `${error?.instancePath ? `${error.instancePath} ` : ''}${error?.message ?? 'it is no JSON Schema'}`
}

/** Why nothing can be held against this schema, or null. It takes as long as the schema is large. */
export function compileProblem(schema: JsonObject): string | null {
  const { $schema: _, ...body } = standard(schema)
  const problems = dialectsOf(schema).map((dialect) => {
    try {
      new DIALECTS[dialect]({ ...OPTIONS, validateFormats: false, inlineRefs: false, addUsedSchema: false }).compile(body)
      return null
    } catch (error) {
      return (error as Error).message
    }
  })
  return problems.includes(null) ? null : problems[0]!
}
