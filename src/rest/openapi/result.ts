import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Route } from '../route.ts'

export type Json = Record<string, unknown>

const LEAVES: Record<string, Json> = {
  ID: { type: 'integer' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Money: { type: 'string', pattern: '^-?\\d+\\.\\d{4,6}$' },
  JSON: {},
}

/** Builds the JSON Schema of a route's response, or null without a body. Fragments become named `components`. */
export function bodyOf(schema: GraphQLSchema, { document, reply }: Route, components: Json): Json | null {
  if (reply.shape === 'none') return null
  const root = resultOf(schema, document, components, reply.options.absentWhenNull ?? [])
  if (reply.shape === 'page') return pageOf(root.type === 'array' ? { nodes: root } : (root.properties as Record<string, Json>))
  const plus = Object.entries(reply.options.plus ?? {})
  if (plus.length === 0) return root
  return {
    allOf: [
      root,
      { type: 'object', properties: Object.fromEntries(plus.map(([name, value]) => [name, { const: value }])), required: plus.map(([name]) => name) },
    ],
  }
}

/** Describes a connection as a page: its rows in both published forms, and the document's other fields. */
function pageOf(fields: Record<string, Json>): Json {
  const { nodes, pageInfo: _, ...beside } = fields
  const properties = {
    items: nodes,
    data: { ...nodes, description: 'Same rows as `items`.' },
    has_more: { type: 'boolean' },
    next_cursor: { type: ['string', 'null'], description: 'Value of `cursor` for the next page. `null` on the last page.' },
    ...beside,
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}

function resultOf(schema: GraphQLSchema, document: DocumentNode, components: Json, optional: readonly string[]): Json {
  const fragments = new Map(
    document.definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]),
  )
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!

  const read = (type: GraphQLOutputType, selection?: SelectionSetNode): Json =>
    isNonNullType(type) ? present(type.ofType, selection) : orNull(present(type, selection))

  const present = (type: GraphQLOutputType, selection?: SelectionSetNode): Json => {
    if (isListType(type)) return { type: 'array', items: read(type.ofType, selection) }
    return selection ? named(type, selection) : leafOf(getNamedType(type))
  }

  const named = (type: GraphQLOutputType, selection: SelectionSetNode): Json => {
    const [first, ...others] = selection.selections
    if (first?.kind !== Kind.FRAGMENT_SPREAD || others.length > 0) return objectOf(type, selection)
    components[first.name.value] ??= { ...descriptionOf(type), ...objectOf(type, selection) }
    return { $ref: `#/components/schemas/${first.name.value}` }
  }

  const objectOf = (type: GraphQLOutputType, selection: SelectionSetNode): Json => {
    const properties: Json = {}
    for (const field of fieldsOf(selection)) {
      const name = field.alias?.value ?? field.name.value
      const { type: declared, description } = definition(type, field)
      const isOptional = optional.includes(name) && !isNonNullType(declared)
      properties[name] = {
        ...(isOptional ? present(declared, field.selectionSet) : read(declared, field.selectionSet)),
        ...(description ? { description } : {}),
      }
    }
    return { type: 'object', properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) }
  }

  const fieldsOf = (selection: SelectionSetNode): FieldNode[] =>
    selection.selections.flatMap((node) =>
      node.kind === Kind.FIELD ? [node] : fieldsOf(node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)!.selectionSet : node.selectionSet),
    )

  const type = operation.operation === 'query' ? schema.getQueryType()! : schema.getMutationType()!
  const [field] = fieldsOf(operation.selectionSet)
  return read(definition(type, field!).type, field!.selectionSet)
}

function definition(type: GraphQLOutputType, field: FieldNode) {
  const object = getNamedType(type)
  const fieldDefinition = isObjectType(object) ? object.getFields()[field.name.value] : undefined
  if (!fieldDefinition) throw new Error(`${object.name} has no field ${field.name.value}`)
  return fieldDefinition
}

const leafOf = (type: GraphQLNamedType): Json =>
  isEnumType(type) ? { type: 'string', enum: type.getValues().map(({ name }) => name) } : (LEAVES[type.name] ?? {})

function descriptionOf(type: GraphQLOutputType) {
  const { description } = getNamedType(type)
  return description ? { description } : {}
}

function orNull(schema: Json): Json {
  if (schema.$ref) return { anyOf: [schema, { type: 'null' }] }
  if (!schema.type) return schema
  return { ...schema, type: [schema.type, 'null'], ...(Array.isArray(schema.enum) && { enum: [...(schema.enum as unknown[]), null] }) }
}
