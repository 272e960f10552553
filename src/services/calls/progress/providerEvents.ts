import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../../kernel/db/db.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
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
import { deriveSharedSecret } from '../../voiceProviders/webhookAddresses.ts'
import { formatOwner, parseOwner, webhookSecretOf, type WebhookOwner } from '../../../kernel/crypto/webhookTokens.ts'

const MAX_KEY_LENGTH = 500

/** How a webhook was handled, and the response to its sender if it asked something. */
export interface WebhookResult {
  result: 'stored' | 'repeated' | 'ignored' | 'answered' | 'rejected' | 'hinted' | 'refused'
  answer?: JsonObject
}

type CallEvent = Extract<ProviderEvent, { type: 'call' | 'transcript' }>

/**
 * Receives a provider's webhook. Requests for the agent of an inbound call are answered. Other events are stored with the job that processes
 * them, in one transaction, before they are acknowledged, since they can be the only copy of a transcript. A repeated event is acknowledged
 * and not stored again; an event about a deleted call is not stored at all. Audio links are removed first: no vendor recording is kept here.
 * Throws ProviderError `bad_signature`, and MalformedJsonError for a body that is not JSON. `owner` is the owner of the webhook URL: an event about a
 * call of another workspace is acknowledged and changes nothing. An event about a call of another agent or number of the workspace, or at the
 * URL that all once shared (null), only makes the reconciler ask the provider about the call.
 */
export async function receive(name: ProviderName, owner: WebhookOwner | null, raw: Buffer, headers: IncomingHttpHeaders): Promise<WebhookResult> {
  const voice = provider(name)
  voice.verifyWebhook(raw, headers, owner ? webhookSecretOf(name, owner) : deriveSharedSecret())
  const { event, text } = await callTexts.parseBody(owner?.workspaceId ?? null, name, raw)
  if (event.type === 'ignored') return { result: 'ignored' }
  if (event.type === 'inbound') return inboundAnswers.answer(name, { ...event, dedupeKey: dedupeKeyOf(owner, event) }, owner)
  if (!owner) return { result: await requestCheck(name, event) }
  const call = await findCall(name, owner, event)
  if (call && call.workspaceId !== owner.workspaceId) return refuse(name, owner, event)
  if (call && !isOwned(call, owner)) return { result: await requestCheck(name, event) }
  if (await providerDeletions.isScheduled(owner.workspaceId, name, providerCallIdOf(event))) return { result: 'ignored' }
  return (await store(name, owner, text, event)) ? { result: 'stored' } : { result: 'repeated' }
}

const providerCallIdOf = (event: CallEvent) => (event.type === 'call' ? event.call.providerCallId : event.providerCallId)
const isOwned = (call: Call, { kind, id }: WebhookOwner) => (kind === 'agent' ? call.agentId === id : call.numberId === id)

function refuse(provider: ProviderName, owner: WebhookOwner, event: CallEvent): WebhookResult {
  log.warn(
    { provider, owner: formatOwner(owner), providerCallId: providerCallIdOf(event) },
    'refused a webhook about a call that belongs to another agent or number',
  )
  return { result: 'refused' }
}

/** Makes the reconciler check the call now, which is all that an unattributed webhook can do. */
async function requestCheck(name: ProviderName, event: CallEvent): Promise<'hinted' | 'ignored'> {
  const providerCallId = providerCallIdOf(event)
  if (event.type !== 'call' || !isStorable(providerCallId)) return 'ignored'
  await anyWorkspace.call.updateMany({
    where: { provider: name, providerCallId, placement: 'placed', finishedAt: null, nextCheckAt: { gt: clock.now() } },
    data: { nextCheckAt: clock.now() },
  })
  return 'hinted'
}

const insertEvent = statement(
  'providerEvents.insert',
  sql`
    insert into provider_events (provider, owner, dedupe_key, body, has_audio) values ($provider, $owner, $dedupeKey, $body, $hasAudio)
    on conflict do nothing returning id`,
)

const store = (name: ProviderName, owner: WebhookOwner, text: string, event: CallEvent) =>
  transaction(async (tx) => {
    const hasAudio = event.type === 'call' && event.call.hasRecording
    const inserted = await insertEvent.get({ provider: name, owner: formatOwner(owner), dedupeKey: dedupeKeyOf(owner, event), body: text, hasAudio }, tx)
    if (inserted) await enqueue(tx, 'providerEvents.apply', { eventId: Number(inserted.id) })
    return inserted !== undefined
  })

