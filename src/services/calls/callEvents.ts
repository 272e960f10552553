import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { ProviderEvent, ProviderName } from '../../providers/provider.ts'
import * as callTexts from './progress/callTexts.ts'
import { query, sql } from '../../kernel/db/sql.ts'

interface Stored {
  id: bigint
  callId: number
  provider: ProviderName
  dedupeKey: string
  /** Of the body; null of one that is long, which is read by itself. */
  text: string | null
  receivedAt: Date
  processedAt: Date | null
}

/** What a voice provider told of a call at a moment, as far as it is still known. */
export interface CallEvent {
  id: number
  /** As the provider names it. */
  kind: string
  /** The call's state that it told. */
  status: string | null
  /** How many lines of the transcript it told. */
  lines: number | null
  receivedAt: Date
  processedAt: Date | null
}

/** Which part of the events of which call is wanted, the oldest first. */
export interface Wanted {
  callId: number
  after: number
  take: number
}

/** Characters of a body that is read along with others. */
const SHORT = 4_096

/** The events that are wanted, of many calls at once, in the order asked. */
export async function of({ workspaceId }: Actor, wanted: readonly Wanted[]): Promise<CallEvent[][]> {
  const rows = await query<Stored & { at: string }>(sql`
    select asked.at, e.id, e.call_id as "callId", e.provider, e.dedupe_key as "dedupeKey",
      case when octet_length(e.body::text) <= ${SHORT} then e.body::text end as text, e.received_at as "receivedAt", e.processed_at as "processedAt"
    from unnest(${wanted.map(({ callId }) => callId)}::int[], ${wanted.map(({ after }) => after)}::bigint[], ${wanted.map(({ take }) => take)}::int[])
      with ordinality as asked(call_id, after, take, at)
    join calls c on c.workspace_id = ${workspaceId} and c.id = asked.call_id,
    lateral (select * from provider_events where call_id = c.id and id > asked.after order by id limit asked.take) as e
    order by e.id`)
  const told: CallEvent[][] = wanted.map(() => [])
  for (const row of rows) told[Number(row.at) - 1]!.push(toldBy(row, await eventOf(workspaceId, row)))
  return told
}

/** The body may be gone, since what it told is in the call; then the key still says of what kind it was, after the owner of the webhook address (`ownerText`). */
function toldBy({ id, dedupeKey, receivedAt, processedAt }: Stored, event: ProviderEvent): CallEvent {
  return {
    id: Number(id),
    kind: /^(?:\d+[an]\d+:)?\w+:(\w+):/.exec(dedupeKey)?.[1] ?? 'unknown',
    status: event.type === 'call' ? event.call.state : null,
    lines: event.type === 'transcript' ? event.lines.length : null,
    receivedAt,
    processedAt,
  }
}

async function eventOf(workspaceId: number, { id, provider, text }: Stored): Promise<ProviderEvent> {
  const whole = text ?? (await query<{ text: string }>(sql`select body::text as text from provider_events where id = ${id}`))[0]?.text
  return callTexts.eventIn(workspaceId, provider, whole ?? '{}')
}
