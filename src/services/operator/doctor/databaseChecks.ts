import { nowMs } from '../../../kernel/lib/clock.ts'
import type { Env } from '../../../kernel/config/env.ts'
import { pool } from '../../../kernel/db/db.ts'
import { EXTENSIONS } from '../../../kernel/db/requirements.ts'
import { loadKeys } from '../../../kernel/crypto/keys.ts'
import * as storedSettings from '../../../kernel/db/storedSettings.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { findSealingKeyId } from '../encryptedRows.ts'
import * as keyRotation from '../keyRotation.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

export interface Migrations {
  /** The migrations that this version knows, and those of the database. */
  known: readonly { name: string }[]
  applied: readonly { name: string }[]
}

/** Returns the names of migrations that the database has and this version does not know, and of those that the database lacks. */
export function compareMigrations({ known, applied }: Migrations): { unknown: string[]; missing: string[] } {
  const lackIn = (all: Migrations['known'], some: Migrations['known']) => {
    const names = new Set(some.map(({ name }) => name))
    return all.map(({ name }) => name).filter((name) => !names.has(name))
  }
  return { unknown: lackIn(applied, known), missing: lackIn(known, applied) }
}

/** Checks the extensions and the tables of a database that answers. */
export async function checkDatabase(migrations: Migrations): Promise<Finding[]> {
  const { ok, failure } = findingsOf('database')
  const { rows } = await pool.query<{ version: string; missing: string[] }>(
    `select current_setting('server_version') as version, array(select name from unnest($1::text[]) as name where name not in (select extname from pg_extension)) as missing`,
    [EXTENSIONS],
  )
  const { version, missing } = rows[0]!
  const findings: Finding[] = []
  if (missing.length > 0)
    findings.push(
      failure(
        `The extension ${missing.join(', ')} is missing.`,
        `Run as the owner of the database: ${missing.map((name) => `CREATE EXTENSION ${name};`).join(' ')}`,
      ),
    )
  const { unknown, missing: open } = compareMigrations(migrations)
  if (unknown.length > 0)
    findings.push(failure('The database has tables of a newer version of Callwright.', 'Install that version. You cannot return to an older schema.'))
  else if (open.length > 0)
    findings.push(
      failure(
        `The database lacks ${open.length} of the ${migrations.known.length} migrations of this version.`,
        migrations.applied.length === 0 ? 'Start the server. The start applies them.' : 'Make a backup, then restart the server. The start applies them.',
      ),
    )
  return findings.length > 0 ? findings : [ok(`PostgreSQL ${version} has all tables and extensions.`)]
}

const WARN_DRIFT_MS = 1_000
const MAX_DRIFT_MS = 10_000

/** Compares the clocks of this machine and of the database. */
export async function checkClock(): Promise<Finding> {
  const { ok, warning, failure } = findingsOf('clock')
  const before = nowMs()
  const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
  const after = nowMs()
  const theirs = Number(rows[0]!.ms)
  const drift = theirs < before ? before - theirs : Math.max(0, theirs - after)
  const text = `The clocks of this machine and the database differ by ${(drift / 1_000).toFixed(1)} s.`
  const advice = 'Synchronize both clocks, for example with chrony. Calling hours, limits and signatures depend on them.'
  if (drift > MAX_DRIFT_MS) return failure(text, advice)
  return drift > WARN_DRIFT_MS ? warning(text, advice) : ok('The clocks of this machine and the database agree.')
}

/** Checks that the server has the keys of all stored secrets. Creates none. */
export async function checkKeys(env: Env, hasKeyFile: boolean): Promise<Finding> {
  const { ok, warning, failure } = findingsOf('keys')
  const advice = 'Restore encryption.key, or set ENCRYPTION_KEY to the key with which the secrets were encrypted.'
  if ((await storedSettings.find('root_secret')) === undefined) return warning('The server has no secrets yet.', 'Start the server once.')
  const isStored = env.DATABASE_URL ? (await storedSettings.find('encryption_key')) !== undefined : hasKeyFile
  if (!env.ENCRYPTION_KEY && !isStored) return failure(env.DATABASE_URL ? 'The database has no encryption key.' : 'The file encryption.key is missing.', advice)
  try {
    await loadKeys(env, findSealingKeyId)
    const { unreadable, current } = await keyRotation.readStatus()
    return unreadable > 0 ? failure(`${unreadable} secrets need a key that the server does not have.`, advice) : ok(`The key ${current} decrypts all secrets.`)
  } catch (error) {
    return failure(reasonOf(error), advice)
  }
}

const readJobs = statement(
  'doctor.readJobs',
  sql`
    select (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts) as "failed!",
      (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from graphile_worker._private_jobs where is_available and run_at <= now()) as "oldest!",
      (select count(*) from pg_stat_activity where datname = current_database() and application_name = 'callwright-liveness') as "servers!"`,
)

const MAX_JOB_AGE_SECONDS = 300

/** Checks that servers run, and that jobs don't wait. */
export async function checkJobs(): Promise<Finding[]> {
  const { ok, warning, failure } = findingsOf('jobs')
  const { failed, oldest, servers } = (await readJobs.get({}))!
  const findings: Finding[] = []
  if (Number(servers) === 0) findings.push(warning('No server is running on the database.', 'Start the server.'))
  if (oldest > MAX_JOB_AGE_SECONDS)
    findings.push(
      failure(`A job has been waiting for ${Math.round(oldest / 60)} minutes.`, 'Run a process with ROLE=all or ROLE=worker, and look for errors in its log.'),
    )
  if (Number(failed) > 0) findings.push(warning(`${failed} jobs failed in every attempt.`, 'Look for their errors in the log of the server.'))
  return findings.length > 0 ? findings : [ok(`No job waits, and ${servers} processes are running.`)]
}
