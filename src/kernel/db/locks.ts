import type { WorkspaceId } from '../vocabulary/ids.ts'
import { type Connection, sessionPool } from './db.ts'
import { sql } from './sqlText.ts'
import { statement } from './statement.ts'

/** Advisory locks of this product, by number: held by sessions, so the database frees them when a process dies. */
export const MIGRATION_LOCK = 730_002
export const SIMULATOR_LOCK = 730_003
/** Per workspace and transaction: batches of campaign calls start one after another, so that the workspace's limits apply to all of them. */
export const DIALS_LOCK = 730_004

/** Per workspace and transaction: accounts are connected one after another, so that the same account is not stored twice. */
export const CONNECT_LOCK = 730_005

/** Per workspace and transaction: documents change one after another, so that their word counts stay correct. */
export const DOCUMENTS_LOCK = 730_014

/** Per workspace and transaction: alerts are evaluated one after another, so that none is raised twice. */
export const ALERTS_LOCK = 730_006

/** Per workspace and transaction: webhook endpoints are added one after another, so that their limit holds. */
export const WEBHOOKS_LOCK = 730_016

/** Per workspace and transaction: invoices are issued one after another, so that their numbers have no gaps. */
export const INVOICES_LOCK = 730_017

/** Per workspace and transaction: views are saved one after another, so that their limit holds. */
export const VIEWS_LOCK = 730_018

export const ROTATION_LOCK = 730_008

/** Held by the process that compares the rules in force with those that were stored. */
export const RULES_LOCK = 730_019

/** Per workspace and transaction: shared by updates of its statistics, exclusive for a recount. */
export const STATS_LOCK = 730_009

/** One process at a time counts the rows that are older than the statistics. */
export const STATS_START_LOCK = 730_015

const takeForWorkspace = statement('locks.takeForWorkspace', sql`select pg_advisory_xact_lock($lock::int, $workspaceId::int)`)

/** Waits for a workspace's lock, and holds it until the transaction ends. */
export const lockForWorkspace = (tx: Connection, lock: number, workspaceId: WorkspaceId) => takeForWorkspace.run({ lock, workspaceId }, tx)

const take = statement('locks.take', sql`select pg_advisory_lock($lock::bigint)`)
const tryToTake = statement('locks.tryToTake', sql`select pg_try_advisory_lock($lock::bigint) as is_mine`)
const release = statement('locks.release', sql`select pg_advisory_unlock($lock::bigint)`)

/** Runs the work while holding an advisory lock. */
export async function withAdvisoryLock<T>(lock: number, work: () => Promise<T>): Promise<T> {
  const client = await sessionPool().connect()
  try {
    await take.run({ lock }, client)
    return await work()
  } finally {
    await release.run({ lock }, client).catch(() => {})
    client.release()
  }
}

/** Runs the work if the advisory lock is free. */
export async function tryWithAdvisoryLock(lock: number, work: () => Promise<void>): Promise<void> {
  const client = await sessionPool().connect()
  try {
    const attempt = await tryToTake.get({ lock }, client)
    if (!attempt!.isMine) return
    await work().finally(() => release.run({ lock }, client).catch(() => {}))
  } finally {
    client.release()
  }
}
