import type { Actor } from '../actor.ts'
import { parseEventOf } from './providerEvents.ts'
import { query, sql } from '../sql.ts'

interface Stored {
  id: number
  callId: number
  provider: string
  dedupeKey: string
  body: unknown
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

/** The events that are wanted, of many calls at once, in the order asked. */
export async function of({ workspaceId }: Actor, wanted: readonly Wanted[]): Promise<CallEvent[][]> {
  const rows = await query<Stored & { at: string }>(sql`
    select asked.at, e.id, e.call_id as "callId", e.provider, e.dedupe_key as "dedupeKey", e.body, e.received_at as "receivedAt", e.processed_at as "processedAt"
    from unnest(${wanted.map(({ callId }) => callId)}::int[], ${wanted.map(({ after }) => after)}::int[], ${wanted.map(({ take }) => take)}::int[])
      with ordinality as asked(call_id, after, take, at)
    join calls c on c.workspace_id = ${workspaceId} and c.id = asked.call_id,
    lateral (select * from provider_events where call_id = c.id and id > asked.after order by id limit asked.take) as e
    order by e.id`)
  return wanted.map((_, index) => rows.filter(({ at }) => Number(at) === index + 1).map(toldBy))
}

/** The body may be gone, since what it told is in the call; then the key still says of what kind it was. */
function toldBy({ id, provider, dedupeKey, body, receivedAt, processedAt }: Stored): CallEvent {
  const event = parseEventOf(provider, body)
  return {
    id,
    kind: /^\w+:(\w+):/.exec(dedupeKey)?.[1] ?? 'unknown',
    status: event.type === 'call' ? event.call.state : null,
    lines: event.type === 'transcript' ? event.lines.length : null,
    receivedAt,
    processedAt,
  }
}
