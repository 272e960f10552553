import type { IncomingHttpHeaders } from 'node:http'
import { anyWorkspace, transaction } from '../db.ts'
import type { Call, Prisma } from '../generated/prisma/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { log } from '../log.ts'
import type { CallSnapshot, ProviderName } from '../providers/provider.ts'
import * as callProgress from './callProgress.ts'
import { hasEnded } from './callStates.ts'
import { provider } from './voice.ts'

/**
 * Stores a provider's webhook with the job that works on it, in one transaction; only then may it be acknowledged,
 * since it can be the only copy of a transcript. A repeated one is acknowledged and stored no second time. Links to
 * audio are dropped first: nothing of a vendor's recording is kept here. Throws ProviderError `bad_signature`.
 */
export async function receive(name: ProviderName, raw: Buffer, headers: IncomingHttpHeaders): Promise<void> {
  const voice = provider(name)
  voice.verifyWebhook(raw, headers)
  const body = JSON.parse(raw.toString('utf8')) as unknown
  const event = voice.parseEvent(body)
  if (event.type === 'ignored') return
  const hasAudio = event.type === 'call' && event.call.hasRecording
  await transaction(async (tx) => {
    const [stored] = await tx.$queryRaw<{ id: number }[]>`
      insert into provider_events (provider, dedupe_key, body, has_audio) values (${name}, ${event.dedupeKey}, ${storable(voice.withoutAudio(body))}::jsonb, ${hasAudio})
      on conflict do nothing returning id`
    if (stored) await enqueue(tx, 'providerEvents.apply', { eventId: stored.id })
  })
}

/** PostgreSQL's JSON cannot hold NUL; a vendor's transcript might. */
const storable = (body: unknown) => JSON.stringify(body).replaceAll('\\u0000', '')

/** Works on one stored event; running it twice changes nothing. */
export async function apply(eventId: number): Promise<void> {
  const stored = await anyWorkspace.providerEvent.findUnique({ where: { id: eventId } })
  if (!stored || stored.processedAt) return
  const event = provider(stored.provider).parseEvent(stored.body)
  const call = event.type === 'ignored' ? null : await findCall(stored.provider, event)
  if (call && event.type === 'call') {
    if (call.placement === 'refused') await hangUp(call, event.call)
    else await callProgress.take(call, { ...event.call, hasRecording: stored.hasAudio })
  }
  if (call && event.type === 'transcript') await callProgress.hear(call, event.lines, event.mode)
  await anyWorkspace.providerEvent.update({
    where: { id: eventId },
    data: { processedAt: new Date(), callId: call?.id } as Prisma.ProviderEventUncheckedUpdateInput,
  })
}

const KEPT_DAYS = 7

/** Drops events that were worked on long ago; what they told is in the calls. */
export const forgetOld = () => anyWorkspace.$executeRaw`delete from provider_events where processed_at < now() - make_interval(days => ${KEPT_DAYS})`

/** A call that was given up as never placed rings after all: nobody watches or pays for it, so it is hung up. */
async function hangUp(call: Call, { providerCallId, state }: CallSnapshot) {
  log.error({ callId: call.id, providerCallId }, 'a call given up as not placed is alive at its provider')
  if (!hasEnded(state)) await provider(call.provider).endCall(providerCallId)
}

/** Our call behind the event: by the provider's id, or by the reference we sent, which also adopts a call whose placement was in doubt. */
async function findCall(
  name: string,
  event: { type: 'call'; call: { providerCallId: string; ref: string | null } } | { type: 'transcript'; providerCallId: string; ref: string | null },
) {
  const { providerCallId, ref } = event.type === 'call' ? event.call : event
  const call =
    (await anyWorkspace.call.findFirst({ where: { provider: name, providerCallId } })) ?? (ref ? await anyWorkspace.call.findUnique({ where: { ref } }) : null)
  if (!call) log.warn({ provider: name, providerCallId }, 'a webhook tells of a call that is not ours')
  return call
}
