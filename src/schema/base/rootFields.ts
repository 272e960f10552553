import { type FieldNode, type GraphQLField, type GraphQLSchema, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'
import type { DocumentNode } from 'graphql'

/** An operation that a client asks for, as it was sent: variables are not coerced, and the document need not be valid. */
export interface Operation {
  schema: GraphQLSchema
  document: DocumentNode
  operationName?: string | null
  variables: Record<string, unknown>
}

export interface RootField {
  node: FieldNode
  /** Null where the schema has none of that name: introspection, or a mistake. */
  field: GraphQLField<unknown, unknown> | null
}

/** The operation of a document that is to run; null where the name does not tell which one. */
export function selectedOperation({ document, operationName }: Pick<Operation, 'document' | 'operationName'>): OperationDefinitionNode | null {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  const named = operationName == null ? operations : operations.filter(({ name }) => name?.value === operationName)
  return named.length === 1 ? named[0]! : null
}

/** The fragments of a document by name. */
export const fragmentsOf = (document: DocumentNode) =>
  new Map(document.definitions.flatMap((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [])))

/** The root fields that an operation selects, also by fragments, without those that @skip or @include leave out. */
export function rootFieldsOf(operation: Operation): RootField[] {
  const selected = selectedOperation(operation)
  if (!selected) return []
  const fields = operation.schema.getRootType(selected.operation)?.getFields() ?? {}
  const fragments = fragmentsOf(operation.document)
  const entered = new Set<SelectionSetNode>()
  const found: RootField[] = []
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
      if (node.kind === Kind.FIELD) found.push({ node, field: Object.hasOwn(fields, node.name.value) ? fields[node.name.value]! : null })
      else enter(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value)?.selectionSet)
    }
  }
  enter(selected.selectionSet)
  return found
}

/** What the directives say; one whose value is unknown leaves nothing out. */
function isIncluded({ directives }: SelectionSetNode['selections'][number], variables: Record<string, unknown>): boolean {
  return (directives ?? []).every(({ name, arguments: given }) => {
    const value = given?.find((argument) => argument.name.value === 'if')?.value
    const condition = value?.kind === Kind.BOOLEAN ? value.value : value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
    return !(name.value === 'skip' && condition === true) && !(name.value === 'include' && condition === false)
  })
}
