import { expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { textsOf } from '../../web/messageFiles.ts'

useDatabase()

/** Tables without audit entries, and why. */
const UNWRITTEN: Record<string, string> = {
  audit_entries: 'the log itself',
  call_details: 'of a call, which the provider and the system write',
  call_stats: 'sums of what is counted',
  call_words: 'made of the transcripts',
  call_words_backfills: 'how far the server is with the words',
  campaign_events: 'the activity log of a campaign, written beside its change',
  campaign_totals: 'sums of what is counted',
  carrier_events: 'what carriers tell',
  conversations: 'made by the texts in them',
  dnc_register_buckets: 'hashes of a file, whose register has an entry',
  dnc_register_loads: 'which file of a register was used when; the register has an entry',
  document_words: 'made of the documents',
  erased_calls: 'what an erasure leaves, which has an entry',
  erased_messages: 'what an erasure leaves, which has an entry',
  idempotency_keys: 'memory of requests',
  kept_recordings: 'of a call, which the system copies',
  knowledge_base_syncs: 'what is at a provider',
  live_transcript_lines: 'what providers tell',
  lead_decisions: 'a log of the dialer',
  lead_import_changes: 'of an import, which has an entry',
  password_resets: 'links of the server administrator; what they change has an entry',
  oauth_payloads: 'codes and tokens of apps, whose grants have entries',
  alert_emails: 'the system sends them',
  alert_recipients: 'answers of the addresses themselves; which there are is in the settings',
  provider_agents: 'what is at a provider',
  provider_deletions: 'of an erasure, which has an entry',
  provider_events: 'what providers tell',
  pending_provider_events: 'what providers tell',
  provider_event_keys: 'what providers tell',
  provider_gates: 'belongs to no workspace',
  provider_slots: 'belongs to no workspace',
  server_processes: 'what runs, which the processes write',
  settings: 'the installation itself',
  simulator_records: "the simulator's own",
  unlogged_marker: 'belongs to no workspace',
  usage_periods: 'sums of what is counted',
  wallet_holds: 'of a call',
  webhook_attempts: 'of a delivery, which the system makes',
  workspace_storage: 'sums of what is stored',
}

/** Columns that no entry shows, because only the system writes them, or because they are actor and time, which each entry has. */
const UNSHOWN: Record<string, string[]> = {
  agent_versions: ['fields', 'config', 'provider_agent', 'is_readdressing', 'owner', 'lease_until', 'attempt', 'user_id', 'api_key_id'],
  agents: ['published', 'published_config'],
  api_keys: ['hash', 'last_used_at', 'created_by_id'],
  campaign_proposals: ['summary'],
  invitations: ['accepted_by_id'],
  app_grants: ['calls_used', 'spent_micros'],
  campaigns: ['waiting', 'dial_at', 'pace_at', 'resumed_at', 'app_grant_id'],
  carrier_connections: ['key_id', 'webhook_hash', 'webhook_verified_at', 'verified_at', 'sms_missing'],
  dnc_registers: ['active_load', 'next_load', 'invalid_at', 'loaded_at', 'error'],
  documents: ['plain', 'words', 'checksum', 'user_id'],
  erasures: ['status', 'counts', 'user_id', 'api_key_id', 'finished_at'],
  knowledge_bases: ['version'],
  knowledge_documents: ['bytes'],
  lead_imports: ['content', 'errors', 'processed', 'error', 'user_id', 'api_key_id'],
  phone_numbers: ['tag', 'provider_numbers', 'setup', 'carrier_number_id', 'trunk_key_id', 'sms_ready', 'sms_missing', 'webhook_versions'],
  invoices: ['issuer', 'lines'],
  opt_outs: ['phone_number', 'sentence', 'heard_by', 'said_at', 'undone_by'],
  saved_views: ['layout'],
  webhook_endpoints: ['is_first'],
  reports: [
    'rows_processed',
    'rows_total',
    'bytes',
    'attempt',
    'file_key',
    'error',
    'owner',
    'lease_until',
    'user_id',
    'api_key_id',
    'finished_at',
    'expires_at',
  ],
}
const NEVER = ['id', 'workspace_id', 'created_at', 'updated_at']
/** Tables with special triggers for the few columns that matter. */
const OF_THEIR_OWN = ['calls', 'consents', 'leads', 'ledger_entries', 'messages', 'alerts', 'sessions', 'users', 'wallets', 'webhook_deliveries']

test('every column of every table is in the audit log, or listed here with a reason', async () => {
  const { rows } = await pool.query<{ table: string; columns: string[]; shown: Record<string, string> | null; has: boolean }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns,
      (select (regexp_match(pg_get_triggerdef(t.oid), '''(\\{.*\\})'''))[1]::jsonb from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_changes') as shown,
      exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'audit%') as has
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> '_prisma_migrations' group by c.oid, c.relname`)
  expect(
    rows
      .filter(({ has }) => !has)
      .map(({ table }) => table)
      .sort(),
  ).toEqual(
    Object.keys(UNWRITTEN)
      .filter((name) => name !== 'audit_entries')
      .sort(),
  )
  for (const { table, columns, shown, has } of rows)
    if (has && table !== 'audit_entries' && !OF_THEIR_OWN.includes(table))
      expect([table, ...Object.keys(shown!), ...(UNSHOWN[table] ?? []), ...NEVER.filter((name) => columns.includes(name))].sort()).toEqual(
        [table, ...columns].sort(),
      )
})

test('columns with bytes are never shown', async () => {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select a.attrelid::regclass || '.' || a.attname as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid and a.atttypid = 'bytea'::regtype and not a.attisdropped
    where t.tgname = 'audit_changes'`)
  expect(rows.length).toBeGreaterThan(3)
  for (const { name, definition } of rows) {
    const column = name.split('.')[1]!
    if (definition.includes(`"${column}"`)) expect(definition).toContain(`"${column}": "hidden"`)
  }
})

test('every field that an entry shows has a name in the dashboard', async () => {
  const { rows } = await pool.query<{ column: string }>(`
    select distinct regexp_replace(jsonb_object_keys((regexp_match(pg_get_triggerdef(oid), '''(\\{.*\\})'''))[1]::jsonb), '_micros$', '') as column
    from pg_trigger where tgname = 'audit_changes'`)
  const names = textsOf('en', 'auditFields.json')
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter(({ column }) => !(column in names)).map(({ column }) => column)).toEqual([])
})
