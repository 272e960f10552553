import pg from 'pg'

/** The role of the servers and services under test. It owns its databases, but row-level security applies to it. */
export const TEST_ROLE = 'callwright_tests'

/** How the error of a refused row begins. */
export const REFUSAL = 'row-level security:'

/** Creates the role, and returns the URL that connects as it. `url` connects as a superuser. A connection begins without a workspace. */
export async function createTestRole(url: string): Promise<string> {
  const asRole = new URL(url)
  asRole.username = TEST_ROLE
  await run(
    url,
    `create role ${TEST_ROLE} login password '${asRole.password}'; alter role ${TEST_ROLE} set callwright.workspace_id = '';
     grant pg_read_all_stats, pg_signal_backend to ${TEST_ROLE}; grant set on parameter deadlock_timeout to ${TEST_ROLE}`,
  )
  return asRole.href
}

/**
 * Adds a policy to every table with a workspace, and returns their names. While a connection's setting names a workspace, a statement that
 * meets or writes a row of another one fails: to hide the row could make a statement look right that forgets its workspace. Its own
 * conditions come first, because they are cheaper. Partitions are read through their table, whose policy applies. While the setting is empty, a connection sees all rows. Documents without a workspace
 * are the product's.
 */
export async function secureRows(url: string): Promise<string[]> {
  const tables = await run(
    url,
    `select c.relname as name, not a.attnotnull as "hasSharedRows" from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'workspace_id'`,
  )
  const refuse = `create schema row_security;
    create function row_security.refuse(name text, workspace_id int) returns boolean language plpgsql stable as $$ begin
      raise insufficient_privilege using message = format('${REFUSAL} a row of workspace %s in %s, for workspace %s', workspace_id, name, current_setting('callwright.workspace_id'));
    end $$`
  const policies = tables.map(({ name, hasSharedRows }) => {
    const isOwn = `case current_setting('callwright.workspace_id') when '' then true when workspace_id::text then true else row_security.refuse('${name}', workspace_id) end`
    return `alter table ${name} enable row level security, force row level security;
      create policy of_workspace on ${name} using (${hasSharedRows ? `workspace_id is null or ${isOwn}` : isOwn})`
  })
  await run(url, [refuse, ...policies].join(';'))
  return tables.map(({ name }) => name)
}

async function run(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ name: string; hasSharedRows: boolean }>(sql)).rows
  } finally {
    await client.end()
  }
}
