/**
 * How a document's result becomes the body of an answer. There are three shapes only, so that OpenAPI can follow from
 * the document.
 */
export interface Reply<Data> {
  shape: 'page' | 'only' | 'none'
  /** The alias of the document's root field. */
  key: string
  options: ReplyOptions
  /** The body as JSON text, or null where there is none. */
  text: (data: Data) => string | null
}
interface ReplyOptions {
  /** Fields that are absent where they would be null (contract: absent / null). */
  absentWhenNull?: readonly string[]
  /** Fields whose value is always the same. */
  plus?: Readonly<Record<string, string>>
}
interface Connection {
  nodes: unknown[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

/** A page that serves both published forms; the rows are the same twice, so they are written once (contract: page shape). */
export const page: Reply<{ page: Connection }> = {
  shape: 'page',
  key: 'page',
  options: {},
  text: ({ page: { nodes, pageInfo } }) => {
    const rows = JSON.stringify(nodes)
    return `{"items":${rows},"data":${rows},"has_more":${pageInfo.hasNextPage},"next_cursor":${JSON.stringify(pageInfo.hasNextPage ? pageInfo.endCursor : null)}}`
  },
}

/** A page with what its document asks for beside the rows. */
export const pageWith = (options: ReplyOptions = {}): Reply<{ page: Connection & Record<string, unknown> }> => ({
  shape: 'page',
  key: 'page',
  options,
  text: ({ page: { nodes, pageInfo, ...beside } }) => {
    const items = options.absentWhenNull ? nodes.map((node) => sparse(node as object, options.absentWhenNull!)) : nodes
    const text = page.text({ page: { nodes: items, pageInfo } })!
    return `${text.slice(0, -1)},${JSON.stringify(beside).slice(1)}`
  },
})

const sparse = (object: object, absentWhenNull: readonly string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name, value]) => value !== null || !absentWhenNull.includes(name)))

/** One object: the root field of that alias. */
export const only = <Key extends string>(key: Key, options: ReplyOptions = {}): Reply<Record<Key, object>> => ({
  shape: 'only',
  key,
  options,
  text: ({ [key]: object }) => {
    return JSON.stringify({ ...(options.absentWhenNull ? sparse(object, options.absentWhenNull) : object), ...options.plus })
  },
})

/** No body (204). */
export const none: Reply<object> = { shape: 'none', key: '', options: {}, text: () => null }
