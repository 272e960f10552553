import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../../kernel/db/db.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import { isStorable } from '../../../kernel/lib/text.ts'
import { log } from '../../../kernel/log.ts'
import { webhooksReceived } from '../../../kernel/metrics.ts'
import type { JsonObject, ProviderEvent, ProviderName } from '../../../providers/provider.ts'
import * as callProgress from './callProgress.ts'
import * as callTexts from './callTexts.ts'
import * as callSettlement from './callSettlement.ts'
import * as inboundAnswers from '../inbound/inboundAnswers.ts'
import * as providerDeletions from './providerDeletions.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { sharedSecret } from '../../voiceProviders/webhookAddresses.ts'
import { ownerText, readOwner, secretFor, type WebhookOwner } from '../../../kernel/crypto/webhookTokens.ts'

const MAX_KEY_LENGTH = 500

/** What became of a webhook, and what its sender is to be told where it asked something. */
export interface Received {
  result: 'stored' | 'repeated' | 'ignored' | 'answered' | 'rejected' | 'hinted' | 'refused'
  answer?: JsonObject
}

type CallEvent = Extract<ProviderEvent, { type: 'call' | 'transcript' }>

/**
 * Takes in a provider's webhook. The question who answers an inbound call is answered; everything else is stored with
 * the job that works on it, in one transaction; only then may it be acknowledged, since it can be the only copy of a
 * transcript. A repeated one is acknowledged and stored no second time, and what tells of a call that was deleted here is not
 * stored at all. Links to audio are dropped first: nothing of a vendor's recording is kept here. Throws ProviderError `bad_signature`, and Malformed for a body that is no JSON.
 *
 * `owner` is whose address it came in at: an event about a call of another workspace is acknowledged and changes nothing. One about a call of
 * the workspace's other agent or number, or at the address that all once shared (null), only has the provider asked about the call.
 */
export async function receive(name: ProviderName, owner: WebhookOwner | null, raw: Buffer, headers: IncomingHttpHeaders): Promise<Received> {
  const voice = provider(name)
  voice.verifyWebhook(raw, headers, owner ? secretFor(name, owner) : sharedSecret())
  const { event, text } = await callTexts.readBody(owner?.workspaceId ?? null, name, raw)
  if (event.type === 'ignored') return { result: 'ignored' }
  if (event.type === 'inbound') return inboundAnswers.answer(name, { ...event, dedupeKey: keyOf(owner, event) }, owner)
  if (!owner) return { result: await hint(name, event) }
  const call = await findCall(name, owner, event)
  if (call && call.workspaceId !== owner.workspaceId) return refused(name, owner, event)
  if (call && !isOwned(call, owner)) return { result: await hint(name, event) }
  if (await providerDeletions.isWished(name, idOf(event))) return { result: 'ignored' }
  return (await store(name, owner, text, event)) ? { result: 'stored' } : { result: 'repeated' }
}

const idOf = (event: CallEvent) => (event.type === 'call' ? event.call.providerCallId : event.providerCallId)
const isOwned = (call: Call, { kind, id }: WebhookOwner) => (kind === 'agent' ? call.agentId === id : call.numberId === id)

function refused(provider: ProviderName, owner: WebhookOwner, event: CallEvent): Received {
  log.warn({ provider, owner: ownerText(owner), providerCallId: idOf(event) }, 'refused a webhook about a call that belongs to another agent or number')
  return { result: 'refused' }
}

/** Has the watchdog ask the provider about the call now, which is all that such a webhook can do. */
async function hint(name: ProviderName, event: CallEvent): Promise<'hinted' | 'ignored'> {
  const providerCallId = idOf(event)
  if (event.type !== 'call' || !isStorable(providerCallId)) return 'ignored'
  await anyWorkspace.call.updateMany({
    where: { provider: name, providerCallId, placement: 'placed', finishedAt: null, checkAt: { gt: clock.now() } },
    data: { checkAt: clock.now() },
  })
  return 'hinted'
}

