import type { JsonObject } from '../../src/providers/provider.ts'

const object = (value: unknown) => (value ?? {}) as JsonObject

const known = new WeakMap<JsonObject, JsonObject[]>()

/** Every schema that may describe the same value as this one: references followed, alternatives and parts side by side. */
function flat(schema: JsonObject, components: JsonObject): JsonObject[] {
  const before = known.get(schema)
  if (before) return before
  const found = new Set<JsonObject>()
  const open: unknown[] = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    let one = object(next)
    if (typeof one.$ref === 'string') one = object(object(components.schemas)[one.$ref.split('/').at(-1)!])
    if (found.has(one)) continue
    found.add(one)
    open.push(...['allOf', 'oneOf', 'anyOf'].flatMap((part) => (one[part] ?? []) as unknown[]))
  }
  const described = [...found].filter((one) => !(one.allOf || one.oneOf || one.anyOf) || one.properties)
  known.set(schema, described)
  return described
}

/**
 * Where the value has properties that an OpenAPI document does not know, which JSON Schema lets pass. Objects that the
 * document does not describe may hold anything.
 */
export function unknownProperties(value: unknown, schemas: unknown[], components: JsonObject, at = ''): string[] {
  const described = [...new Set(schemas.flatMap((schema) => flat(object(schema), components)))]
  if (Array.isArray(value)) {
    const items = described.flatMap((schema) => schema.items ?? [])
    return items.length === 0 ? [] : value.flatMap((one, index) => unknownProperties(one, items, components, `${at}/${index}`))
  }
  if (value === null || typeof value !== 'object') return []
  const parts = described.flatMap((schema) => (schema.properties ? [object(schema.properties)] : []))
  const isFree = parts.length === 0 || described.some((schema) => schema.additionalProperties || (schema.type === 'object' && !schema.properties))
  if (isFree) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const inners = parts.flatMap((properties) => properties[name] ?? [])
    return inners.length === 0 ? [`${at}/${name}`] : unknownProperties(inner, inners, components, `${at}/${name}`)
  })
}
