import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { ProviderEvent, ProviderName } from '../../providers/provider.ts'
import * as callTexts from './progress/callTexts.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

interface StoredEvent {
  id: bigint
  provider: string
  dedupeKey: string
  /** The body; null if it is long and has to be read separately. */
  text: string | null
  receivedAt: Date
  isProcessed: boolean
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
  isProcessed: boolean
}

/** A range of one call's events, oldest first. */
export interface EventRange {
  callId: CallId
  after: number
  take: number
}

/** Bodies up to this size are read together with the list. */
const MAX_INLINE_BODY_BYTES = 4_096

const listEvents = statement(
  'callEvents.list',
  sql`
    select requested.position, event.id, event.provider, event.dedupe_key,
      case when octet_length(event.body::text) <= ${MAX_INLINE_BODY_BYTES} then event.body::text end as text, event.received_at,
      not exists (select from pending_provider_events where event_id = event.id) as "isProcessed!"
    from unnest($callIds::int[], $after::bigint[], $take::int[]) with ordinality as requested(call_id, after, take, position)
    join calls on calls.workspace_id = $workspaceId and calls.id = requested.call_id,
    lateral (
      select * from provider_events where call_id = calls.id and received_at > calls.created_at - interval '1 day' and id > requested.after
      order by id limit requested.take) as event
    order by event.id`,
)

/** Lists events of many calls at once, in the order of `ranges`. */
export async function listMany({ workspaceId }: Actor, ranges: readonly EventRange[]): Promise<CallEvent[][]> {
  const rows = await listEvents.all({
    workspaceId,
    callIds: ranges.map(({ callId }) => callId),
    after: ranges.map(({ after }) => String(after)),
    take: ranges.map(({ take }) => take),
  })
  const eventLists: CallEvent[][] = ranges.map(() => [])
  for (const row of rows) eventLists[Number(row.position) - 1]!.push(toCallEvent(row, await parseStoredEvent(workspaceId, row)))
  return eventLists
}

/** The body may be deleted once it is applied to the call. The type is read from the dedupe key, after the owner of the webhook URL (`ownerText`). */
function toCallEvent({ id, dedupeKey, receivedAt, isProcessed }: StoredEvent, event: ProviderEvent): CallEvent {
  return {
    id: Number(id),
    kind: /^(?:\d+[an]\d+:)?\w+:(\w+):/.exec(dedupeKey)?.[1] ?? 'unknown',
    status: event.type === 'call' ? event.call.state : null,
    lines: event.type === 'transcript' ? event.spoken.start + event.spoken.lines.length : null,
    receivedAt,
    isProcessed,
  }
}

const getBody = statement('callEvents.getBody', sql`select body::text as text from provider_events where id = $id`)

async function parseStoredEvent(workspaceId: WorkspaceId, { id, provider, text }: StoredEvent): Promise<ProviderEvent> {
  const body = text ?? (await getBody.get({ id }))?.text
  return callTexts.parseStoredEvent(workspaceId, provider as ProviderName, body ?? '{}')
}
