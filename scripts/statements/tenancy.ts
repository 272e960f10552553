import { loadModule, parseSync } from 'libpg-query'
import type { Catalog } from './analysis.ts'
import { list, nameOf, type Node, only } from './parseTree.ts'
import { columnIn, membersOf, type Output, outputSource, rename, type Scope, type Source, usingCondition, within } from './tenancyScope.ts'

await loadModule()

interface Result {
  outputs: readonly Output[]
  unbound: readonly string[]
}
/** A condition, and the sources whose rows have to meet it. */
interface Condition {
  node: Node
  restricted: readonly Source[]
}

/**
 * Returns the tables whose rows a statement reads or writes without their workspace. A table is bound if its `workspace_id` must equal the
 * workspace's parameter or a bound column, or be null (rows of the product). An insert is bound if it writes such a value. Only equality
 * counts, and only in conditions that all rows of the table have to meet.
 */
export function findUnbound(text: string, catalog: Catalog, isWorkspace: (position: number) => boolean): string[] {
  const { stmts } = parseSync(text) as { stmts: { stmt: Node }[] }
  return [...new Set(examine(stmts[0]!.stmt, { ctes: new Map(), sources: [] }).unbound)].sort()

  function examine(statement: Node, outer: Scope): Result {
    const [type, node] = only(statement)
    const { ctes, unbound } = examineCtes(node, outer)
    const around = { ctes, sources: outer.sources }
    if (node.op && node.op !== 'SETOP_NONE') {
      const [left, right] = [node.larg, node.rarg].map((side) => examine({ SelectStmt: side }, around)) as [Result, Result]
      const outputs = left.outputs.map(({ name, isBound }, index) => ({ name, isBound: isBound && right.outputs[index]!.isBound }))
      return { outputs, unbound: [...unbound, ...left.unbound, ...right.unbound] }
    }
    if (node.valuesLists) return { outputs: valueOutputs(node, around), unbound: [...unbound, ...inSubqueries(node.valuesLists, around)] }

    const conditions: Condition[] = []
    const own = type === 'SelectStmt' ? [] : [tableSource(node.relation as Node)]
    for (const item of list(node.fromClause ?? node.usingClause)) own.push(...sourcesOf(item, within(around, own), conditions, unbound))
    const scope = within(around, own)
    if (node.whereClause) conditions.push({ node: node.whereClause as Node, restricted: own })
    if (type === 'InsertStmt') bindInsert(node, own[0]!, around, unbound)
    applyAll(conditions, scope)
    unbound.push(...own.flatMap(({ table, bound }) => (table && !bound.has('workspace_id') ? [table] : [])))

    const { withClause: _ctes, fromClause: _from, usingClause: _using, selectStmt: _inserted, whereClause: _where, ...expressions } = node
    unbound.push(...inSubqueries([expressions, conditions.map((condition) => condition.node)], scope))
    const targets = type === 'SelectStmt' ? node.targetList : (node.returningList ?? (node.returningClause as Node | undefined)?.exprs)
    return { outputs: list(targets).flatMap((target) => outputsOf(target.ResTarget as Node, own, scope)), unbound }
  }

  function examineCtes(node: Node, outer: Scope) {
    const { ctes: added, recursive } = (node.withClause ?? {}) as { ctes?: Node[]; recursive?: boolean }
    const ctes = new Map(outer.ctes)
    const unbound: string[] = []
    for (const { CommonTableExpr: cte } of list(added)) {
      const { ctename, ctequery, aliascolnames } = cte as { ctename: string; ctequery: Node; aliascolnames?: Node[] }
      const firstTerm = recursive && (ctequery.SelectStmt as Node | undefined)?.larg
      if (firstTerm) ctes.set(ctename, rename(examine({ SelectStmt: firstTerm }, { ...outer, ctes }).outputs, aliascolnames))
      const result = examine(ctequery, { ...outer, ctes })
      ctes.set(ctename, rename(result.outputs, aliascolnames))
      unbound.push(...result.unbound)
    }
    return { ctes, unbound }
  }

  function tableSource({ relname, alias }: Node): Source {
    const columns = catalog.get(relname as string) ?? []
    const workspace = columns.find(({ name }) => name === 'workspace_id')
    return {
      alias: ((alias as Node | undefined)?.aliasname ?? relname) as string,
      columns: columns.map(({ name }) => name),
      bound: new Set(),
      ...(workspace && { table: relname as string, hasSharedRows: workspace.isNullable }),
    }
  }

  /** Returns the sources of one item of FROM. Collects the conditions of its joins, and the tables that its subqueries leave unbound. */
  function sourcesOf(item: Node, scope: Scope, conditions: Condition[], unbound: string[]): Source[] {
    const [type, node] = only(item)
    const { aliasname, colnames } = (node.alias ?? {}) as { aliasname?: string; colnames?: Node[] }
    if (type === 'JoinExpr') {
      const left = sourcesOf(node.larg as Node, scope, conditions, unbound)
      const right = sourcesOf(node.rarg as Node, within(scope, left), conditions, unbound)
      // An outer join restricts only the rows that it may leave out.
      const restricted = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }[node.jointype as string] ?? [...left, ...right]
      if (node.quals) conditions.push({ node: node.quals as Node, restricted })
      for (const column of list(node.usingClause).map(nameOf)) conditions.push({ node: usingCondition(left, right, column), restricted })
      return [...left, ...right]
    }
    const cte = type === 'RangeVar' && !node.schemaname ? scope.ctes.get(node.relname as string) : undefined
    if (cte) return [outputSource(aliasname ?? (node.relname as string), rename(cte, colnames))]
    if (type === 'RangeVar') return [tableSource(node)]
    if (type === 'RangeSubselect') {
      const result = examine(node.subquery as Node, scope)
      unbound.push(...result.unbound)
      return [outputSource(aliasname ?? '', rename(result.outputs, colnames))]
    }
    unbound.push(...inSubqueries(node, scope))
    const named = list(node.coldeflist).map(({ ColumnDef: column }) => (column as Node).colname as string)
    return [{ alias: aliasname ?? '', columns: named.length > 0 ? named : (colnames?.map(nameOf) ?? [aliasname ?? '']), bound: new Set() }]
  }

  /** Applies conditions until they bind no further column. */
  function applyAll(conditions: readonly Condition[], scope: Scope) {
    const countBound = () => scope.sources.reduce((sum, { bound }) => sum + bound.size, 0)
    for (let before = -1; before !== countBound();) {
      before = countBound()
      for (const { node, restricted } of conditions) apply(node, restricted, scope)
    }
  }

  function apply(condition: Node, restricted: readonly Source[], scope: Scope): void {
    const [type, node] = only(condition)
    const mark = (expression: Node) => {
      const { source, column } = columnIn(expression, scope) ?? {}
      if (source && restricted.includes(source)) source.bound.add(column!)
    }
    if (type === 'BoolExpr' && node.boolop === 'AND_EXPR') for (const part of list(node.args)) apply(part, restricted, scope)
    if (type === 'BoolExpr' && node.boolop === 'OR_EXPR') applyEither(list(node.args), restricted, scope)
    if (type === 'NullTest' && node.nulltesttype === 'IS_NULL' && columnIn(node.arg as Node, scope)?.source.hasSharedRows) mark(node.arg as Node)
    if (type === 'A_Expr' && node.kind === 'AEXPR_OP' && nameOf(list(node.name)[0]!) === '=') {
      const [left, right] = [membersOf(node.lexpr as Node), membersOf(node.rexpr as Node)]
      for (let i = 0; i < Math.min(left.length, right.length); i++) {
        if (isBound(left[i]!, scope)) mark(right[i]!)
        if (isBound(right[i]!, scope)) mark(left[i]!)
      }
    }
    if (type === 'SubLink' && node.subLinkType === 'ANY_SUBLINK' && !node.operName) {
      const { outputs } = examine(node.subselect as Node, scope)
      membersOf(node.testexpr as Node).forEach((member, index) => outputs[index]?.isBound && mark(member))
    }
  }

  /** Binds what every branch of an OR binds. */
  function applyEither(branches: readonly Node[], restricted: readonly Source[], scope: Scope) {
    const before = restricted.map(({ bound }) => bound)
    const results = branches.map((branch) => {
      for (const [index, source] of restricted.entries()) source.bound = new Set(before[index])
      apply(branch, restricted, scope)
      return restricted.map(({ bound }) => bound)
    })
    for (const [index, source] of restricted.entries())
      source.bound = new Set([...results[0]![index]!].filter((column) => results.every((result) => result[index]!.has(column))))
  }

  function isBound(expression: Node, scope: Scope): boolean {
    const [type, node] = only(expression)
    if (type === 'A_Const') return node.isnull === true
    if (type === 'ParamRef') return isWorkspace(node.number as number)
    if (type === 'TypeCast') return isBound(node.arg as Node, scope)
    if (type === 'SubLink' && node.subLinkType === 'EXPR_SUBLINK') return examine(node.subselect as Node, scope).outputs[0]?.isBound ?? false
    const { source, column } = columnIn(expression, scope) ?? {}
    return source?.bound.has(column!) ?? false
  }

  /** Binds the columns that an insert writes. An update on conflict has to be of a row of the same workspace. */
  function bindInsert(node: Node, target: Source, scope: Scope, unbound: string[]) {
    const { outputs, unbound: inQuery } = node.selectStmt ? examine(node.selectStmt as Node, scope) : { outputs: [], unbound: [] }
    const columns = list(node.cols).map((column) => (column.ResTarget as Node).name as string)
    const written = columns.filter((_, index) => outputs[index]?.isBound)
    unbound.push(...inQuery)
    const { action, infer, whereClause } = (node.onConflictClause ?? {}) as { action?: string; infer?: Node; whereClause?: Node }
    const keys = list(infer?.indexElems).map((element) => (element.IndexElem as Node).name as string)
    const excluded: Source = { ...target, alias: 'excluded', bound: new Set(written) }
    if (action === 'ONCONFLICT_UPDATE' && target.table && !keys.includes('workspace_id')) {
      const existing: Source = { ...target, bound: new Set() }
      if (whereClause) applyAll([{ node: whereClause, restricted: [existing] }], within(scope, [existing, excluded]))
      if (!existing.bound.has('workspace_id')) unbound.push(target.table)
    }
    for (const column of written) target.bound.add(column)
  }

  function valueOutputs(node: Node, scope: Scope): Output[] {
    const rows = list(node.valuesLists).map((row) => list((row.List as Node).items))
    return rows[0]!.map((_, index) => ({ name: `column${index + 1}`, isBound: rows.every((row) => isBound(row[index]!, scope)) }))
  }

  function outputsOf({ name, val }: Node, own: readonly Source[], scope: Scope): Output[] {
    const path = list(((val as Node).ColumnRef as Node | undefined)?.fields)
    if (path.at(-1)?.A_Star) {
      const from = path.length > 1 ? own.filter(({ alias }) => alias === nameOf(path[0]!)) : own
      return from.flatMap(({ columns, bound }) => columns.map((column) => ({ name: column, isBound: bound.has(column) })))
    }
    return [{ name: (name as string | undefined) ?? nameOf(path.at(-1) ?? {}), isBound: isBound(val as Node, scope) }]
  }

  /** Returns the tables that subqueries of expressions leave unbound. */
  function inSubqueries(value: unknown, scope: Scope): string[] {
    if (Array.isArray(value)) return value.flatMap((item) => inSubqueries(item, scope))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => (key === 'subselect' ? [...examine(inner as Node, scope).unbound] : inSubqueries(inner, scope)))
  }
}
