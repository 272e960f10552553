import { list, nameOf, type Node, only } from '../statements/parseTree.ts'

/** What is wrong with a statement: the rule that refuses it, and what to write instead. */
export interface Finding {
  rule: string
  text: string
}

/** What the migrations before a statement have done, as far as the rules need it. */
export interface History {
  /** Tables that this migration creates. They are empty, so no lock on them is long. */
  created: Set<string>
  /** Busy tables that this migration has locked so far. */
  locked: Set<string>
  /** The tables of indexes that migrations have made. */
  indexes: Map<string, string>
  /** Constraints that this migration adds without validating them, as `table.name`. */
  added: Set<string>
  /** Checks that a column isn't null, as `table.name`, with their column. */
  notNullChecks: Map<string, string>
  /** Columns whose check was validated, as `table.column`. */
  validated: Set<string>
}

/** Tables with few rows, or few for each workspace. Every other table can have millions of rows. */
const SMALL = new Set(
  `agent_versions agents alert_recipients alert_settings api_keys app_grants campaign_totals campaigns carrier_connections document_words documents
  invitations invoices knowledge_bases knowledge_documents memberships messaging_settings password_resets phone_numbers provider_agents provider_gates
  provider_slots reports saved_views server_processes sessions settings usage_periods users wallets webhook_endpoints workspace_storage workspaces`.split(
    /\s+/,
  ),
)
/** Functions with one value for the whole statement. Others make PostgreSQL write each row of the table. */
const STABLE = new Set(['now', 'statement_timestamp', 'transaction_timestamp', 'current_setting', 'to_jsonb', 'jsonb_build_object'])

export const tableOf = (node: unknown) => (node as { relname: string }).relname
export const isBusy = (table: string, { created }: History) => !created.has(table) && !SMALL.has(table)

type Rule = (node: Node, history: History) => Finding | null

/** The rules by the kind of statement. */
export const RULES: Record<string, Rule> = {
  IndexStmt: ({ relation, concurrent }, history) =>
    isBusy(tableOf(relation), history) && !concurrent
      ? { rule: 'index', text: 'An index blocks all writes while it is made. Use CREATE INDEX CONCURRENTLY, alone in its migration.' }
      : null,
  RenameStmt: ({ renameType, relation }, history) =>
    ['OBJECT_COLUMN', 'OBJECT_TABLE'].includes(String(renameType)) && !history.created.has(tableOf(relation))
      ? { rule: 'rename', text: 'Servers of the version before still use the old name. Add the new one, write both, and drop the old one a version later.' }
      : null,
  DropStmt: ({ removeType, objects }, { created }) =>
    removeType === 'OBJECT_TABLE' && list(objects).some((each) => !created.has(nameOf(list((each.List as Node).items).at(-1)!)))
      ? { rule: 'drop', text: 'Servers of the version before may still use the table. Drop it a version after its last use.' }
      : null,
  UpdateStmt: ({ relation, whereClause }, history) =>
    isBusy(tableOf(relation), history) && !whereClause
      ? { rule: 'fill', text: 'This locks every row until the migration ends. Fill the column in parts, in a job or with a condition.' }
      : null,
  LockStmt: ({ relations }, history) =>
    list(relations).some((each) => isBusy(tableOf(each.RangeVar), history))
      ? { rule: 'lock', text: 'Others wait for this lock until the migration ends. Use lock_briefly, and say how long it is held.' }
      : null,
  DoStmt: (node) =>
    /alter\s+table|create\s+(unique\s+)?index|lock\s+table/i.test(JSON.stringify(node))
      ? { rule: 'hidden', text: "The linter can't read statements in a DO block. Write them outside, or say which locks they hold." }
      : null,
}

const LONG_CHECK = 'reads the whole table under a lock. Add it with NOT VALID, and use VALIDATE CONSTRAINT in a migration of its own.'

