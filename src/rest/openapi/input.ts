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

/** What a zod object takes, as JSON Schema in the words a person would choose. */
export function inputSchema(object: z.ZodObject): InputSchema {
  const { $schema: _, oneOf: pairs, ...schema } = z.toJSONSchema(object, { io: 'input' }) as InputSchema & { $schema?: string; oneOf?: [string, string][] }
  const { properties, ...rest } = tidied(schema) as InputSchema
  if (!pairs) return { properties, ...rest }
  return {
    properties,
    ...rest,
    allOf: pairs.map((names) => ({ anyOf: names.map((name) => ({ type: 'object', required: [name], properties: { [name]: present(properties[name]!) } })) })),
  }
}

/** A property that is given: it is not null. */
const present = ({ type, anyOf, description: _about, ...rest }: Node): Node => {
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  return {
    ...rest,
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...(anyOf ? { anyOf: anyOf.filter((one) => one.type !== 'null') } : {}),
  }
}

/** The same with every part of it made plain, from the inside out. */
function tidied(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidied)
  if (typeof node !== 'object' || node === null) return node
  return plain(Object.fromEntries(Object.entries(node).map(([name, inside]) => [name, tidied(inside)])))
}

/** Says the same with less: no bounds that bound nothing, no choice within a choice, no choice between a type and null. */
function plain({ minLength, propertyNames, anyOf, ...rest }: Node): Node {
  const bounds = { ...(minLength ? { minLength } : {}), ...(propertyNames && Object.keys(propertyNames).length > 1 ? { propertyNames } : {}) }
  if (!anyOf) return { ...rest, ...bounds }
  const choices = anyOf.flatMap((choice) => (Object.keys(choice).join() === 'anyOf' ? choice.anyOf! : [choice]))
  const [only, nothing, ...more] = choices
  const isNullable = more.length === 0 && nothing?.type === 'null' && typeof only?.type === 'string' && !only.enum
  return { ...rest, ...bounds, ...(isNullable ? { ...only, type: [only.type as string, 'null'] } : { anyOf: choices }) }
}
