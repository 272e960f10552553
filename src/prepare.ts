import { appliedLevels, type Level, migrate, migrateTo } from '../prisma/migrate.ts'
import { pool } from './kernel/db/db.ts'
import { requireExtensions } from './kernel/db/requirements.ts'
import type { Env } from './kernel/config/env.ts'
import { migrateJobs } from './jobs/worker.ts'
import { loadKeys } from './kernel/crypto/keys.ts'
import { MIGRATION_LOCK, withAdvisoryLock } from './kernel/db/locks.ts'
import { isEveryEngineSimulated } from './kernel/config/simulation.ts'
import * as partitions from './services/privacy/partitions.ts'
import * as testCredit from './services/billing/testCredit.ts'
import * as callStatChecks from './services/analytics/counting/callStatChecks.ts'
import * as documentLoading from './services/documentation/documentLoading.ts'
import * as restoredCampaigns from './services/backups/restoredCampaigns.ts'
import { findSealingKeyId } from './services/operator/encryptedRows.ts'

/**
 * Migrations needn't wait for the disk, since what is written later is durable only together with them. A pooler would give such a session to others, so this is for the
 * embedded PostgreSQL.
 */
const UNSYNCED = 'options=-c%20synchronous_commit%3Doff'

/**
 * Prepares the database in one process at a time: extensions, tables, job tables, partitions, the server's keys, the end of test credit once a voice engine is real, then `also`. If the process dies, the
 * next start continues.
 */
export const prepareDatabase = (env: Env, url: string, also: () => Promise<void> = async () => {}) =>
  withAdvisoryLock(MIGRATION_LOCK, async () => {
    await requireExtensions()
    await migrate(pool, env.DATABASE_URL ? url : `${url}?${UNSYNCED}`)
    await migrateJobs()
    await partitions.addAhead()
    await loadKeys(env, findSealingKeyId)
    await restoredCampaigns.pauseOnce()
    await callStatChecks.prepare()
    if (!isEveryEngineSimulated()) await testCredit.end()
    await also()
  })

/** Gives an empty database the tables of the version whose last migration is `last`. Returns the migrations that the database has. The caller holds the migration lock. */
export async function prepareForRestore(url: string, last: string): Promise<Level[]> {
  await requireExtensions()
  await migrateTo(url, last)
  await migrateJobs()
  return appliedLevels(pool)
}

/** Begins to update the documentation in the database to this version, in one process at a time. The server need not wait for it: what reads the documentation does. */
export function prepareDocumentation() {
  documentLoading.start(() => withAdvisoryLock(MIGRATION_LOCK, () => documentLoading.load()))
  return { stop: documentLoading.loaded }
}
