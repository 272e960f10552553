import { describe, expect, test } from 'vitest'
import { MIGRATIONS, readMigrations } from '../../prisma/migrations.ts'
import { lint } from '../../scripts/migrations/lint.ts'

/** The rules that refuse the last of the migrations. */
const rulesOf = (...sqls: string[]) =>
  lint(
    sqls.map((sql, at) => ({ name: `2027010100000${at}_test`, sql })),
    '2027',
  ).map((problem) => /^\d+_test:\d+: ([a-z-]+): /.exec(problem)![1])

describe('refuses what locks a busy table for long', () => {
  test.each([
    ['index', 'CREATE INDEX i ON calls (status)'],
    ['index', 'CREATE UNIQUE INDEX i ON calls (status)'],
    ['index', 'ALTER TABLE calls ADD CONSTRAINT u UNIQUE (id)'],
    ['index', 'ALTER TABLE calls ADD COLUMN code text UNIQUE'],
    ['rewrite', 'ALTER TABLE calls ADD COLUMN token text DEFAULT gen_random_uuid()::text'],
    ['rewrite', 'ALTER TABLE calls ADD COLUMN at timestamptz DEFAULT clock_timestamp()'],
    ['rewrite', 'ALTER TABLE calls ADD COLUMN position bigserial'],
    ['rewrite', 'ALTER TABLE calls ADD COLUMN position int GENERATED ALWAYS AS IDENTITY'],
    ['rewrite', 'ALTER TABLE calls ADD COLUMN twice int GENERATED ALWAYS AS (id * 2) STORED'],
    ['rewrite', 'ALTER TABLE calls SET UNLOGGED'],
    ['rewrite', 'ALTER TABLE calls SET LOGGED'],
    ['type', 'ALTER TABLE calls ALTER COLUMN status TYPE varchar(20)'],
    ['not-null', 'ALTER TABLE calls ALTER COLUMN status SET NOT NULL'],
    ['foreign-key', 'ALTER TABLE calls ADD CONSTRAINT f FOREIGN KEY (agent_id) REFERENCES agents (id)'],
    ['foreign-key', 'ALTER TABLE calls ADD COLUMN other_id int REFERENCES agents (id)'],
    ['check', 'ALTER TABLE calls ADD CONSTRAINT c CHECK (id > 0)'],
    ['fill', 'UPDATE calls SET status = NULL'],
    ['lock', 'LOCK TABLE calls IN ACCESS EXCLUSIVE MODE'],
    ['hidden', "DO $$ BEGIN EXECUTE 'ALTER TABLE calls ADD x int'; END $$"],
    ['index', 'CREATE INDEX i ON a_table_of_next_year (id)'],
  ])('%s: %s', (rule, sql) => {
    expect(rulesOf(sql)).toEqual([rule])
  })
})

describe('refuses to lock a second busy table while the first is locked', () => {
  const change = (table: string) => `ALTER TABLE ${table} ADD COLUMN note text`
  test.each([
    ['two changed tables', `${change('calls')}; ${change('leads')}`],
    ['a trigger', `${change('calls')}; CREATE TRIGGER t AFTER INSERT ON leads FOR EACH ROW EXECUTE FUNCTION f()`],
    ['a foreign key to another one', 'ALTER TABLE calls ADD CONSTRAINT f FOREIGN KEY (lead_id) REFERENCES leads (id) NOT VALID'],
    [
      'foreign keys of a new table to two others',
      `CREATE TABLE notes (id int); ALTER TABLE notes ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES calls (id);
       ALTER TABLE notes ADD CONSTRAINT g FOREIGN KEY (id) REFERENCES leads (id)`,
    ],
    ['foreign keys in a new table', 'CREATE TABLE notes (call_id int REFERENCES calls (id), lead_id int, FOREIGN KEY (lead_id) REFERENCES leads (id))'],
    ['a foreign key of a new column', `${change('agents')}; ${change('leads')}; ALTER TABLE agents ADD COLUMN call_id int REFERENCES calls (id)`],
    ['triggers of the audit log', "SELECT audit_table('calls', 'Call'); SELECT audit_table('public.leads'::regclass, 'Lead')"],
    ['a dropped trigger', `${change('calls')}; DROP TRIGGER t ON leads`],
    ['a policy', `${change('calls')}; CREATE POLICY p ON leads USING (true)`],
    ['emptied tables', 'TRUNCATE calls, leads'],
    ['a renamed constraint', `${change('calls')}; ALTER TABLE leads RENAME CONSTRAINT a TO b`],
    ['a new partition', `${change('calls')}; CREATE TABLE leads_1 PARTITION OF leads FOR VALUES IN (1)`],
  ])('%s', (_, sql) => {
    expect(rulesOf(sql)).toEqual(['two-tables'])
  })

  test.each([
    ['two changes of one table', `${change('calls')}; ${change('calls')}; SELECT audit_table('calls', 'Call')`],
    ['a busy and a small table', `${change('agents')}; ${change('calls')}; ${change('workspaces')}`],
    ['constraints that are validated', 'ALTER TABLE calls VALIDATE CONSTRAINT c; ALTER TABLE leads VALIDATE CONSTRAINT l'],
  ])('accepts %s', (_, sql) => {
    expect(rulesOf(sql)).toEqual([])
  })

  test('also where an index of the second table is dropped', () => {
    expect(rulesOf('CREATE INDEX CONCURRENTLY i ON leads (status)', `${change('calls')}; DROP INDEX i`)).toEqual(['two-tables'])
    expect(rulesOf('CREATE INDEX CONCURRENTLY i ON leads (status)', 'DROP INDEX CONCURRENTLY i')).toEqual([])
  })

  test('accepts two migrations', () => {
    expect(rulesOf(change('calls'), change('leads'))).toEqual([])
  })
})

