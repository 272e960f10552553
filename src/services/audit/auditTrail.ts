import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { currentAuditActor } from '../../kernel/auditContext.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { log } from '../../kernel/log.ts'
import { query, raw, sql } from '../../kernel/db/sql.ts'
import { ERASED_PLACEHOLDER, type PhonePatterns, redactPhone } from '../dataSubjects/phonePatterns.ts'

/**
 * Records a failed sign-in in each workspace of the user. The triggers of the audit log cannot do this, because a failed sign-in changes
 * no row. Does not wait, so that the response time does not reveal whether an address has an account. If the process dies, the entry is
 * missing.
 */
export function recordFailedSignIn({ id, email }: { id: number; email: string }): void {
  const { address = null, requestId = null } = currentAuditActor() ?? {}
  query(sql`
    insert into audit_entries (workspace_id, actor_kind, actor_name, operation, resource, resource_id, action, address, request_id)
    select workspace_id, 'nobody', ${email}::text, 'signIn', 'session', null, 'refused', ${address}::text, ${requestId}::text from memberships where user_id = ${id}`).catch(
    (err: unknown) => log.error({ err }, 'could not record a failed sign-in in the audit log'),
  )
}

/** The person whose number is redacted. */
interface ErasedPerson {
  workspaceId: WorkspaceId
  /** E.164. */
  phoneNumber: string
  traces: PhonePatterns
}

/**
 * Redacts a phone number in the workspace's entries since a moment, and all entries about its DNC entry. Actor, action and time stay.
 * Returns the number of entries changed.
 */
export async function erase(tx: Tx, person: ErasedPerson, since: Date): Promise<number> {
  const { workspaceId, traces } = person
  const dncCount = await redactDncEntries(tx, person)
  const mentioning = await tx.$queryRaw<{ id: number }[]>(sql`
    select id from audit_entries where workspace_id = ${workspaceId} and created_at >= ${since} and (before::text ~ ${traces.pattern} or after::text ~ ${traces.pattern})`)
  await redactEntries(
    tx,
    person,
    mentioning.map(({ id }) => id),
  )
  return dncCount + mentioning.length
}

/** Redacts the number in these entries: in strings, numbers and field names. */
export async function redactEntries(tx: Tx, { workspaceId, traces }: Omit<ErasedPerson, 'phoneNumber'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await allowRedaction(tx)
  const entries = await tx.$queryRaw<{ id: number; before: unknown; after: unknown }[]>(
    sql`select id, before, after from audit_entries where workspace_id = ${workspaceId} and id = any(${ids}::int[])`,
  )
  const redacted = (value: unknown) => (value === null ? null : JSON.stringify(redactPhone(value, traces)))
  for (const { id, before, after } of entries)
    await tx.$executeRaw(sql`
      update audit_entries set before = ${redacted(before)}::jsonb, after = ${redacted(after)}::jsonb where workspace_id = ${workspaceId} and id = ${id}`)
}

/** Redacts all entries about the number's DNC entry. Its reason is personal data even if it does not contain the number. */
async function redactDncEntries(tx: Tx, { workspaceId, phoneNumber }: ErasedPerson): Promise<number> {
  const entries = await tx.$queryRaw<{ id: string }[]>(sql`
    select distinct resource_id as id from audit_entries where workspace_id = ${workspaceId} and resource = 'dnc_entry'
      and audit_words(actor_name, operation, resource, resource_id, before, after) like ${`%${phoneNumber.slice(1)}%`}
      and ${phoneNumber} in (before->>'phone_number', after->>'phone_number')`)
  if (entries.length === 0) return 0
  await allowRedaction(tx)
  const blank = (column: string) => sql`case when ${raw(column)} is not null then ${JSON.stringify({ phone_number: ERASED_PLACEHOLDER })}::jsonb end`
  return tx.$executeRaw(sql`
    update audit_entries set before = ${blank('before')}, after = ${blank('after')}
    where workspace_id = ${workspaceId} and resource = 'dnc_entry' and resource_id = any(${entries.map(({ id }) => id)}::text[])`)
}

/** Allows redaction of entries for the rest of the transaction. The table rejects all other changes. */
const allowRedaction = (tx: Pick<Tx, '$executeRaw'>) => tx.$executeRaw`select set_config('callwright.erasing', 'on', true)`