/** The rules by the kind of change in an ALTER TABLE. */
export const CHANGES: Record<string, (change: Node, table: string, history: History) => Finding | null> = {
  AT_AddColumn: ({ def }, table, history) => findInColumn((def as Node).ColumnDef as Node, table, history),
  AT_AlterColumnType: (_, table, history) =>
    isBusy(table, history) ? { rule: 'type', text: 'Another type writes every row under a lock. Add a column, write both, and drop the old one later.' } : null,
  AT_SetUnLogged: (_, table, history) => findInPersistence(table, history),
  AT_SetLogged: (_, table, history) => findInPersistence(table, history),
  AT_DropColumn: (_, table, { created }) =>
    created.has(table) ? null : { rule: 'drop', text: 'Servers of the version before may still use the column. Drop it a version after its last use.' },
  AT_SetNotNull: ({ name }, table, history) =>
    isBusy(table, history) && !history.validated.has(`${table}.${String(name)}`)
      ? {
          rule: 'not-null',
          text: 'SET NOT NULL reads the whole table under a lock. Validate a CHECK that the column is not null in earlier migrations: then it reads nothing.',
        }
      : null,
  AT_AddConstraint: ({ def }, table, history) => findInConstraint((def as Node).Constraint as Node, table, history),
  AT_ValidateConstraint: ({ name }, table, { added }) =>
    added.has(`${table}.${String(name)}`)
      ? { rule: 'validate', text: 'The lock of ADD CONSTRAINT lasts until the migration ends. Validate the constraint in a later migration.' }
      : null,
}

const findInPersistence = (table: string, history: History): Finding | null =>
  isBusy(table, history) ? { rule: 'rewrite', text: 'This writes every row under a lock. Say why there are few.' } : null

function findInConstraint({ contype, skip_validation: isUnchecked, indexname }: Node, table: string, history: History): Finding | null {
  if (!isBusy(table, history)) return null
  if (contype === 'CONSTR_FOREIGN' && !isUnchecked) return { rule: 'foreign-key', text: `A foreign key ${LONG_CHECK}` }
  if (contype === 'CONSTR_CHECK' && !isUnchecked) return { rule: 'check', text: `A check ${LONG_CHECK}` }
  return ['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(String(contype)) && !indexname
    ? { rule: 'index', text: 'The index of the constraint is made under a lock. Use CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT … USING INDEX.' }
    : null
}

function findInColumn({ typeName, constraints }: Node, table: string, history: History): Finding | null {
  const found = list(constraints).map((each) => only(each)[1])
  const kinds = found.map(({ contype }) => String(contype))
  const preset = found.find(({ contype }) => contype === 'CONSTR_DEFAULT')
  const isSerial = list((typeName as Node).names).some((name) => /^(small|big)?serial\d?$/.test(nameOf(name)))
  if (
    !history.created.has(table) &&
    kinds.includes('CONSTR_NOTNULL') &&
    !preset &&
    !isSerial &&
    !kinds.includes('CONSTR_GENERATED') &&
    !kinds.includes('CONSTR_IDENTITY')
  )
    return {
      rule: 'required',
      text: "Servers of the version before don't write the column, so their inserts would fail. Give it a default, or let it be null.",
    }
  if (!isBusy(table, history)) return null
  if (isSerial || kinds.includes('CONSTR_IDENTITY') || kinds.includes('CONSTR_GENERATED') || (preset && isVolatile(preset.raw_expr)))
    return {
      rule: 'rewrite',
      text: 'This writes every row under a lock. Add the column without the default, set the default next, and fill the column in parts.',
    }
  for (const constraint of found) {
    const finding = constraint.contype === 'CONSTR_NOTNULL' ? null : findInConstraint(constraint, table, history)
    if (finding) return finding
  }
  return null
}

function isVolatile(expression: unknown): boolean {
  if (Array.isArray(expression)) return expression.some(isVolatile)
  if (expression === null || typeof expression !== 'object') return false
  const { FuncCall: call } = expression as { FuncCall?: Node }
  if (call && !STABLE.has(nameOf(list(call.funcname).at(-1)!))) return true
  return Object.values(expression).some(isVolatile)
}
