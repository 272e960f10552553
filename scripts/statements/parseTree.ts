/** A node of PostgreSQL's parse tree, as libpg-query writes it: an object with the node's type as its only key. */
export type Node = Record<string, unknown>

export const only = (node: Node) => Object.entries(node)[0] as [string, Node]
export const list = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : [])
export const nameOf = (node: Node): string => (node.String as { sval?: string } | undefined)?.sval ?? ''
