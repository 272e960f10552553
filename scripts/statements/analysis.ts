import { loadModule, parseSync } from 'libpg-query'
import { type Column, isNullable, type Scope, type Source } from './expressions.ts'
import { list, nameOf, type Node, only } from './parseTree.ts'

await loadModule()

/** The columns of each table, in their order. */
export type Catalog = ReadonlyMap<string, readonly Column[]>

/** What a statement does with the database. */
export interface Analysis {
  /** The columns of its rows, in their order. Empty if PostgreSQL's parse tree doesn't tell them, such as those of a function. */
  columns: readonly Column[]
  reads: ReadonlySet<string>
  writes: ReadonlySet<string>
}

/** Analyzes a statement. `nullableParameters` are the positions of parameters that may be null. */
export function analyze(text: string, catalog: Catalog, nullableParameters: ReadonlySet<number>): Analysis {
  const reads = new Set<string>()
  const writes = new Set<string>()
  const { stmts } = parseSync(text) as { stmts: { stmt: Node }[] }
  const columns = columnsOf(stmts[0]!.stmt, new Map(), [])
  return { columns, reads, writes }

  function columnsOf(statement: Node, outerCtes: ReadonlyMap<string, readonly Column[]>, outer: readonly Source[]): readonly Column[] {
    const [type, node] = only(statement)
    const ctes = withCtes(node, outerCtes, outer)
    if (type === 'SelectStmt') return selectColumns(node, ctes, outer)
    const target = node.relation as { relname: string; alias?: { aliasname: string } }
    writes.add(target.relname)
    const own: Source = { alias: target.alias?.aliasname ?? target.relname, columns: catalog.get(target.relname) ?? [], isOptional: false }
    const from = list(node.fromClause ?? node.usingClause).flatMap((item) => sourcesOf(item, ctes, [own, ...outer], false))
    const scope = [own, ...from]
    if (type === 'InsertStmt' && node.selectStmt) columnsOf(node.selectStmt as Node, ctes, outer)
    walkSubqueries([node.targetList, node.whereClause, node.onConflictClause], ctes, [...scope, ...outer])
    const returning = ((node.returningClause as Node | undefined)?.exprs ?? node.returningList) as Node[] | undefined
    walkSubqueries([returning], ctes, [...scope, ...outer])
    return targetColumns(list(returning), scopeOf(scope, outer, ctes, false))
  }

  function selectColumns(node: Node, ctes: ReadonlyMap<string, readonly Column[]>, outer: readonly Source[]): readonly Column[] {
    if (node.op && node.op !== 'SETOP_NONE') {
      const [left, right] = [node.larg, node.rarg].map((part) => selectColumns(part as Node, withCtes(part as Node, ctes, outer), outer))
      return left!.map(({ name, isNullable }, index) => ({ name, isNullable: isNullable || (right![index]?.isNullable ?? true) }))
    }
    if (node.valuesLists)
      return list(list(node.valuesLists)[0]?.List && (list(node.valuesLists)[0]!.List as Node).items).map((_, index) => ({
        name: `column${index + 1}`,
        isNullable: true,
      }))
    const sources: Source[] = []
    for (const item of list(node.fromClause)) sources.push(...sourcesOf(item, ctes, [...sources, ...outer], false))
    const scope = scopeOf(sources, outer, ctes, list(node.groupClause).length > 0)
    walkSubqueries([node.targetList, node.whereClause, node.havingClause, node.sortClause, node.limitCount, node.limitOffset, node.groupClause], ctes, [
      ...sources,
      ...outer,
    ])
    return targetColumns(list(node.targetList), scope)
  }

  /** Adds the CTEs of a statement, or of one side of a union. */
  function withCtes(node: Node, outerCtes: ReadonlyMap<string, readonly Column[]>, outer: readonly Source[]): ReadonlyMap<string, readonly Column[]> {
    const { ctes: added, recursive } = (node.withClause ?? {}) as { ctes?: Node[]; recursive?: boolean }
    const ctes = new Map(outerCtes)
    for (const { CommonTableExpr: cte } of list(added)) {
      const { ctename, ctequery, aliascolnames } = cte as { ctename: string; ctequery: Node; aliascolnames?: Node[] }
      if (recursive) ctes.set(ctename, rename(columnsOf(firstTerm(ctequery), ctes, outer), aliascolnames))
      ctes.set(ctename, rename(columnsOf(ctequery, ctes, outer), aliascolnames))
    }
    return ctes
  }

  function sourcesOf(item: Node, ctes: ReadonlyMap<string, readonly Column[]>, outer: readonly Source[], isOptional: boolean): Source[] {
    const [type, node] = only(item)
    const alias = node.alias as { aliasname: string; colnames?: Node[] } | undefined
    if (type === 'RangeVar') {
      const name = node.relname as string
      const cte = ctes.get(name)
      if (!cte) reads.add(name)
      return [{ alias: alias?.aliasname ?? name, columns: rename(cte ?? catalog.get(name) ?? [], alias?.colnames), isOptional }]
    }
    if (type === 'RangeSubselect')
      return [{ alias: alias?.aliasname ?? '', columns: rename(columnsOf(node.subquery as Node, ctes, outer), alias?.colnames), isOptional }]
    if (type === 'JoinExpr') {
      const join = node.jointype as string
      const left = sourcesOf(node.larg as Node, ctes, outer, isOptional || join === 'JOIN_RIGHT' || join === 'JOIN_FULL')
      const right = sourcesOf(node.rarg as Node, ctes, [...left, ...outer], isOptional || join === 'JOIN_LEFT' || join === 'JOIN_FULL')
      walkSubqueries([node.quals], ctes, [...left, ...right, ...outer])
      return [...left, ...right]
    }
    if (type === 'RangeFunction') {
      walkSubqueries([node.functions], ctes, outer)
      const names = alias?.colnames?.map(nameOf) ?? list(node.coldeflist).map(({ ColumnDef: column }) => (column as { colname: string }).colname)
      const isSeries = JSON.stringify(node.functions).includes('"generate_series"')
      const columns = (names.length > 0 ? names : alias ? [alias.aliasname] : []).map((name, index) => ({
        name,
        isNullable: !(isSeries || (node.ordinality === true && index === names.length - 1)),
      }))
      return [{ alias: alias?.aliasname ?? '', columns, isOptional }]
    }
    return []
  }

  function scopeOf(sources: readonly Source[], outer: readonly Source[], ctes: ReadonlyMap<string, readonly Column[]>, isGrouped: boolean): Scope {
    const columnsOfQuery = (select: Node) => selectColumns(select, ctes, [...sources, ...outer])
    return { sources, outer, isGrouped, nullableParameters, columnsOfQuery }
  }

  function targetColumns(targets: readonly Node[], scope: Scope): Column[] {
    return targets.flatMap(({ ResTarget: target }) => {
      const { name, val } = target as { name?: string; val: Node }
      const [type, node] = only(val)
      if (type === 'ColumnRef') {
        const path = list(node.fields)
        if (path.at(-1)!.A_Star) {
          const from = path.length > 1 ? scope.sources.filter(({ alias }) => alias === nameOf(path[0]!)) : scope.sources
          return from.flatMap(({ columns: all, isOptional }) => all.map((column) => ({ name: column.name, isNullable: column.isNullable || isOptional })))
        }
        return [{ name: name ?? nameOf(path.at(-1)!), isNullable: isNullable(val, scope) }]
      }
      return [{ name: name ?? '?column?', isNullable: isNullable(val, scope) }]
    })
  }

  /** Visits the subqueries of expressions, for the tables that they read. */
  function walkSubqueries(value: unknown, ctes: ReadonlyMap<string, readonly Column[]>, sources: readonly Source[]): void {
    if (Array.isArray(value)) return value.forEach((item) => walkSubqueries(item, ctes, sources))
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'subselect') columnsOf(inner as Node, ctes, sources)
      else walkSubqueries(inner, ctes, sources)
    }
  }
}

const firstTerm = (query: Node): Node => {
  const select = query.SelectStmt as Node | undefined
  return select?.larg ? { SelectStmt: select.larg } : query
}
const rename = (columns: readonly Column[], names: readonly Node[] | undefined): readonly Column[] =>
  names ? columns.map((column, index) => ({ ...column, name: names[index] ? nameOf(names[index]) : column.name })) : columns
