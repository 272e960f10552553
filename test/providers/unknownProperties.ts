import type { JsonObject } from '../../src/providers/provider.ts'

const object = (value: unknown) => (value ?? {}) as JsonObject

const cache = new WeakMap<JsonObject, JsonObject[]>()

/** Lists all schemas that can describe the same value: resolves references, and includes alternatives and parts. */
function flattenSchema(schema: JsonObject, components: JsonObject): JsonObject[] {
  const cached = cache.get(schema)
  if (cached) return cached
  const visited = new Set<JsonObject>()
  const queue: unknown[] = [schema]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    let current = object(next)
    if (typeof current.$ref === 'string') current = object(object(components.schemas)[current.$ref.split('/').at(-1)!])
    if (visited.has(current)) continue
    visited.add(current)
    queue.push(...['allOf', 'oneOf', 'anyOf'].flatMap((part) => (current[part] ?? []) as unknown[]))
  }
  const described = [...visited].filter((candidate) => !(candidate.allOf || candidate.oneOf || candidate.anyOf) || candidate.properties)
  cache.set(schema, described)
  return described
}

/** Lists the paths of properties that an OpenAPI document does not declare, which JSON Schema allows. Objects without declared properties are free. */
export function findUnknownProperties(value: unknown, schemas: unknown[], components: JsonObject, path = ''): string[] {
  const described = [...new Set(schemas.flatMap((schema) => flattenSchema(object(schema), components)))]
  if (Array.isArray(value)) {
    const items = described.flatMap((schema) => schema.items ?? [])
    return items.length === 0 ? [] : value.flatMap((item, index) => findUnknownProperties(item, items, components, `${path}/${index}`))
  }
  if (value === null || typeof value !== 'object') return []
  const parts = described.flatMap((schema) => (schema.properties ? [object(schema.properties)] : []))
  const allowsAnything = parts.length === 0 || described.some((schema) => schema.additionalProperties || (schema.type === 'object' && !schema.properties))
  if (allowsAnything) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const innerSchemas = parts.flatMap((properties) => properties[name] ?? [])
    return innerSchemas.length === 0 ? [`${path}/${name}`] : findUnknownProperties(inner, innerSchemas, components, `${path}/${name}`)
  })
}
