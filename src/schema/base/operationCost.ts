import {
  type FieldNode,
  getNamedType,
  type GraphQLOutputType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, type Operation, selectedOperation } from './rootFields.ts'

/** What an operation asks for at most, in fields: all of them, along one path, and written down in the document. */
export interface Cost {
  complexity: number
  depth: number
  breadth: number
}

/** Items of a list that says nothing about its length. */
const LIST_ITEMS = 10
/** What a field of free JSON counts for: each may hold a quarter of a megabyte. */
const FREE_JSON = 10
/** Items of a page that is asked for without `first`, and in the largest page there is. */
const DEFAULT_PAGE = 50
const LARGEST_PAGE = 500

/**
 * The cost of an operation, before it is validated and without its inputs being read: each field counts once for each
 * item of the lists and pages that it is in, and free JSON as several. Linear in the size of the document, whatever its fragments do.
 */
export function costOf(operation: Operation): Cost {
  const selected = selectedOperation(operation)
  const root = selected && operation.schema.getRootType(selected.operation)
  if (!selected || !root) return { complexity: 0, depth: 0, breadth: 0 }
  const { schema, variables, document } = operation
  const fragments = fragmentsOf(document)
  const known = new Map<SelectionSetNode, Map<string, Cost>>()
  const defaults = new Map((selected.variableDefinitions ?? []).map(({ variable, defaultValue }) => [variable.name.value, defaultValue]))

  const NOTHING: Cost = { complexity: 0, depth: 0, breadth: 0 }
  function costIn(set: SelectionSetNode, type: unknown, page: number | null): Cost {
    const key = `${isObjectType(type) || isInterfaceType(type) ? type.name : ''} ${page}`
    const costs = known.get(set) ?? new Map<string, Cost>()
    const before = costs.get(key)
    if (before) return before
    // A fragment that leads back to itself adds nothing here: validation refuses it.
    known.set(set, costs.set(key, NOTHING))
    const total = { ...NOTHING }
    for (const node of set.selections) {
      const { complexity, depth, breadth } = node.kind === Kind.FIELD ? costOfField(node, type, page) : costOfFragment(node, type, page)
      total.complexity += complexity
      total.breadth += breadth
      total.depth = Math.max(total.depth, depth)
    }
    costs.set(key, total)
    return total
  }

  function costOfFragment(node: Exclude<SelectionSetNode['selections'][number], FieldNode>, type: unknown, page: number | null): Cost {
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
    if (!fragment) return NOTHING
    const narrowed = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type
    return costIn(fragment.selectionSet, narrowed, page)
  }

  function costOfField(node: FieldNode, type: unknown, page: number | null): Cost {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
    const isConnection = field?.args.some(({ name }) => name === 'first') ?? false
    const items = field && isList(field.type) ? (page ?? LIST_ITEMS) : 1
    const inside = node.selectionSet ? costIn(node.selectionSet, field && getNamedType(field.type), isConnection ? pageSize(node) : null) : NOTHING
    const own = field && getNamedType(field.type).name === 'JSON' ? FREE_JSON : 1
    return { complexity: own + items * inside.complexity, depth: 1 + inside.depth, breadth: 1 + inside.breadth }
  }

  function pageSize({ arguments: given }: FieldNode): number {
    const value = given?.find(({ name }) => name.value === 'first')?.value
    const sent = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
    const literal = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : value
    const first = typeof sent === 'number' ? sent : literal?.kind === Kind.INT ? Number(literal.value) : DEFAULT_PAGE
    return Math.min(Math.max(first, 1), LARGEST_PAGE)
  }

  return costIn(selected.selectionSet, root, null)
}

const isList = (type: GraphQLOutputType): boolean => isListType(type) || (isNonNullType(type) && isList(type.ofType))
