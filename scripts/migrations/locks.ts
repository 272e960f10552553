import { list, nameOf, type Node, only } from '../statements/parseTree.ts'
import { type Finding, type History, isBusy, tableOf } from './rules.ts'

/** Changes for which others may write meanwhile. */
const GENTLE = new Set(['AT_ValidateConstraint', 'AT_SetStatistics', 'AT_SetRelOptions', 'AT_ResetRelOptions'])
const RENAMED_IN_TABLES = new Set(['OBJECT_TABLE', 'OBJECT_COLUMN', 'OBJECT_TABCONSTRAINT', 'OBJECT_TRIGGER', 'OBJECT_POLICY'])
const DROPPED_FROM_TABLES = new Set(['OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_RULE'])

/** A node with everything in it. */
function* walk(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Node
  for (const part of Object.values(value)) yield* walk(part)
}

/** The tables that foreign keys in a statement refer to. */
const listReferred = (node: Node) => [...walk(node)].flatMap(({ pktable }) => (pktable ? [tableOf(pktable)] : []))

const rangesOf = (relations: unknown) => list(relations).map((each) => tableOf(each.RangeVar))

function listAltered(node: Node): string[] {
  if (node.objtype !== 'OBJECT_TABLE') return []
  const isGentle = list(node.cmds).every((each) => GENTLE.has(String((each.AlterTableCmd as Node).subtype)))
  return [...(isGentle ? [] : [tableOf(node.relation)]), ...listReferred(node)]
}

function listDropped({ objects, removeType, concurrent }: Node, { indexes }: History): string[] {
  const paths = list(objects).map((each) => list((each.List as Node | undefined)?.items).map(nameOf))
  if (removeType === 'OBJECT_TABLE') return paths.map((path) => path.at(-1)!)
  if (removeType === 'OBJECT_INDEX') return concurrent ? [] : paths.flatMap((path) => indexes.get(path.at(-1)!) ?? [])
  return DROPPED_FROM_TABLES.has(String(removeType)) ? paths.map((path) => path.at(-2)!) : []
}

/** `audit_table` creates triggers. Its first argument is the table. */
const listAudited = (node: Node) =>
  [...walk(node)].flatMap(({ FuncCall: call }) => {
    const { funcname, args } = (call ?? {}) as Node
    if (nameOf(list(funcname).at(-1) ?? {}) !== 'audit_table') return []
    const text = [...walk(list(args)[0])].map(({ A_Const: constant }) => (constant as { sval?: { sval?: string } } | undefined)?.sval?.sval)
    return text.filter((name) => name !== undefined).map((name) => name.split('.').at(-1)!)
  })

/** The tables that a statement locks against writes until the migration ends, by its kind. A foreign key also locks the table that it refers to. */
const LOCKED: Record<string, (node: Node, history: History) => string[]> = {
  AlterTableStmt: listAltered,
  CreatePolicyStmt: ({ table }) => [tableOf(table)],
  CreateStmt: (node) => [...listReferred(node), ...rangesOf(node.inhRelations)].filter((name) => name !== tableOf(node.relation)),
  CreateTrigStmt: ({ relation }) => [tableOf(relation)],
  DropStmt: listDropped,
  IndexStmt: ({ relation, concurrent }) => (concurrent ? [] : [tableOf(relation)]),
  LockStmt: ({ relations }) => rangesOf(relations),
  RenameStmt: ({ relation, renameType }) => (RENAMED_IN_TABLES.has(String(renameType)) ? [tableOf(relation)] : []),
  SelectStmt: listAudited,
  TruncateStmt: ({ relations }) => rangesOf(relations),
}

/** Finds a lock on a second busy table: while it is waited for, the first one stays locked, and servers that lock both in another order meet a deadlock. */
export function findSecondLock(statement: Node, history: History): Finding[] {
  const [kind, node] = only(statement)
  const { locked } = history
  const before = locked.size
  const first = [...locked][0]
  for (const table of LOCKED[kind]?.(node, history) ?? []) if (isBusy(table, history)) locked.add(table)
  if (locked.size <= Math.max(before, 1)) return []
  return [
    { rule: 'two-tables', text: `The lock on ${first ?? 'the first table'} lasts while this waits for the next table. Use a migration for each busy table.` },
  ]
}