describe('refuses what servers of the version before cannot work with, even in a small table', () => {
  test.each([
    ['drop', 'ALTER TABLE agents DROP COLUMN name'],
    ['drop', 'DROP TABLE agents'],
    ['rename', 'ALTER TABLE agents RENAME COLUMN name TO title'],
    ['rename', 'ALTER TABLE agents RENAME TO assistants'],
    ['required', 'ALTER TABLE agents ADD COLUMN title text NOT NULL'],
  ])('%s: %s', (rule, sql) => {
    expect(rulesOf(sql)).toEqual([rule])
  })
})

describe('accepts', () => {
  test.each([
    ['an index that blocks no writes', 'CREATE INDEX CONCURRENTLY i ON calls (status)'],
    ['an index of a small table', 'CREATE INDEX i ON agents (name)'],
    ['an index of a new table', 'CREATE TABLE notes (id int); CREATE INDEX i ON notes (id)'],
    ['a foreign key of a new table', 'CREATE TABLE notes (id int); ALTER TABLE notes ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES calls (id)'],
    ['a column', 'ALTER TABLE calls ADD COLUMN note text'],
    ['a column with one default for all rows', "ALTER TABLE calls ADD COLUMN note text NOT NULL DEFAULT ''"],
    ['a column with the moment of the migration', 'ALTER TABLE calls ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()'],
    ['a default for later rows', 'ALTER TABLE calls ALTER COLUMN note SET DEFAULT gen_random_uuid()::text'],
    ['a constraint that is validated later', 'ALTER TABLE calls ADD CONSTRAINT f FOREIGN KEY (agent_id) REFERENCES agents (id) NOT VALID'],
    ['a constraint over an existing index', 'ALTER TABLE calls ADD CONSTRAINT u UNIQUE USING INDEX i'],
    ['a part of the rows', 'UPDATE calls SET status = NULL WHERE id < 1000'],
    ['a function', "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1'"],
  ])('%s', (_, sql) => {
    expect(rulesOf(sql)).toEqual([])
  })

  test('a required column in three migrations: check, validation, requirement', () => {
    const [add, validate, require] = [
      'ALTER TABLE calls ADD CONSTRAINT has_note CHECK (note IS NOT NULL) NOT VALID',
      'ALTER TABLE calls VALIDATE CONSTRAINT has_note',
      'ALTER TABLE calls ALTER COLUMN note SET NOT NULL; ALTER TABLE calls DROP CONSTRAINT has_note',
    ] as const
    expect(rulesOf(add, validate, require)).toEqual([])
    expect(rulesOf(add, require)).toEqual(['not-null'])
    expect(rulesOf(`${add}; ${validate}`)).toEqual(['validate'])
  })
})

test('an index that blocks no writes has a migration of its own, because it cannot run with other statements', () => {
  expect(rulesOf('CREATE INDEX CONCURRENTLY i ON calls (status); SELECT 1')).toEqual(['alone'])
})

describe('an exception', () => {
  const drop = 'ALTER TABLE agents DROP COLUMN name'
  test.each([
    ['with its reason holds for its statement', `-- allow drop: No version since 0.4 reads it.\n${drop}`, []],
    ['holds for no other statement', `-- allow drop: No version since 0.4 reads it.\n${drop};\n${drop}`, ['drop']],
    ['of another rule does not help', `-- allow rename: No version since 0.4 reads it.\n${drop}`, ['drop', 'rename']],
    ['needs a reason', `-- allow drop: unused\n${drop}`, ['drop']],
    ['that nothing needs is refused', '-- allow drop: No version since 0.4 reads it.\nSELECT 1', ['drop']],
  ])('%s', (_, sql, rules) => {
    expect(rulesOf(sql)).toEqual(rules)
  })
})

test('a problem names the migration and the line', () => {
  expect(lint([{ name: '20270101000000_test', sql: '-- Ä first line\nSELECT 1;\n\n-- Why.\nDROP TABLE agents;\n' }])).toEqual([
    expect.stringMatching(/^20270101000000_test:5: drop: /),
  ])
})

test('migrations from before the rules are left as they are, and those since keep them', () => {
  const migrations = readMigrations(MIGRATIONS)
  expect(lint(migrations)).toEqual([])
  expect(lint(migrations, '2026').length).toBeGreaterThan(0)
})
