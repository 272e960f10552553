import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { ProviderEvent, ProviderName } from '../../providers/provider.ts'
import * as callTexts from './progress/callTexts.ts'
import { query, sql } from '../../kernel/db/sql.ts'

interface StoredEvent {
  id: bigint
  callId: CallId
  provider: ProviderName
  dedupeKey: string
  /** The body; null if it is long and has to be read separately. */
  text: string | null
  receivedAt: Date
  processedAt: Date | null
}

/** An event that a voice provider sent about a call. Parts are null once the body is deleted. */
export interface CallEvent {
  id: number
  /** The provider's own name for it. */
  kind: string
  /** The call status in the event. */
  status: string | null
  /** Number of transcript lines in the event. */
  lines: number | null
  receivedAt: Date
  processedAt: Date | null
}

/** A range of one call's events, oldest first. */
export interface EventRange {
  callId: CallId
  after: number
  take: number
}

/** Bodies up to this size are read together with the list. */
const MAX_INLINE_BODY_BYTES = 4_096

/** Lists events of many calls at once, in the order of `ranges`. */
export async function listMany({ workspaceId }: Actor, ranges: readonly EventRange[]): Promise<CallEvent[][]> {
  const rows = await query<StoredEvent & { at: string }>(sql`
    select requested.at, e.id, e.call_id as "callId", e.provider, e.dedupe_key as "dedupeKey",
      case when octet_length(e.body::text) <= ${MAX_INLINE_BODY_BYTES} then e.body::text end as text, e.received_at as "receivedAt", e.processed_at as "processedAt"
    from unnest(${ranges.map(({ callId }) => callId)}::int[], ${ranges.map(({ after }) => after)}::bigint[], ${ranges.map(({ take }) => take)}::int[])
      with ordinality as requested(call_id, after, take, at)
    join calls c on c.workspace_id = ${workspaceId} and c.id = requested.call_id,
    lateral (select * from provider_events where call_id = c.id and id > requested.after order by id limit requested.take) as e
    order by e.id`)
  const eventLists: CallEvent[][] = ranges.map(() => [])
  for (const row of rows) eventLists[Number(row.at) - 1]!.push(toCallEvent(row, await parseStoredEvent(workspaceId, row)))
  return eventLists
}

/** The body may be deleted once it is applied to the call. The type is read from the dedupe key, after the owner of the webhook URL (`ownerText`). */
function toCallEvent({ id, dedupeKey, receivedAt, processedAt }: StoredEvent, event: ProviderEvent): CallEvent {
  return {
    id: Number(id),
    kind: /^(?:\d+[an]\d+:)?\w+:(\w+):/.exec(dedupeKey)?.[1] ?? 'unknown',
    status: event.type === 'call' ? event.call.state : null,
    lines: event.type === 'transcript' ? event.lines.length : null,
    receivedAt,
    processedAt,
  }
}

async function parseStoredEvent(workspaceId: WorkspaceId, { id, provider, text }: StoredEvent): Promise<ProviderEvent> {
  const body = text ?? (await query<{ text: string }>(sql`select body::text as text from provider_events where id = ${id}`))[0]?.text
  return callTexts.parseStoredEvent(workspaceId, provider, body ?? '{}')
}
