import type { Call } from '../../../generated/prisma/client.ts'
import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { array, type SqlText, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { createBatcher } from '../../../kernel/lib/batcher.ts'
import { formatOwner, parseOwner, type WebhookOwner } from '../../../kernel/crypto/webhookTokens.ts'
import { perServer } from '../../../kernel/serverState.ts'
import type { ProviderName } from '../../../providers/provider.ts'

/** A webhook to store. `text` is its body as JSON. The IDs are null where PostgreSQL cannot store what the vendor sent. */
export interface IncomingEvent {
  provider: ProviderName
  owner: WebhookOwner
  dedupeKey: string
  text: string
  hasAudio: boolean
  providerCallId: string | null
  /** Callwright's reference of the call, if the vendor sent it back. */
  ref: string | null
}

/**
 * What became of a webhook: `stored`, or `repeated` if it is stored already. Not stored: `foreign` if the call belongs to another workspace,
 * `unowned` if it belongs to another agent or number, `deleted` if the call is deleted here.
 */
export type Verdict = 'stored' | 'repeated' | 'foreign' | 'unowned' | 'deleted'

/** The call of an event, with its trace. */
export type EventCall = Pick<Call, 'id' | 'trace'>

/** A webhook's verdict, its ID if it is new, and its call if it is stored and the call is known, which its owner then has. */
type Stored = { verdict: Verdict; id: number | null; call: EventCall | null }

/** A stored event that is not processed yet. */
export interface StoredEvent {
  id: number
  provider: ProviderName
  /** Null for an event from before webhook URLs identified their owner. */
  owner: WebhookOwner | null
  /** The call that the event is stored with, which is one of its owner's. */
  call: EventCall | null
  text: string
  hasAudio: boolean
}

/** How long the process that stored or claimed an event has to process it. Afterwards any process may: processing twice changes nothing. */
const LEASE_MS = 15_000
const MAX_BATCH_EVENTS = 100
const MAX_BATCH_LENGTH = 1_000_000
/** A vendor waits this long for the answer when many webhooks arrive. */
const INTERVAL_MS = 20
/** Delays before failed events are processed again; the last one repeats until the attempts are used up. */
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 30_000, 60_000]
const MAX_ATTEMPTS = 25

/** Selects the call of an event: by the provider's ID, or among the owner's calls by our reference. */
export const selectCallOf = (
  columns: SqlText,
  { provider, providerCallId, ref, workspaceId }: Record<'provider' | 'providerCallId' | 'ref' | 'workspaceId', SqlText>,
): SqlText => sql`
  select ${columns} from (
    select 1 as rank, c.* from calls c where c.provider = ${provider} and c.provider_call_id = ${providerCallId}
    union all select 2, c.* from calls c where c.provider = ${provider} and c.ref = ${ref} and c.workspace_id = ${workspaceId}) found
  order by rank limit 1`

/**
 * An event's key is unique in its partition, which is a day (UTC). The day before is looked through: a vendor repeats a webhook for minutes. Only
 * two transactions that do not see each other could still store an event twice, one on each side of midnight. So for a while before and after, a
 * key is claimed in `provider_event_keys`, which has no partitions: the second waits for the first. The time covers any transaction and clocks
 * that differ.
 */
const IS_NEAR_MIDNIGHT = sql`($receivedAt at time zone 'UTC')::time not between '00:15' and '23:45'`
const MIDNIGHT = sql`date_trunc('day', $receivedAt::timestamptz, 'UTC')`
const IS_OF_THE_DAY_BEFORE = sql`e.received_at >= ${MIDNIGHT} - interval '1 day' and e.received_at < ${MIDNIGHT}`

