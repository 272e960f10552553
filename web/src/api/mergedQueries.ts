import { createRequest, type Exchange, makeOperation, type Operation, type OperationResult } from 'urql'
import { filter, fromArray, makeSubject, merge, mergeMap, pipe, share, tap } from 'wonka'

type Node = Record<string, unknown>

/**
 * Sends the queries of one moment, such as those of the parts of a page that opens, as one request. If the server refuses
 * one of them, each is sent again on its own, so that a part can fail without the others.
 */
export const mergeQueries: Exchange = ({ forward }) => {
  return (operations) => {
    const all = share(operations)
    const { source: queries, next: send } = makeSubject<Operation>()
    const parts = new Map<number, Operation[]>()
    let waiting: Operation[] = []

    const sendWaiting = () => {
      const [first, ...others] = waiting
      const operation = first && (others.length > 0 ? toOneQuery(waiting) : first)
      if (operation && operation !== first) parts.set(operation.key, waiting)
      waiting = []
      if (operation) send(operation)
    }
    const collect = (operation: Operation) => {
      if (operation.kind !== 'query' && operation.kind !== 'teardown') return
      waiting = waiting.filter(({ key }) => key !== operation.key)
      if (operation.kind === 'query' && waiting.push(operation) === 1) setTimeout(sendWaiting)
    }
    const split = (result: OperationResult): OperationResult[] => {
      const merged = parts.get(result.operation.key)
      parts.delete(result.operation.key)
      if (!merged) return [result]
      if (!result.error?.graphQLErrors.length)
        return merged.map((operation, index) => ({ ...result, operation, data: partOf(result.data as Node | null, index) }))
      merged.forEach(send)
      return []
    }
    const others = pipe(
      all,
      tap(collect),
      filter(({ kind }) => kind !== 'query'),
    )
    return pipe(
      forward(merge([others, queries])),
      mergeMap((result) => fromArray(split(result))),
    )
  }
}

let lastKey = 0

/** Returns one query with the fields of all. Their names and variables get the number of their query. */
function toOneQuery(operations: readonly Operation[]): Operation {
  const documents = operations.map(({ query }) => query.definitions as unknown as Node[])
  const heads = documents.map((definitions, index) => numberVariables(definitions.find(isHead)!, index) as Node)
  const fragments = new Map(documents.flatMap((definitions) => definitions.filter((each) => !isHead(each)).map((each) => [nameOf(each), each])))
  const head = {
    ...heads[0],
    name: toName(heads.map(nameOf).join('_')),
    variableDefinitions: heads.flatMap(({ variableDefinitions = [] }) => variableDefinitions as Node[]),
    selectionSet: { kind: 'SelectionSet', selections: heads.flatMap((each, index) => fieldsOf(each).map((field) => numberField(field, index))) },
  }
  const entries = operations.flatMap(({ variables }, index) => Object.entries((variables ?? {}) as Node).map(([name, value]) => [numbered(name, index), value]))
  const request = createRequest({ kind: 'Document', definitions: [head, ...fragments.values()] } as never, Object.fromEntries(entries) as Node)
  // Each request has its own parts, also if the same queries are sent again before the answer. Keys of urql are positive.
  return makeOperation('query', { ...request, key: --lastKey }, operations[0]!.context)
}

/** Returns the part of the data that a query of the merged ones asked for. */
function partOf(data: Node | null | undefined, index: number): Node | undefined {
  const suffix = numbered('', index)
  const own = Object.entries(data ?? {}).filter(([key]) => key.endsWith(suffix))
  return data ? Object.fromEntries(own.map(([key, value]) => [key.slice(0, -suffix.length), value])) : undefined
}

const isHead = ({ kind }: Node) => kind === 'OperationDefinition'
const numbered = (name: string, index: number) => `${name}_${index}`
const toName = (value: string) => ({ kind: 'Name', value })
const nameOf = ({ name }: Node) => (name as { value: string }).value
const fieldsOf = ({ selectionSet }: Node) => (selectionSet as { selections: Node[] }).selections
const numberField = (field: Node, index: number): Node => ({ ...field, alias: toName(numbered(nameOf({ name: field.alias ?? field.name }), index)) })

/** Numbers the variables of an operation. Fragments have none. */
function numberVariables(node: unknown, index: number): unknown {
  if (Array.isArray(node)) return node.map((each) => numberVariables(each, index))
  if (typeof node !== 'object' || node === null) return node
  if ((node as Node).kind === 'Variable') return { ...node, name: toName(numbered(nameOf(node as Node), index)) }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, numberVariables(value, index)]))
}
