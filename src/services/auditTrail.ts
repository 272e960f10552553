import { asker } from '../auditing.ts'
import type { Tx } from '../db.ts'
import { log } from '../log.ts'
import { query, sql } from '../sql.ts'

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

/**
 * Blanks a phone number wherever an entry of the workspace says it, with or without its plus sign: for the erasure of what
 * is held about a person. That is the only change that entries allow. Answers how many it concerned.
 */
export async function erase(tx: Tx, workspaceId: number, phoneNumber: string): Promise<number> {
  const digits = phoneNumber.replaceAll(/\D/g, '')
  const whole = `\\+?(?<![0-9])${digits}(?![0-9])`
  await tx.$executeRaw`select set_config('callwright.erasing', 'on', true)`
  const count = await tx.$executeRaw`
    update audit_entries set before = regexp_replace(before::text, ${whole}, 'erased', 'g')::jsonb, after = regexp_replace(after::text, ${whole}, 'erased', 'g')::jsonb
    where workspace_id = ${workspaceId} and audit_words(actor_name, operation, subject, subject_id, before, after) like ${`%${digits}%`}
      and (before::text ~ ${whole} or after::text ~ ${whole})`
  await tx.$executeRaw`select set_config('callwright.erasing', '', true)`
  return count
}