/** The deduplication key, in a form that can be indexed for any vendor ID. It includes the owner, so that no other URL can use up a key. */
function dedupeKeyOf(owner: WebhookOwner | null, { dedupeKey }: ProviderEvent): string {
  const key = owner ? `${formatOwner(owner)}:${dedupeKey}` : dedupeKey
  return key.length <= MAX_KEY_LENGTH && isStorable(key) ? key : createHash('sha256').update(key).digest('hex')
}

const getUnprocessed = statement(
  'providerEvents.getUnprocessed',
  sql`select provider, owner, has_audio, body::text as text from provider_events where id = $eventId and processed_at is null`,
)

/** Processes one stored event; running it twice changes nothing. */
export async function apply(eventId: number): Promise<void> {
  const stored = await getUnprocessed.get({ eventId })
  if (!stored) return
  const name = stored.provider as ProviderName
  const owner = parseOwner(stored.owner ?? '')
  if (owner) enterWorkspace(owner.workspaceId)
  const event = await callTexts.parseStoredEvent(owner?.workspaceId ?? null, name, stored.text)
  const call = event.type === 'call' || event.type === 'transcript' ? await applyToCall(name, owner, event, stored.hasAudio) : null
  await markProcessed(eventId, call)
}

/** Applies the event to its call. Returns the call, or null if there is none or the event's owner does not own it. */
async function applyToCall(name: ProviderName, owner: WebhookOwner | null, event: CallEvent, hasAudio: boolean): Promise<Call | null> {
  // Stored before webhook URLs identified their owner.
  if (!owner) {
    await requestCheck(name, event)
    return null
  }
  const call = await findCall(name, owner, event)
  if (!call) {
    webhooksReceived.inc({ provider: name, result: 'unknown_call' })
    log.warn({ provider: name, providerCallId: providerCallIdOf(event) }, 'received a webhook about an unknown call')
    return null
  }
  if (call.workspaceId !== owner.workspaceId || !isOwned(call, owner)) return null
  if (event.type === 'call') await callSettlement.applyReport(call, { ...event.call, hasRecording: hasAudio })
  else await callProgress.appendTranscript(call, event.lines, event.mode)
  return call
}

const markEventProcessed = statement(
  'providerEvents.markProcessed',
  sql`
    with known_call as (select id from calls where workspace_id = $workspaceId? and id = $callId? for key share)
    update provider_events set processed_at = $now, call_id = (select id from known_call),
      body = case
        when not exists (select from known_call) then '{}'
        when exists (select from workspaces where id = $workspaceId? and cardinality(redactions) > 0) then '{}'
        else body end
    where id = $eventId`,
)

/**
 * Marks an event as processed. Clears the body if the call is unknown or erased (possibly just now), and if the workspace redacts transcripts,
 * since the call now holds the redacted text.
 */
const markProcessed = (eventId: number, call: Call | null) =>
  markEventProcessed.run({ eventId, callId: call?.id ?? null, workspaceId: call?.workspaceId ?? null, now: clock.now() })

const RETENTION_DAYS = 7

const deleteOldEvents = statement(
  'providerEvents.deleteOld',
  sql`
    delete from provider_events event where processed_at < $now::timestamptz - make_interval(days => ${RETENTION_DAYS})
      or (processed_at is null and received_at < $now::timestamptz - make_interval(days => ${RETENTION_DAYS}) and not exists (
        select from graphile_worker._private_jobs job where job.payload->>'eventId' = event.id::text and job.attempts < job.max_attempts))`,
)

/** Deletes events that were processed long ago, whose content is in the calls, and events whose job has failed all its attempts. */
export const deleteOld = () => deleteOldEvents.run({ now: clock.now() })

/** Finds the call of the event by the provider's ID, or among the owner's calls by our reference. */
async function findCall(name: string, { workspaceId }: WebhookOwner, event: CallEvent): Promise<Call | null> {
  const providerCallId = providerCallIdOf(event)
  const ref = event.type === 'call' ? event.call.ref : event.ref
  if (!isStorable(providerCallId)) return null
  return (
    (await anyWorkspace.call.findFirst({ where: { provider: name, providerCallId } })) ??
    (ref ? await anyWorkspace.call.findFirst({ where: { provider: name, ref, workspaceId } }) : null)
  )
}
