import { type FieldNode, getNamedType, type GraphQLObjectType, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'

/** Said of a field that is made of columns with other names. */
export const needs = (...columns: string[]) => ({ extensions: { needs: columns } })

/**
 * The columns that the rows of a list must have for what is asked of them, with their id: of each selected field the
 * column of its name, or those that it `needs`; all there are when a field says neither. A document is read once.
 */
export function selectedColumns(info: GraphQLResolveInfo, all: readonly string[]): readonly string[] {
  const [field, ...others] = info.fieldNodes
  if (!field || others.length > 0) return all
  const known = read.get(field)
  if (known) return known
  const row = (getNamedType(info.returnType) as GraphQLObjectType).getFields().nodes!
  const fields = (getNamedType(row.type) as GraphQLObjectType).getFields()
  const columns = new Set(['id'])
  for (const name of rowFields(field, info.fragments)) {
    const needed = all.includes(name) ? [name] : (fields[name]?.extensions.needs as string[] | undefined)
    for (const column of needed ?? all) columns.add(column)
  }
  const made = [...columns]
  read.set(field, made)
  return made
}
const read = new WeakMap<FieldNode, readonly string[]>()

/** What is selected of the rows, under `nodes` and under `edges { node }`. */
function rowFields(list: FieldNode, fragments: GraphQLResolveInfo['fragments']): string[] {
  const under = (selections: SelectionSetNode | undefined): FieldNode[] =>
    (selections?.selections ?? []).flatMap((node) =>
      node.kind === Kind.FIELD ? [node] : under(node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value]?.selectionSet : node.selectionSet),
    )
  const children = (nodes: FieldNode[], name: string) => nodes.filter((node) => node.name.value === name).flatMap((node) => under(node.selectionSet))
  const top = under(list.selectionSet)
  return [...children(top, 'nodes'), ...children(children(top, 'edges'), 'node')].map((node) => node.name.value).filter((name) => !name.startsWith('__'))
}