const store = (name: ProviderName, owner: WebhookOwner, text: string, event: CallEvent) =>
  transaction(async (tx) => {
    const hasAudio = event.type === 'call' && event.call.hasRecording
    const [stored] = await tx.$queryRaw<{ id: bigint }[]>`
      insert into provider_events (provider, owner, dedupe_key, body, has_audio)
      values (${name}, ${ownerText(owner)}, ${keyOf(owner, event)}, ${text}::jsonb, ${hasAudio})
      on conflict do nothing returning id`
    if (stored) await enqueue(tx, 'providerEvents.apply', { eventId: Number(stored.id) })
    return stored !== undefined
  })

/** What repetitions share, in a form that can be indexed whatever a vendor calls its calls. Nobody can use up a key of another address. */
function keyOf(owner: WebhookOwner | null, { dedupeKey }: ProviderEvent): string {
  const key = owner ? `${ownerText(owner)}:${dedupeKey}` : dedupeKey
  return key.length <= MAX_KEY_LENGTH && isStorable(key) ? key : createHash('sha256').update(key).digest('hex')
}

interface Stored {
  provider: ProviderName
  owner: string | null
  hasAudio: boolean
  /** Of the body. */
  text: string
}

/** Works on one stored event; running it twice changes nothing. */
export async function apply(eventId: number): Promise<void> {
  const [stored] = await anyWorkspace.$queryRaw<Stored[]>`
    select provider, owner, has_audio as "hasAudio", body::text as text from provider_events where id = ${eventId} and processed_at is null`
  if (!stored) return
  const event = await callTexts.eventIn(readOwner(stored.owner ?? '')?.workspaceId ?? null, stored.provider, stored.text)
  const call = event.type === 'call' || event.type === 'transcript' ? await applied(stored, event) : null
  await noteApplied(eventId, call)
}

/** The call that the event was about and allowed to be about; null where there is none. */
async function applied({ provider: name, owner: text, hasAudio }: Stored, event: CallEvent): Promise<Call | null> {
  const owner = readOwner(text ?? '')
  // Stored before addresses proved anything.
  if (!owner) {
    await hint(name, event)
    return null
  }
  const call = await findCall(name, owner, event)
  if (!call) {
    webhooksReceived.inc({ provider: name, result: 'unknown_call' })
    log.warn({ provider: name, providerCallId: idOf(event) }, 'received a webhook about an unknown call')
    return null
  }
  if (call.workspaceId !== owner.workspaceId || !isOwned(call, owner)) return null
  if (event.type === 'call') await callSettlement.takeReport(call, { ...event.call, hasRecording: hasAudio })
  else await callProgress.hear(call, event.lines, event.mode)
  return call
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

const RETENTION_DAYS = 7

/** Drops events that were worked on long ago, since what they told is in the calls, and those that nobody works on any more, since they failed each time. */
export const forgetOld = () => anyWorkspace.$executeRaw`
  delete from provider_events e where processed_at < ${clock.now()}::timestamptz - make_interval(days => ${RETENTION_DAYS})
    or (processed_at is null and received_at < ${clock.now()}::timestamptz - make_interval(days => ${RETENTION_DAYS}) and not exists (
      select from graphile_worker._private_jobs j where j.payload->>'eventId' = e.id::text and j.attempts < j.max_attempts))`

/** The call behind the event: whoever's goes by the provider's id, or the owner's own that our reference names. */
async function findCall(name: string, { workspaceId }: WebhookOwner, event: CallEvent): Promise<Call | null> {
  const providerCallId = idOf(event)
  const ref = event.type === 'call' ? event.call.ref : event.ref
  if (!isStorable(providerCallId)) return null
  return (
    (await anyWorkspace.call.findFirst({ where: { provider: name, providerCallId } })) ??
    (ref ? await anyWorkspace.call.findFirst({ where: { provider: name, ref, workspaceId } }) : null)
  )
}
