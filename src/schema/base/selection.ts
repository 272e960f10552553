import { type FieldNode, getNamedType, type GraphQLObjectType, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'

/** Declares the columns that a field needs if they have other names. */
export const needs = (...columns: string[]) => ({ extensions: { needs: columns } })

/**
 * Returns the columns that a list's rows need for the selected fields, including the ID: the column of each field's name, or the columns
 * that it `needs`. Returns all columns if a field has neither. Cached per document.
 */
export function selectedColumns(info: GraphQLResolveInfo, all: readonly string[]): readonly string[] {
  const [field, ...others] = info.fieldNodes
  if (!field || others.length > 0) return all
  const known = cachedColumns.get(field)
  if (known) return known
  const row = (getNamedType(info.returnType) as GraphQLObjectType).getFields().nodes!
  const fields = (getNamedType(row.type) as GraphQLObjectType).getFields()
  const columns = new Set(['id'])
  for (const name of rowFields(field, info.fragments)) {
    const needed = all.includes(name) ? [name] : (fields[name]?.extensions.needs as string[] | undefined)
    for (const column of needed ?? all) columns.add(column)
  }
  const list = [...columns]
  cachedColumns.set(field, list)
  return list
}
const cachedColumns = new WeakMap<FieldNode, readonly string[]>()

/** Lists the selected fields of the rows, in `nodes` and `edges { node }`. */
function rowFields(list: FieldNode, fragments: GraphQLResolveInfo['fragments']): string[] {
  const under = (selections: SelectionSetNode | undefined): FieldNode[] =>
    (selections?.selections ?? []).flatMap((node) =>
      node.kind === Kind.FIELD ? [node] : under(node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value]?.selectionSet : node.selectionSet),
    )
  const children = (nodes: FieldNode[], name: string) => nodes.filter((node) => node.name.value === name).flatMap((node) => under(node.selectionSet))
  const top = under(list.selectionSet)
  return [...children(top, 'nodes'), ...children(children(top, 'edges'), 'node')].map((node) => node.name.value).filter((name) => !name.startsWith('__'))
}
