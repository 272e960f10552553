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

/** The maximum number of fields of an operation: in its result, along one path, and in its document. */
export interface Cost {
  complexity: number
  depth: number
  breadth: number
}

/** The assumed length of a list without a page size. */
const LIST_ITEMS = 10
/** The weight of a field with free JSON, which can have a quarter of a megabyte. */
const FREE_JSON = 10
/** For a JSON field with a few facts of the server, which costs no more than any field. */
export const SERVER_FACTS = { extensions: { isServerFacts: true } }
const isServerFacts = (extensions: unknown) => (extensions as { isServerFacts?: boolean } | undefined)?.isServerFacts === true
/** The assumed page size without `first`, and the largest page size. */
const DEFAULT_PAGE = 50
const LARGEST_PAGE = 500

/**
 * Computes the cost of an operation before it is validated and without reading its inputs. Each field counts once per item of the lists and
 * pages that contain it, free JSON counts more. Takes linear time in the size of the document for any fragments.
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
    // A recursive fragment adds nothing here, because validation rejects it.
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
    const own = field && getNamedType(field.type).name === 'JSON' && !isServerFacts(field.extensions) ? FREE_JSON : 1
    return { complexity: own + items * inside.complexity, depth: 1 + inside.depth, breadth: 1 + inside.breadth }
  }

  function pageSize({ arguments: args }: FieldNode): number {
    const value = args?.find(({ name }) => name.value === 'first')?.value
    const variableValue = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
    const literal = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : value
    const first = typeof variableValue === 'number' ? variableValue : literal?.kind === Kind.INT ? Number(literal.value) : DEFAULT_PAGE
    return Math.min(Math.max(first, 1), LARGEST_PAGE)
  }

  return costIn(selected.selectionSet, root, null)
}

const isList = (type: GraphQLOutputType): boolean => isListType(type) || (isNonNullType(type) && isList(type.ofType))
