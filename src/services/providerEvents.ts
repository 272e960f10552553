import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { anyWorkspace, transaction } from '../db.ts'
import { parseForeign, storable } from '../foreignJson.ts'
import type { Call } from '../generated/prisma/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { isStorable } from '../text.ts'
import { log } from '../log.ts'
import { webhooksReceived } from '../metrics.ts'
import type { CallSnapshot, JsonObject, ProviderEvent, ProviderName } from '../providers/provider.ts'
import * as callProgress from './callProgress.ts'
import { hasEnded } from '../callStates.ts'
import * as inbound from './inbound.ts'
import * as providerDeletions from './providerDeletions.ts'
import { provider } from './voice.ts'

/** Providers' own bodies are nested six deep. */
const MOST_NESTED = 64
const LONGEST_KEY = 500

/** What became of a webhook, and what its sender is to be told where it asked something. */
export interface Received {
  result: 'stored' | 'repeated' | 'ignored' | 'answered' | 'rejected'
  answer?: JsonObject
}

/**
 * Takes in a provider's webhook. The question who answers an inbound call is answered; everything else is stored with
 * the job that works on it, in one transaction; only then may it be acknowledged, since it can be the only copy of a
 * transcript. A repeated one is acknowledged and stored no second time, and what tells of a call that was deleted here is not
 * stored at all. Links to audio are dropped first: nothing of a vendor's recording is kept here. Throws ProviderError `bad_signature`, and Malformed for a body that is no JSON.
 */
export async function receive(name: ProviderName, raw: Buffer, headers: IncomingHttpHeaders): Promise<Received> {
  const voice = provider(name)
  voice.verifyWebhook(raw, headers)
  const body = parseForeign(raw, MOST_NESTED)
  const event = voice.parseEvent(body)
  if (event.type === 'ignored') return { result: 'ignored' }
  const dedupeKey = keyOf(event)
  if (event.type === 'inbound') {
    const { answer, isAnswered } = await inbound.answer(name, { ...event, dedupeKey })
    return { result: isAnswered ? 'answered' : 'rejected', answer }
  }
  if (await providerDeletions.isWished(name, event.type === 'call' ? event.call.providerCallId : event.providerCallId)) return { result: 'ignored' }
  return (await store(name, dedupeKey, voice.withoutAudio(body), event)) ? { result: 'stored' } : { result: 'repeated' }
}

const store = (name: ProviderName, dedupeKey: string, body: unknown, event: ProviderEvent) =>
  transaction(async (tx) => {
    const hasAudio = event.type === 'call' && event.call.hasRecording
    const [stored] = await tx.$queryRaw<{ id: number }[]>`
      insert into provider_events (provider, dedupe_key, body, has_audio) values (${name}, ${dedupeKey}, ${JSON.stringify(storable(body))}::jsonb, ${hasAudio})
      on conflict do nothing returning id`
    if (stored) await enqueue(tx, 'providerEvents.apply', { eventId: stored.id })
    return stored !== undefined
  })

/** What repetitions share, in a form that can be indexed whatever a vendor calls its calls. */
const keyOf = ({ dedupeKey }: ProviderEvent) =>
  dedupeKey.length <= LONGEST_KEY && isStorable(dedupeKey) ? dedupeKey : createHash('sha256').update(dedupeKey).digest('hex')

/** Works on one stored event; running it twice changes nothing. */
export async function apply(eventId: number): Promise<void> {
  const stored = await anyWorkspace.providerEvent.findUnique({ where: { id: eventId } })
  if (!stored || stored.processedAt) return
  const event = provider(stored.provider).parseEvent(stored.body)
  const call = event.type === 'call' || event.type === 'transcript' ? await findCall(stored.provider, event) : null
  if (call && event.type === 'call') {
    if (call.placement === 'refused') await hangUp(call, event.call)
    else await callProgress.take(call, { ...event.call, hasRecording: stored.hasAudio })
  }
  if (call && event.type === 'transcript') await callProgress.hear(call, event.lines, event.mode)
  await noteApplied(eventId, call)
}

/**
 * Of a call that is not ours, or was and is erased, maybe just now, nothing is kept but that the event was seen; and nothing of what was
 * said where its workspace has parts of that masked: it is in the call now, masked.
 */
async function noteApplied(eventId: number, call: Call | null) {
  await anyWorkspace.$executeRaw`
    with ours as (select id from calls where id = ${call?.id ?? null}::int for key share)
    update provider_events set processed_at = now(), call_id = (select id from ours),
      body = case
        when not exists (select from ours) then '{}'
        when exists (select from workspaces where id = ${call?.workspaceId ?? null}::int and cardinality(redactions) > 0) then '{}'
        else body end
    where id = ${eventId}`
}

/** What a stored body tells; `ignored` where it is gone. */
export const parseEventOf = (name: string, body: unknown) => provider(name).parseEvent(body)

const KEPT_DAYS = 7

/** Drops events that were worked on long ago, since what they told is in the calls, and those that nobody works on any more, since they failed each time. */
export const forgetOld = () => anyWorkspace.$executeRaw`
  delete from provider_events e where processed_at < now() - make_interval(days => ${KEPT_DAYS})
    or (processed_at is null and received_at < now() - make_interval(days => ${KEPT_DAYS}) and not exists (
      select from graphile_worker._private_jobs j where j.payload->>'eventId' = e.id::text and j.attempts < j.max_attempts))`

/** A call that was given up as never placed, or turned away, is alive after all: nobody watches or pays for it, so it is hung up. */
async function hangUp(call: Call, { providerCallId, state }: CallSnapshot) {
  if (hasEnded(state)) return
  log.error({ callId: call.id, providerCallId }, 'a call given up here is alive at its provider')
  await provider(call.provider).endCall(providerCallId)
}

/** Our call behind the event: by the provider's id, or by the reference we sent, which also adopts a call whose placement was in doubt. */
async function findCall(name: string, event: Extract<ProviderEvent, { type: 'call' | 'transcript' }>): Promise<Call | null> {
  const { providerCallId, ref } = event.type === 'call' ? event.call : event
  const call =
    (await anyWorkspace.call.findFirst({ where: { provider: name, providerCallId } })) ??
    (ref ? await anyWorkspace.call.findFirst({ where: { provider: name, ref } }) : null)
  if (call) return call.direction === 'inbound' ? renamed(call, providerCallId) : call
  webhooksReceived.inc({ provider: name, result: 'unknown_call' })
  log.warn({ provider: name, providerCallId }, 'a webhook tells of a call that is not ours')
  return null
}

/** An inbound call under the id it goes by: the one in the provider's question is of a call that does not exist yet. */
async function renamed(call: Call, providerCallId: string): Promise<Call> {
  if (call.providerCallId === null || call.providerCallId === providerCallId || call.finishedAt) return call
  return anyWorkspace.call.update({ where: { id: call.id }, data: { providerCallId } })
}
