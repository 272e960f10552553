/** Converts the result of a GraphQL document to a response body. There are only three shapes, so OpenAPI can be derived from the document. */
export interface Reply<Data> {
  shape: 'page' | 'only' | 'none'
  /** Alias of the root field in the document. */
  key: string
  options: ReplyOptions
  /** Response body as JSON; null for no body. */
  text: (data: Data) => string | null
}
interface ReplyOptions {
  /** Fields to omit if they are null (contract: absent / null). */
  absentWhenNull?: readonly string[]
  /** Fields with a constant value. */
  plus?: Readonly<Record<string, string>>
}
interface Connection {
  nodes: unknown[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

/** A page in both published forms. The rows are serialized once and written twice (contract: page shape). */
export const page: Reply<{ page: Connection }> = {
  shape: 'page',
  key: 'page',
  options: {},
  text: ({ page: { nodes, pageInfo } }) => {
    const rows = JSON.stringify(nodes)
    return `{"items":${rows},"data":${rows},"has_more":${pageInfo.hasNextPage},"next_cursor":${JSON.stringify(pageInfo.hasNextPage ? pageInfo.endCursor : null)}}`
  },
}

/** A list that is always complete, as the last page. */
export const wholeList: Reply<{ page: readonly unknown[] }> = {
  shape: 'page',
  key: 'page',
  options: {},
  text: ({ page: nodes }) => page.text({ page: { nodes: [...nodes], pageInfo: { hasNextPage: false } } }),
}

/** A page with additional fields that its document selects. */
export const pageWith = (options: ReplyOptions = {}): Reply<{ page: Connection & Record<string, unknown> }> => ({
  shape: 'page',
  key: 'page',
  options,
  text: ({ page: { nodes, pageInfo, ...extraFields } }) => {
    const items = options.absentWhenNull ? nodes.map((node) => omitNulls(node as object, options.absentWhenNull!)) : nodes
    const text = page.text({ page: { nodes: items, pageInfo } })!
    return `${text.slice(0, -1)},${JSON.stringify(extraFields).slice(1)}`
  },
})

const omitNulls = (object: object, absentWhenNull: readonly string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name, value]) => value !== null || !absentWhenNull.includes(name)))

/** One object: the root field with that alias. */
export const only = <Key extends string>(key: Key, options: ReplyOptions = {}): Reply<Record<Key, object>> => ({
  shape: 'only',
  key,
  options,
  text: ({ [key]: object }) => {
    return JSON.stringify({ ...(options.absentWhenNull ? omitNulls(object, options.absentWhenNull) : object), ...options.plus })
  },
})

/** No body (204). */
export const none: Reply<object> = { shape: 'none', key: '', options: {}, text: () => null }
