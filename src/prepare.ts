import { migrate } from '../prisma/migrate.ts'
import { pool, requireExtensions } from './kernel/db/db.ts'
import type { Env } from './kernel/config/env.ts'
import { migrateJobs } from './jobs/worker.ts'
import { loadKeys } from './kernel/crypto/keys.ts'
import { MIGRATION_LOCK, withAdvisoryLock } from './kernel/db/locks.ts'
import * as callStatChecks from './services/analytics/counting/callStatChecks.ts'
import * as documentLoading from './services/documentation/documentLoading.ts'
import { findSealingKeyId } from './services/operator/encryptedRows.ts'

/** Makes the database fit for use: tables, job tables, the installation's keys, then what else is asked; one process at a time. */
export const prepareDatabase = (env: Env, url: string, also: () => Promise<void> = async () => {}) =>
  withAdvisoryLock(pool, MIGRATION_LOCK, async () => {
    await requireExtensions()
    await migrate(pool, url)
    await migrateJobs()
    await loadKeys(env, findSealingKeyId)
    await callStatChecks.prepare()
    await also()
  })

/** Has the documentation in the database be that of this version; one process at a time. */
export const prepareDocumentation = () => withAdvisoryLock(pool, MIGRATION_LOCK, () => documentLoading.load())
