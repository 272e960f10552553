import pg from 'pg'

/** The role of the servers and services under test. It owns its databases, but row-level security applies to it. */
export const TEST_ROLE = 'callwright_tests'

/** Creates the role, and returns the URL that connects as it. `url` connects as a superuser. */
export async function createTestRole(url: string): Promise<string> {
  const asRole = new URL(url)
  asRole.username = TEST_ROLE
  await run(
    url,
    `create role ${TEST_ROLE} login password '${asRole.password}'; grant pg_read_all_stats, pg_signal_backend to ${TEST_ROLE}; grant set on parameter deadlock_timeout to ${TEST_ROLE}`,
  )
  return asRole.href
}

const WORKSPACE = `nullif(current_setting('callwright.workspace_id', true), '')::int`

/**
 * Adds a policy to every table with a workspace: a connection sees and writes the rows of the workspace in its setting, or all rows while the
 * setting is empty. Documents without a workspace are the product's.
 */
export async function secureRows(url: string) {
  const tables = await run(
    url,
    `select c.oid::regclass::text as name, not a.attnotnull as "hasSharedRows" from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'workspace_id'`,
  )
  const statements = tables.map(({ name, hasSharedRows }) => {
    const policy = `${WORKSPACE} is null or workspace_id = ${WORKSPACE}${hasSharedRows ? ' or workspace_id is null' : ''}`
    return `alter table ${name} enable row level security, force row level security; create policy of_workspace on ${name} using (${policy})`
  })
  await run(url, statements.join(';'))
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
