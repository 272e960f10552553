import { list, nameOf, type Node, only } from './parseTree.ts'

export interface Column {
  name: string
  isNullable: boolean
}

/** What a name in FROM stands for. */
export interface Source {
  alias: string
  columns: readonly Column[]
  /** Whether an outer join may leave the whole row out. */
  isOptional: boolean
}

/** What an expression can refer to. */
export interface Scope {
  sources: readonly Source[]
  /** The sources of the queries around this one. */
  outer: readonly Source[]
  isGrouped: boolean
  nullableParameters: ReadonlySet<number>
  columnsOfQuery(select: Node): readonly Column[]
}

const names = (text: string) => new Set(text.split(/\s+/))

/** Aggregates that are null without rows. */
const AGGREGATES = names(`sum min max avg bool_or bool_and array_agg json_agg jsonb_agg string_agg json_object_agg jsonb_object_agg`)
const NEVER_NULL = names(`count now row_number rank dense_rank jsonb_build_object json_build_object jsonb_build_array json_build_array concat concat_ws 
  gen_random_uuid nextval txid_current pg_try_advisory_xact_lock pg_try_advisory_lock pg_advisory_unlock`)
/** Functions that are null only if an argument is. */
const STRICT = names(`lower upper length char_length octet_length pg_column_size abs floor ceil round trunc left right substr replace trim btrim date_trunc 
  timezone extract to_char to_timestamp to_jsonb to_json cardinality hashtext hashtextextended encode make_interval date_part`)
/** Operators that can be null for values that aren't. */
const PARTIAL = new Set(['->', '->>', '#>', '#>>'])

/** Whether an expression can be null. Anything unknown can be. */
export function isNullable(expression: Node | undefined, scope: Scope): boolean {
  if (!expression) return true
  const [type, node] = only(expression)
  const some = (items: unknown) => list(items).some((item) => isNullable(item, scope))
  const every = (items: unknown) => list(items).every((item) => isNullable(item, scope))
  switch (type) {
    case 'A_Const':
      return node.isnull === true
    case 'ParamRef':
      return scope.nullableParameters.has(node.number as number)
    case 'TypeCast':
      return isNullable(node.arg as Node, scope)
    case 'ColumnRef':
      return isColumnNullable(list(node.fields), scope)
    case 'NullTest':
    case 'BooleanTest':
    case 'A_ArrayExpr':
    case 'RowExpr':
      return false
    case 'BoolExpr':
      return some(node.args)
    case 'CoalesceExpr':
    case 'MinMaxExpr':
      return every(node.args)
    case 'CaseExpr':
      return (
        !node.defresult ||
        isNullable(node.defresult as Node, scope) ||
        list(node.args).some(({ CaseWhen: when }) => isNullable((when as Node).result as Node, scope))
      )
    case 'A_Expr': {
      const operator = nameOf(list(node.name).at(-1) ?? {})
      if (String(node.kind).includes('DISTINCT')) return false
      if (PARTIAL.has(operator) || node.kind === 'AEXPR_NULLIF') return true
      const right = node.rexpr as Node
      const operands = [node.lexpr as Node, ...(right?.List ? list((right.List as Node).items) : [right])].filter(Boolean)
      return operands.some((operand) => isNullable(operand, scope))
    }
    case 'SubLink': {
      if (node.subLinkType === 'EXISTS_SUBLINK' || node.subLinkType === 'ARRAY_SUBLINK') return false
      if (node.subLinkType === 'ANY_SUBLINK') return isNullable(node.testexpr as Node, scope)
      const select = (node.subselect as Node).SelectStmt as Node
      return !isOneRow(select) || scope.columnsOfQuery(select)[0]!.isNullable
    }
    case 'FuncCall': {
      const name = nameOf(list(node.funcname).at(-1)!)
      if (NEVER_NULL.has(name)) return false
      if (AGGREGATES.has(name)) return !(scope.isGrouped || node.over) || node.agg_filter !== undefined || some(node.args)
      return !STRICT.has(name) || some(node.args)
    }
    case 'SQLValueFunction':
      return false
    default:
      return true
  }
}

function isColumnNullable(path: readonly Node[], { sources, outer }: Scope): boolean {
  const name = nameOf(path.at(-1)!)
  const qualifier = path.length > 1 ? nameOf(path.at(-2)!) : undefined
  for (const level of [sources, outer]) {
    const found = level.flatMap((source) =>
      qualifier === undefined || source.alias === qualifier
        ? source.columns.filter((column) => column.name === name).map((column) => column.isNullable || source.isOptional)
        : [],
    )
    if (found.length > 0) return found.every(Boolean)
  }
  return true
}

/** Whether a query without groups aggregates, and so always has one row. */
const isOneRow = (select: Node): boolean =>
  !select.groupClause &&
  !select.havingClause &&
  !select.limitOffset &&
  list(select.targetList).some((target) => /"sval":"(count|sum|min|max|avg|bool_or|bool_and|array_agg|jsonb?_agg|string_agg)"/.test(JSON.stringify(target)))
