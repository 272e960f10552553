import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { currentAuditActor } from '../../kernel/auditContext.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { log } from '../../kernel/log.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { ERASED_PLACEHOLDER, type PhonePatterns, redactPhone } from '../dataSubjects/phonePatterns.ts'

const insertFailedSignIn = statement(
  'audit.recordFailedSignIn',
  sql`
    insert into audit_entries (workspace_id, actor_kind, actor_name, operation, resource, resource_id, action, address, request_id)
    select workspace_id, 'nobody', $email, 'signIn', 'session', null, 'refused', $address?, $requestId? from memberships where user_id = $userId`,
  { acrossWorkspaces: 'A failed sign-in is recorded in all workspaces of the person.' },
)

/**
 * Records a failed sign-in in each workspace of the user. The triggers of the audit log cannot do this, because a failed sign-in changes
 * no row. Does not wait, so that the response time does not reveal whether an address has an account. If the process dies, the entry is
 * missing.
 */
export function recordFailedSignIn({ id, email }: { id: number; email: string }): void {
  const { address = null, requestId = null } = currentAuditActor() ?? {}
  insertFailedSignIn
    .run({ userId: id, email, address, requestId })
    .catch((err: unknown) => log.error({ err }, 'could not record a failed sign-in in the audit log'))
}

const insertListening = statement(
  'audit.recordListening',
  sql`select audit_note($workspaceId::int, 'call', $callId::text, 'listened', null, null) from (select) as the_request where ${AUDIT_ACTOR}`,
)

/** Records that the actor gets the live audio of a call. No row changes, so no trigger can do this. */
export const recordListening = ({ workspaceId }: Actor, callId: CallId) => insertListening.run({ workspaceId, callId: String(callId) })

/** The person whose number is redacted. */
interface ErasedPerson {
  workspaceId: WorkspaceId
  /** E.164. */
  phoneNumber: string
  traces: PhonePatterns
}

const findMentioning = statement(
  'audit.findMentioning',
  sql`
    select id from audit_entries where workspace_id = $workspaceId and created_at >= $since and phone_keys(array[before::text, after::text]) && $keys
      and (before::text ~ $pattern or after::text ~ $pattern)`,
  { isUnprepared: true },
)

/**
 * Redacts a phone number in the workspace's entries since a moment, and all entries about its DNC entry. Actor, action and time stay.
 * Returns the number of entries changed.
 */
export async function erase(tx: Tx, person: ErasedPerson, since: Date): Promise<number> {
  const { workspaceId, traces } = person
  const dncCount = await redactDncEntries(tx, person)
  const mentioning = await findMentioning.all({ workspaceId, since, pattern: traces.pattern, keys: traces.keys }, tx)
  await redactEntries(
    tx,
    person,
    mentioning.map(({ id }) => Number(id)),
  )
  return dncCount + mentioning.length
}

const readValues = statement('audit.readValues', sql`select id, before, after from audit_entries where workspace_id = $workspaceId and id = any($ids)`)
const replaceValues = statement(
  'audit.replaceValues',
  sql`update audit_entries set before = $before?, after = $after? where workspace_id = $workspaceId and id = $id`,
)

/** Redacts the number in these entries: in strings, numbers and field names. */
export async function redactEntries(tx: Tx, { workspaceId, traces }: Omit<ErasedPerson, 'phoneNumber'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await allowRedaction(tx)
  const entries = await readValues.all({ workspaceId, ids: ids.map(String) }, tx)
  const redacted = (value: unknown) => (value === null ? null : JSON.stringify(redactPhone(value, traces)))
  for (const { id, before, after } of entries) await replaceValues.run({ workspaceId, id, before: redacted(before), after: redacted(after) }, tx)
}

const findDncIds = statement(
  'audit.findDncIds',
  sql`
    select distinct resource_id as "id!" from audit_entries where workspace_id = $workspaceId and resource = 'dnc_entry'
      and phone_keys(array[before::text, after::text]) && $keys
      and $phoneNumber in (before->>'phone_number', after->>'phone_number')`,
  { isUnprepared: true },
)
const blankDncEntries = statement(
  'audit.blankDncEntries',
  sql`
    update audit_entries set before = case when before is not null then $blank::jsonb end, after = case when after is not null then $blank::jsonb end
    where workspace_id = $workspaceId and resource = 'dnc_entry' and resource_id = any($ids)`,
)

/** Redacts all entries about the number's DNC entry. Its reason is personal data even if it does not contain the number. */
async function redactDncEntries(tx: Tx, { workspaceId, phoneNumber, traces: { keys } }: ErasedPerson): Promise<number> {
  const entries = await findDncIds.all({ workspaceId, phoneNumber, keys }, tx)
  if (entries.length === 0) return 0
  await allowRedaction(tx)
  return blankDncEntries.run({ workspaceId, ids: entries.map(({ id }) => id), blank: JSON.stringify({ phone_number: ERASED_PLACEHOLDER }) }, tx)
}

const setErasing = statement('audit.allowRedaction', sql`select set_config('callwright.erasing', 'on', true)`)

/** Allows redaction of entries for the rest of the transaction. The table rejects all other changes. */
const allowRedaction = (tx: Tx) => setErasing.run({}, tx)
