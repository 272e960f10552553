import { asker } from '../auditing.ts'
import type { Tx } from '../db.ts'
import { log } from '../log.ts'
import { query, raw, sql } from '../sql.ts'
import { ERASED } from './phoneTraces.ts'

/**
 * What the triggers of the audit log cannot see: a sign-in that failed changes nothing. Each workspace of the person has
 * an entry of it. It is not waited for, so that the time to the answer does not tell whether an address has an account; if the
 * process dies, that entry is missing.
 */
export function signInFailed({ id, email }: { id: number; email: string }): void {
  const { address = null, requestId = null } = asker() ?? {}
  query(sql`
    insert into audit_entries (workspace_id, actor_kind, actor_name, operation, subject, subject_id, change, address, request_id)
    select workspace_id, 'nobody', ${email}::text, 'signIn', 'session', null, 'refused', ${address}::text, ${requestId}::text from memberships where user_id = ${id}`).catch(
    (err: unknown) => log.error({ err }, 'a failed sign-in could not be noted'),
  )
}

/** Lets the rest of the transaction blank what entries say, which is the only change that they allow: for erasures. */
export const open = (tx: Pick<Tx, '$executeRaw'>) => tx.$executeRaw`select set_config('callwright.erasing', 'on', true)`

/**
 * Takes a phone number out of the workspace's entries, wherever its digits stand together, and with it whatever else entries say
 * of its place on the do-not-call list. Answers how many entries it concerned.
 */
export async function erase(tx: Tx, workspaceId: number, phoneNumber: string): Promise<number> {
  const digits = phoneNumber.replaceAll(/\D/g, '')
  const whole = `\\+?(?<![0-9])${digits}(?![0-9])`
  const mentioning = sql`workspace_id = ${workspaceId} and audit_words(actor_name, operation, subject, subject_id, before, after) like ${`%${digits}%`}
    and (before::text ~ ${whole} or after::text ~ ${whole})`
  await open(tx)
  const entries = await tx.$queryRaw<{ id: string }[]>(sql`
    select distinct subject_id as id from audit_entries where ${mentioning} and subject = 'dnc_entry' and ${phoneNumber} in (before->>'phone_number', after->>'phone_number')`)
  const blank = (column: string) => sql`case when ${raw(column)} is not null then ${JSON.stringify({ phone_number: ERASED })}::jsonb end`
  const listed = await tx.$executeRaw(sql`
    update audit_entries set before = ${blank('before')}, after = ${blank('after')}
    where workspace_id = ${workspaceId} and subject = 'dnc_entry' and subject_id = any(${entries.map(({ id }) => id)}::text[])`)
  const without = (column: string) => sql`regexp_replace(${raw(column)}::text, ${whole}, ${ERASED}, 'g')::jsonb`
  return listed + (await tx.$executeRaw(sql`update audit_entries set before = ${without('before')}, after = ${without('after')} where ${mentioning}`))
}
