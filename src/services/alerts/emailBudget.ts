import { fromNow } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { settings } from '../../kernel/config/settings.ts'

/** The advisory lock held while emails are counted and sent, until the transaction ends. */
const LOCK = 7_203_118

export const lock = (tx: Tx) => tx.$executeRaw`select pg_advisory_xact_lock(${LOCK})`

/** Counts the emails that all workspaces together may still send in this hour. */
export async function countRemaining(tx: Tx): Promise<number> {
  const since = fromNow(-3_600_000)
  const [counted] = await tx.$queryRaw<{ count: number }[]>`
    select (select count(*) from alert_emails where created_at > ${since} and not (status = 'failed' and attempts = 0))::int
      + (select count(*) from alert_recipients where asked_at > ${since})::int as count`
  return Math.max(0, settings.mailsAnHour - counted!.count)
}
