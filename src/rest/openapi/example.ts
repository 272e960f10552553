import type { Json } from './result.ts'
import type { Route } from '../route.ts'

/** Builds a route's example response: the fields of the example record that the route returns, in a page if the route returns pages. */
export function exampleOf({ reply, example }: Route, body: Json, components: Json): object | undefined {
  if (!example?.answer) return undefined
  const record = { ...example.answer, ...reply.options.plus }
  if (reply.shape !== 'page') return part(record, propertiesOf(body, components))
  const { items } = propertiesOf(body, components).items as { items: Json }
  const rows = [part(record, propertiesOf(items, components))]
  return { items: rows, data: rows, has_more: false, next_cursor: null, ...example.pageFields }
}

const part = (record: object, properties: Json) => Object.fromEntries(Object.entries(record).filter(([name]) => name in properties))

function propertiesOf(schema: Json, components: Json): Json {
  if (typeof schema.$ref === 'string') return propertiesOf(components[schema.$ref.split('/').at(-1)!] as Json, components)
  const parts = (schema.allOf as Json[] | undefined) ?? []
  return Object.assign({}, ...parts.map((each) => propertiesOf(each, components)), schema.properties)
}
