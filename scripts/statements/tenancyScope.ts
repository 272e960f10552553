import { list, nameOf, type Node } from './parseTree.ts'

/** A table, subquery or CTE in FROM: its columns, and which of them can only hold the workspace's ID. */
export interface Source {
  alias: string
  columns: readonly string[]
  bound: Set<string>
  /** The table whose workspace_id has to be bound. */
  table?: string
  /** Whether it has rows of the product, which have no workspace. */
  hasSharedRows?: boolean
}
export interface Output {
  name: string
  isBound: boolean
}
/** What a query can refer to: CTEs, and the sources of the queries around it. */
export interface Scope {
  ctes: ReadonlyMap<string, readonly Output[]>
  sources: readonly Source[]
}
export const within = (scope: Scope, sources: readonly Source[]): Scope => ({ ctes: scope.ctes, sources: [...sources, ...scope.sources] })

export const outputSource = (alias: string, outputs: readonly Output[]): Source => ({
  alias,
  columns: outputs.map(({ name }) => name),
  bound: new Set(outputs.flatMap(({ name, isBound }) => (isBound ? [name] : []))),
})

export const membersOf = (expression: Node): readonly Node[] => (expression.RowExpr ? list((expression.RowExpr as Node).args) : [expression])

export function columnIn(expression: Node, { sources }: Scope): { source: Source; column: string } | undefined {
  const path = list((expression.ColumnRef as Node | undefined)?.fields)
  if (path.length === 0) return undefined
  const column = nameOf(path.at(-1)!)
  const source = sources.find(({ alias, columns }) => columns.includes(column) && (path.length === 1 || alias === nameOf(path.at(-2)!)))
  return source && { source, column }
}

/** The condition that USING makes of a column. */
export function usingCondition(left: readonly Source[], right: readonly Source[], column: string): Node {
  const [lexpr, rexpr] = [left, right].map((sources) => {
    const alias = sources.find(({ columns }) => columns.includes(column))?.alias ?? ''
    return { ColumnRef: { fields: [alias, column].map((sval) => ({ String: { sval } })) } }
  })
  return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr, rexpr } }
}

export const rename = (outputs: readonly Output[], names: readonly Node[] | undefined): readonly Output[] =>
  names ? outputs.map((output, index) => ({ ...output, name: names[index] ? nameOf(names[index]) : output.name })) : outputs
