import { list, type Node, only } from '../statements/parseTree.ts'
import { type Finding, type History, isBusy, tableOf } from './rules.ts'

/** Changes for which others may write meanwhile. */
const GENTLE = new Set(['AT_ValidateConstraint', 'AT_SetStatistics', 'AT_SetRelOptions', 'AT_ResetRelOptions'])

/** The tables that a statement locks against writes until the migration ends. A foreign key also locks the table that it refers to. */
function listLocked(kind: string, node: Node): string[] {
  if (kind === 'IndexStmt') return node.concurrent ? [] : [tableOf(node.relation)]
  if (kind === 'CreateTrigStmt') return [tableOf(node.relation)]
  if (kind === 'LockStmt') return list(node.relations).map((each) => tableOf(each.RangeVar))
  if (kind !== 'AlterTableStmt' || node.objtype !== 'OBJECT_TABLE') return []
  const changes = list(node.cmds).map((each) => each.AlterTableCmd as Node)
  const referred = changes.flatMap(({ def }) => (def as { Constraint?: Node } | undefined)?.Constraint?.pktable ?? [])
  return [...(changes.every(({ subtype }) => GENTLE.has(String(subtype))) ? [] : [tableOf(node.relation)]), ...referred.map(tableOf)]
}

/** Finds a lock on a second busy table: while it is waited for, the first one stays locked, and servers that lock both in another order meet a deadlock. */
export function findSecondLock(statement: Node, history: History): Finding[] {
  const [kind, node] = only(statement)
  const { locked } = history
  const before = locked.size
  const first = [...locked][0]
  for (const table of listLocked(kind, node)) if (isBusy(table, history)) locked.add(table)
  if (locked.size <= Math.max(before, 1)) return []
  return [
    { rule: 'two-tables', text: `The lock on ${first ?? 'the first table'} lasts while this waits for the next table. Use a migration for each busy table.` },
  ]
}
