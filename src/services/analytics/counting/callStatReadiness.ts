import type { Pool } from 'pg'
import { sessionPool } from '../../../kernel/db/db.ts'
import * as storedSettings from '../../../kernel/db/storedSettings.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { unavailable } from '../../../kernel/vocabulary/errors.ts'

const DONE = 'call_stats'
const ready = new WeakSet<Pool>()

/** Whether all calls from before the first statistics are counted. Queries the database only until they are. */
export async function isReady(): Promise<boolean> {
  const pool = sessionPool()
  if (ready.has(pool)) return true
  if ((await storedSettings.find(DONE)) !== undefined) ready.add(pool)
  return ready.has(pool)
}

/** Throws UNAVAILABLE while older calls are still being counted, so that statistics are always exact. */
export async function requireReady(): Promise<void> {
  if (!(await isReady())) throw unavailable('statistics_not_ready')
}

/** Marks the statistics as complete. */
export const markReady = () => storedSettings.add(DONE, clock.now())
