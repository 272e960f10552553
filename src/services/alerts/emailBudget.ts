import { fromNow } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { settings } from '../../kernel/config/settings.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** The advisory lock held while emails are counted and sent, until the transaction ends. */
const LOCK = 7_203_118

const takeLock = statement('emailBudget.lock', sql`select pg_advisory_xact_lock(${LOCK})`)

export const lock = (tx: Tx) => takeLock.run({}, tx)

const countSince = statement(
  'emailBudget.countSince',
  sql`
    select (select count(*) from alert_emails where created_at > $since and not (status = 'failed' and attempts = 0))::int
      + (select count(*) from alert_recipients where asked_at > $since)::int as count`,
  { acrossWorkspaces: 'The limit for emails counts all workspaces.' },
)

/** Counts the emails that all workspaces together may still send in this hour. */
export async function countRemaining(tx: Tx): Promise<number> {
  const counted = await countSince.get({ since: fromNow(-3_600_000) }, tx)
  return Math.max(0, settings.mailsAnHour - counted!.count)
}
