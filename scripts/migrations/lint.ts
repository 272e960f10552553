import { loadModule, parseSync } from 'libpg-query'
import { exceptionsOf, type Migration } from '../../prisma/migrations.ts'
import { list, type Node, only } from '../statements/parseTree.ts'
import { findSecondLock } from './locks.ts'
import { CHANGES, type Finding, type History, RULES, tableOf } from './rules.ts'

await loadModule()

/** Migrations from before are in people's databases. The name of a migration begins with its moment. */
export const LINTED_SINCE = '20261128'

/** Since when a migration locks one busy table. */
const ONE_TABLE_SINCE = '2026112819'

const SHORTEST_REASON = 20

/**
 * Finds statements that a busy table can't bear, or that break servers of the version before, in migrations from `since` on. All migrations are given in
 * their order, because a rule may depend on the ones before.
 */
export function lint(migrations: readonly Migration[], since = LINTED_SINCE): string[] {
  const validated = new Set<string>()
  const notNullChecks = new Map<string, string>()
  const indexes = new Map<string, string>()
  return migrations.flatMap(({ name, sql }) => {
    const history: History = { created: new Set(), locked: new Set(), indexes, added: new Set(), notNullChecks, validated }
    const bytes = Buffer.from(sql)
    let end = 0
    const { stmts } = parseSync(sql) as { stmts: { stmt: Node; stmt_location?: number; stmt_len?: number }[] }
    const problems = stmts.flatMap(({ stmt, stmt_location: at = 0, stmt_len: length = bytes.length - at }) => {
      const comment = bytes.subarray(end, at).toString()
      const line = bytes.subarray(0, at).toString().split('\n').length
      end = at + length
      const findings = [...findIn(stmt, history), ...findCompany(stmt, stmts.length), ...(name < ONE_TABLE_SINCE ? [] : findSecondLock(stmt, history))]
      remember(stmt, history)
      return judge(findings, comment).map((problem) => `${name}:${line}: ${problem}`)
    })
    return name >= since ? problems : []
  })
}

/** What remains of the findings with the exceptions in the comment before the statement, and what is wrong with the exceptions. */
function judge(findings: readonly Finding[], comment: string): string[] {
  const allowed = exceptionsOf(comment)
  const refused = findings.filter(({ rule }) => !allowed.some((each) => each.rule === rule))
  return [
    ...refused.map(({ rule, text: why }) => `${rule}: ${why}`),
    ...allowed.filter(({ rule }) => !findings.some((each) => each.rule === rule)).map(({ rule }) => `${rule}: Nothing here needs this exception.`),
    ...allowed.filter(({ reason }) => reason.length < SHORTEST_REASON).map(({ rule }) => `${rule}: Say the reason of the exception in a sentence.`),
  ]
}

const changesOf = ({ cmds }: Node) => list(cmds).map((each) => each.AlterTableCmd as Node)

function findIn(statement: Node, history: History): Finding[] {
  const [kind, node] = only(statement)
  if (kind !== 'AlterTableStmt') return [RULES[kind]?.(node, history) ?? []].flat()
  return changesOf(node).flatMap((change) => CHANGES[String(change.subtype)]?.(change, tableOf(node.relation), history) ?? [])
}

/** Prisma sends a migration as one request, in which PostgreSQL runs CONCURRENTLY only by itself. */
function findCompany(statement: Node, statements: number): Finding[] {
  const [, { concurrent }] = only(statement)
  return concurrent && statements > 1 ? [{ rule: 'alone', text: 'CONCURRENTLY needs a migration of its own.' }] : []
}

function remember(statement: Node, { created, indexes, added, notNullChecks, validated }: History) {
  const [kind, node] = only(statement)
  if (kind === 'CreateStmt') created.add(tableOf(node.relation))
  if (kind === 'IndexStmt') indexes.set(String(node.idxname), tableOf(node.relation))
  if (kind !== 'AlterTableStmt') return
  const table = tableOf(node.relation)
  for (const { subtype, name, def } of changesOf(node)) {
    const constraint = (def as Node | undefined)?.Constraint as Node | undefined
    if (subtype === 'AT_AddConstraint' && constraint) {
      const key = `${table}.${String(constraint.conname)}`
      const column = notNullColumn(constraint)
      if (column) notNullChecks.set(key, column)
      if (constraint.skip_validation) added.add(key)
      else if (column) validated.add(`${table}.${column}`)
    }
    const column = notNullChecks.get(`${table}.${String(name)}`)
    if (subtype === 'AT_ValidateConstraint' && column) validated.add(`${table}.${column}`)
  }
}

/** The column that a check wants not to be null. */
function notNullColumn({ raw_expr: expression }: Node): string | null {
  const test = (expression as { NullTest?: { nulltesttype: string; arg: { ColumnRef?: { fields: Node[] } } } } | undefined)?.NullTest
  const field = test?.nulltesttype === 'IS_NOT_NULL' ? test.arg.ColumnRef?.fields.at(-1) : undefined
  return field ? ((field.String as { sval: string }).sval ?? null) : null
}