const storeEvents = statement(
  'providerEvents.store',
  sql`
    with incoming as (
      select * from unnest(${array('providers', 'text')}, ${array('owners', 'text')}, ${array('workspaceIds', 'int')}, ${array('agentIds', 'int')}, ${array('numberIds', 'int')},
        ${array('dedupeKeys', 'text')}, ${array('bodies', 'text')}, ${array('haveAudio', 'bool')}, ${array('callIds', 'text')}, ${array('refs', 'text')}) with ordinality
        as i (provider, owner, workspace_id, agent_id, number_id, dedupe_key, body, has_audio, provider_call_id, ref, position)),
    judged as (
      select i.*, call.id as call_id, call.trace, case
        when call.workspace_id <> i.workspace_id then 'foreign'
        when call.id is not null and (call.agent_id = i.agent_id or call.number_id = i.number_id) is not true then 'unowned'
        when exists (select from provider_deletions d where d.workspace_id = i.workspace_id and d.provider = i.provider and d.provider_call_id = i.provider_call_id)
          then 'deleted'
        else 'stored' end as verdict
      from incoming i left join lateral (
        ${selectCallOf(sql`id, workspace_id, agent_id, number_id, trace`, {
          provider: sql`i.provider`,
          providerCallId: sql`i.provider_call_id`,
          ref: sql`nullif(i.ref, '')::uuid`,
          workspaceId: sql`i.workspace_id`,
        })}) call on true),
    claimed as (
      insert into provider_event_keys (provider, dedupe_key, received_at)
      select provider, dedupe_key, $receivedAt from judged where verdict = 'stored' and ${IS_NEAR_MIDNIGHT} on conflict do nothing returning provider, dedupe_key),
    inserted as (
      insert into provider_events (provider, owner, dedupe_key, body, has_audio, call_id, received_at)
      select provider, owner, dedupe_key, body::jsonb, has_audio, call_id, $receivedAt from judged where verdict = 'stored'
        and not exists (select from provider_events e where e.provider = judged.provider and e.dedupe_key = judged.dedupe_key and ${IS_OF_THE_DAY_BEFORE})
        and (not (${IS_NEAR_MIDNIGHT}) or exists (select from claimed where claimed.provider = judged.provider and claimed.dedupe_key = judged.dedupe_key))
      order by position on conflict do nothing returning id, provider, dedupe_key),
    pending as (insert into pending_provider_events (event_id, due_at) select id, $dueAt from inserted)
    select verdict as "verdict!", case when verdict = 'stored' then call_id end as call_id, trace, inserted.id from judged left join inserted using (provider, dedupe_key) order by position`,
  { acrossWorkspaces: 'Webhooks that arrive together commit together, each checked against the workspace of its URL.' },
)

/** Events that arrive while others are being stored are stored together: a commit takes longer than an insert. */
const batcher = perServer(() =>
  createBatcher<IncomingEvent & { isLeased: boolean }, Stored>({
    run: storeTogether,
    keyOf: ({ provider, dedupeKey }) => `${provider}:${dedupeKey}`,
    sizeOf: ({ text }) => text.length,
    maxItems: MAX_BATCH_EVENTS,
    maxSize: MAX_BATCH_LENGTH,
    intervalMs: INTERVAL_MS,
  }),
)

async function storeTogether(events: readonly (IncomingEvent & { isLeased: boolean })[]) {
  const idIf = (kind: WebhookOwner['kind']) => events.map(({ owner }) => (owner.kind === kind ? owner.id : 0))
  const rows = await storeEvents.all({
    providers: events.map(({ provider }) => provider),
    owners: events.map(({ owner }) => formatOwner(owner)),
    workspaceIds: events.map(({ owner }) => owner.workspaceId),
    agentIds: idIf('agent'),
    numberIds: idIf('number'),
    dedupeKeys: events.map(({ dedupeKey }) => dedupeKey),
    bodies: events.map(({ text }) => text),
    haveAudio: events.map(({ hasAudio }) => hasAudio),
    callIds: events.map(({ providerCallId }) => providerCallId ?? ''),
    refs: events.map(({ ref }) => ref ?? ''),
    receivedAt: clock.now(),
    dueAt: events.every(({ isLeased }) => isLeased) ? fromNow(LEASE_MS) : clock.now(),
  })
  return rows.map(({ verdict, callId, trace, id }) => ({
    call: toEventCall(callId, trace),
    verdict: verdict === 'stored' && id === null ? 'repeated' : (verdict as Verdict),
    id: id === null ? null : Number(id),
  }))
}

const toEventCall = (id: CallId | null, trace: string | null): EventCall | null => (id === null ? null : { id, trace })

