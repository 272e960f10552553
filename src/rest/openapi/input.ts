import { z } from 'zod'

interface Node {
  type?: string | string[]
  enum?: unknown[]
  minLength?: number
  propertyNames?: Node
  anyOf?: Node[]
  description?: string
  properties?: Record<string, Node>
  required?: string[]
  allOf?: Node[]
}
export interface InputSchema extends Node {
  properties: Record<string, Node>
  required?: string[]
}

/** Converts a zod object to simplified JSON Schema. */
export function inputSchema(object: z.ZodObject): InputSchema {
  const { $schema: _, oneOf: pairs, ...schema } = z.toJSONSchema(object, { io: 'input' }) as InputSchema & { $schema?: string; oneOf?: [string, string][] }
  const { properties, ...rest } = simplifyDeep(schema) as InputSchema
  if (!pairs) return { properties, ...rest }
  return {
    properties,
    ...rest,
    allOf: pairs.map((names) => ({
      anyOf: names.map((name) => ({ type: 'object', required: [name], properties: { [name]: withoutNull(properties[name]!) } })),
    })),
  }
}

/** Removes null from the types of a property. */
const withoutNull = ({ type, anyOf, description: _about, ...rest }: Node): Node => {
  const types = [type ?? []].flat().filter((type) => type !== 'null')
  return {
    ...rest,
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...(anyOf ? { anyOf: anyOf.filter((choice) => choice.type !== 'null') } : {}),
  }
}

/** Simplifies a schema and all its parts, from the inside out. */
function simplifyDeep(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplifyDeep)
  if (typeof node !== 'object' || node === null) return node
  return simplify(Object.fromEntries(Object.entries(node).map(([name, inside]) => [name, simplifyDeep(inside)])))
}

/** Simplifies a node: removes bounds without effect, flattens nested `anyOf`, and merges a type and null into a list of types. */
function simplify({ minLength, propertyNames, anyOf, ...rest }: Node): Node {
  const bounds = { ...(minLength ? { minLength } : {}), ...(propertyNames && Object.keys(propertyNames).length > 1 ? { propertyNames } : {}) }
  if (!anyOf) return { ...rest, ...bounds }
  const choices = anyOf.flatMap((choice) => (Object.keys(choice).join() === 'anyOf' ? choice.anyOf! : [choice]))
  const [only, nothing, ...more] = choices
  const isNullable = more.length === 0 && nothing?.type === 'null' && typeof only?.type === 'string' && !only.enum
  return { ...rest, ...bounds, ...(isNullable ? { ...only, type: [only.type as string, 'null'] } : { anyOf: choices }) }
}
