import { type FieldNode, type GraphQLField, type GraphQLSchema, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'
import type { DocumentNode } from 'graphql'

/** A client's operation as sent: variables are not coerced, and the document may be invalid. */
export interface Operation {
  schema: GraphQLSchema
  document: DocumentNode
  operationName?: string | null
  variables: Record<string, unknown>
}

export interface RootField {
  node: FieldNode
  /** `null` if the schema has no field of this name: introspection, or an error. */
  field: GraphQLField<unknown, unknown> | null
}

/** Returns the operation to run, or null if the name does not select exactly one. */
export function selectedOperation({ document, operationName }: Pick<Operation, 'document' | 'operationName'>): OperationDefinitionNode | null {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  const candidates = operationName == null ? operations : operations.filter(({ name }) => name?.value === operationName)
  return candidates.length === 1 ? candidates[0]! : null
}

/** Returns the fragments of a document by name. */
export const fragmentsOf = (document: DocumentNode) =>
  new Map(document.definitions.flatMap((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [])))

/** Lists the root fields that an operation selects, also in fragments, without those that `@skip` or `@include` exclude. */
export function rootFieldsOf(operation: Operation): RootField[] {
  const selected = selectedOperation(operation)
  if (!selected) return []
  const fields = operation.schema.getRootType(selected.operation)?.getFields() ?? {}
  const fragments = fragmentsOf(operation.document)
  const entered = new Set<SelectionSetNode>()
  const rootFields: RootField[] = []
  const defaults = Object.fromEntries(
    (selected.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.BOOLEAN ? [[variable.name.value, defaultValue.value]] : [],
    ),
  )
  const variables = { ...defaults, ...operation.variables }
  const enter = (set: SelectionSetNode | undefined) => {
    if (!set || entered.has(set)) return
    entered.add(set)
    for (const node of set.selections) {
      if (!isIncluded(node, variables)) continue
      if (node.kind === Kind.FIELD) rootFields.push({ node, field: Object.hasOwn(fields, node.name.value) ? fields[node.name.value]! : null })
      else enter(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value)?.selectionSet)
    }
  }
  enter(selected.selectionSet)
  return rootFields
}

/** Whether the directives include a node. A directive with an unknown value excludes nothing. */
function isIncluded({ directives }: SelectionSetNode['selections'][number], variables: Record<string, unknown>): boolean {
  return (directives ?? []).every(({ name, arguments: args }) => {
    const value = args?.find((argument) => argument.name.value === 'if')?.value
    const condition = value?.kind === Kind.BOOLEAN ? value.value : value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
    return !(name.value === 'skip' && condition === true) && !(name.value === 'include' && condition === false)
  })
}