/**
 * Stores a webhook, durably when this returns. `isLeased` if this process will process it now; otherwise any process may. If the process dies
 * before the commit, the vendor got no answer and sends it again; after it, another process takes the event when the lease ends.
 */
export async function store(event: IncomingEvent, isLeased: boolean): Promise<Stored> {
  const stored = await batcher()({ ...event, isLeased })
  return stored ?? { verdict: 'repeated', id: null, call: null }
}

const claimDue = statement(
  'providerEvents.claimDue',
  sql`
    with claimed as (
      update pending_provider_events set due_at = $leaseEnd where event_id in (
        select event_id from pending_provider_events where due_at <= $now order by due_at, event_id limit $limit::int for update skip locked)
      returning event_id)
    select e.id, e.provider, e.owner, e.call_id, c.trace, e.body::text as "text!", e.has_audio
    from claimed join provider_events e on e.id = event_id left join calls c on c.id = e.call_id`,
  { acrossWorkspaces: 'A process takes over the events of all workspaces.' },
)

/** Claims events that nobody has processed: from a process that died or has no worker, or after a failure. Oldest first. */
export async function claim(limit: number): Promise<StoredEvent[]> {
  const rows = await claimDue.all({ now: clock.now(), leaseEnd: fromNow(LEASE_MS), limit })
  return rows
    .map(({ id, provider, owner, callId, trace, ...event }) => ({
      ...event,
      id: Number(id),
      provider: provider as ProviderName,
      owner: parseOwner(owner ?? ''),
      call: toEventCall(callId, trace),
    }))
    .sort((first, second) => first.id - second.id)
}

const postpone = statement(
  'providerEvents.postpone',
  sql`
    update pending_provider_events set attempts = attempts + 1,
      due_at = case when attempts + 1 < ${MAX_ATTEMPTS}
        then $now::timestamptz + make_interval(secs => ($delays::float8[])[least(attempts + 1, cardinality($delays::float8[]))]) else 'infinity' end
    where event_id = any($ids::bigint[])`,
)

/** Counts a failed attempt and schedules the next one. After the last, the events stay unprocessed until they are deleted. */
export const markFailed = (ids: readonly number[]) => postpone.run({ ids: ids.map(String), now: clock.now(), delays: RETRY_DELAYS_MS.map((ms) => ms / 1_000) })

const release = statement('providerEvents.release', sql`update pending_provider_events set due_at = $now where event_id = any($ids::bigint[])`)

/** Gives events back that this process will not process. */
export const releaseAll = (ids: readonly number[]) => release.run({ ids: ids.map(String), now: clock.now() })

/** A CTE: the events `$eventIds` are processed, which is the same as no longer pending. */
export const NO_LONGER_PENDING = sql`no_longer_pending as (delete from pending_provider_events where event_id = any(${array('eventIds', 'bigint')}))`

const discardEvents = statement(
  'providerEvents.discard',
  sql`with ${NO_LONGER_PENDING} update provider_events set call_id = null, body = '{}' where id = any(${array('eventIds', 'bigint')})`,
)

/** Marks events as processed whose call is unknown, erased or another owner's, and deletes their bodies. */
export const discard = (ids: readonly number[]) => discardEvents.run({ eventIds: ids.map(String) })

/** Deletes all events of calls, also those that are not processed yet. */
export const deleteOfCalls = statement(
  'providerEvents.deleteOfCalls',
  sql`
    with deleted as (delete from provider_events where call_id = any($ids::int[]) returning id)
    delete from pending_provider_events using deleted where event_id = id`,
)

const findOldestPending = statement(
  'providerEvents.findOldestPending',
  sql`select min(received_at) as at from pending_provider_events join provider_events on id = event_id where due_at < 'infinity'`,
)

/** When the oldest event arrived that will still be processed; null if there is none. */
export const oldestPending = async (): Promise<Date | null> => (await findOldestPending.get({}))!.at

const addPending = statement(
  'providerEvents.addPending',
  sql`insert into pending_provider_events (event_id, due_at) select id, $now from provider_events where id = $id on conflict do nothing`,
)

/** Has an event processed that a server of an earlier version stored with a job. */
export const adopt = (id: number) => addPending.run({ id, now: clock.now() })
