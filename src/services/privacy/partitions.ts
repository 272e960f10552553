import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { settings } from '../../kernel/config/settings.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { log } from '../../kernel/log.ts'
import * as eventCleanup from '../calls/progress/eventCleanup.ts'
import * as eventStore from '../calls/progress/eventStore.ts'
import * as deliveryAttempts from '../webhooks/deliveryAttempts.ts'

interface PartitionedTable {
  table: string
  width: 'day' | 'month'
  /** How many partitions exist in advance. Rows of a time without a partition go to the default partition, from which they are moved later. */
  ahead: number
  /** Days that rows are kept. Partitions are dropped once all of their rows are older. */
  retention: keyof typeof settings.retentionDays
  /** The time of the oldest row that is still needed. */
  oldestNeeded?: () => Promise<Date | null>
}

const DAYS_AHEAD = 3
const MONTHS_AHEAD = 2

const TABLES: readonly PartitionedTable[] = [
  { table: 'provider_events', width: 'day', ahead: DAYS_AHEAD, retention: 'providerEvents', oldestNeeded: eventStore.oldestPending },
  { table: 'webhook_deliveries', width: 'month', ahead: MONTHS_AHEAD, retention: 'webhooks', oldestNeeded: deliveryAttempts.oldestPending },
  { table: 'webhook_attempts', width: 'month', ahead: MONTHS_AHEAD, retention: 'webhooks', oldestNeeded: deliveryAttempts.oldestPending },
  { table: 'lead_decisions', width: 'month', ahead: MONTHS_AHEAD, retention: 'leadDecisions' },
]

const add = statement('partitions.add', sql`select add_partitions($table::text::regclass, $width, $ahead, $now) as "count!"`)
const drop = statement('partitions.drop', sql`select drop_partitions($table::text::regclass, $before) as "count!"`)

/**
 * Adds the partitions of now and of the time ahead, and moves rows there that found none. Safe to run twice and at once. A partition that cannot
 * be added now, because a long transaction uses the table, is added by the next run.
 */
export const addAhead = () => forEachTable('add', ({ table, width, ahead }) => add.run({ table, width, ahead, now: clock.now() }))

const cutoffOf = (retention: PartitionedTable['retention']) => fromNow(-settings.retentionDays[retention] * 86_400_000)

/** Drops the partitions whose rows are all past the server's retention. A workspace's shorter retention deletes rows (`retention.ts`). */
export const dropOld = () =>
  forEachTable('drop', async ({ table, retention, oldestNeeded }) => {
    const before = cutoffOf(retention)
    const needed = (await oldestNeeded?.()) ?? before
    await drop.run({ table, before: needed < before ? needed : before })
  })

/** Keeps the partitions of all tables: those ahead exist, and those behind are dropped. */
export async function maintain(): Promise<void> {
  await addAhead()
  await dropOld()
  await eventCleanup.deleteFailed(cutoffOf('providerEvents'))
  await eventCleanup.deleteOldKeys()
}

async function forEachTable(what: string, work: (table: PartitionedTable) => Promise<unknown>) {
  for (const each of TABLES) await work(each).catch((err: unknown) => log.warn({ err, table: each.table }, `could not ${what} partitions now`))
}
