import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { clock } from '../../../kernel/lib/clock.ts'
import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { anyWorkspace } from '../../../kernel/db/db.ts'
import { createBatcher } from '../../../kernel/lib/batcher.ts'
import { perServer } from '../../../kernel/serverState.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { publish } from '../../../kernel/events.ts'
import { array, selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { joinCallTrace, traceForCall } from '../../../kernel/tracing/callTraces.ts'
import { KINDS } from '../../../kernel/tracing/spans.ts'
import { isStorable } from '../../../kernel/lib/text.ts'
import { log } from '../../../kernel/log.ts'
import { webhooksReceived } from '../../../kernel/metrics.ts'
import type { JsonObject, ProviderEvent, ProviderName } from '../../../providers/provider.ts'
import * as callProgress from './callProgress.ts'
import * as callTexts from './callTexts.ts'
import * as callSettlement from './callSettlement.ts'
import * as inboundAnswers from '../inbound/inboundAnswers.ts'
import * as eventQueue from './eventQueue.ts'
import type { CallEvent, QueuedEvent } from './eventQueue.ts'
import * as eventStore from './eventStore.ts'
import * as calls from '../calls.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { deriveSharedSecret } from '../../voiceProviders/webhookAddresses.ts'
import { formatOwner, webhookSecretOf, type WebhookOwner } from '../../../kernel/crypto/webhookTokens.ts'

const MAX_KEY_LENGTH = 500

/** How a webhook was handled, and the response to its sender if it asked something. */
export interface WebhookResult {
  result: 'stored' | 'repeated' | 'ignored' | 'answered' | 'rejected' | 'hinted' | 'refused'
  answer?: JsonObject
}

/**
 * Receives a provider's webhook. Requests for the agent of an inbound call are answered. Other events are stored before they
 * are acknowledged, since they can be the only copy of a transcript, and then processed with the others of their call. A repeated event is acknowledged
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
  if (event.type === 'inbound') return inboundAnswers.answer(name, { ...event, dedupeKey: indexableKeyOf(owner, event) }, owner)
  if (!owner) return { result: await requestCheck(name, event) }
  return storeAndQueue(name, owner, event, text)
}

async function storeAndQueue(name: ProviderName, owner: WebhookOwner, event: CallEvent, text: string): Promise<WebhookResult> {
  const providerCallId = eventQueue.providerCallIdOf(event)
  const hasAudio = event.type === 'call' && event.call.hasRecording
  const incoming = { provider: name, owner, dedupeKey: dedupeKeyOf(owner, event), text, hasAudio, ref: eventQueue.refOf(event) }
  const isAccepting = eventQueue.isAccepting()
  const { verdict, id, call } = await eventStore.store({ ...incoming, providerCallId: isStorable(providerCallId) ? providerCallId : null }, isAccepting)
  joinCallTrace(call?.trace ?? null)
  if (verdict === 'foreign') return refuse(name, owner, event)
  if (verdict === 'unowned') return { result: await requestCheck(name, event) }
  if (verdict === 'deleted') return { result: 'ignored' }
  if (id !== null && isAccepting) eventQueue.add({ id, provider: name, owner, call, hasAudio, event })
  else if (id !== null) publish('providerEvents.stored', {})
  return { result: verdict }
}

const isOwned = (call: Call, { kind, id }: WebhookOwner) => (kind === 'agent' ? call.agentId === id : call.numberId === id)

function refuse(provider: ProviderName, owner: WebhookOwner, event: CallEvent): WebhookResult {
  log.warn(
    { provider, owner: formatOwner(owner), providerCallId: eventQueue.providerCallIdOf(event) },
    'refused a webhook about a call that belongs to another agent or number',
  )
  return { result: 'refused' }
}

/** Makes the reconciler check the call now, which is all that an unattributed webhook can do. */
async function requestCheck(name: ProviderName, event: CallEvent): Promise<'hinted' | 'ignored'> {
  const providerCallId = eventQueue.providerCallIdOf(event)
  if (event.type !== 'call' || !isStorable(providerCallId)) return 'ignored'
  await anyWorkspace.call.updateMany({
    where: { provider: name, providerCallId, placement: 'placed', finishedAt: null, nextCheckAt: { gt: clock.now() } },
    data: { nextCheckAt: clock.now() },
  })
  return 'hinted'
}

/** The key of a stored event: its kind, which `callEvents.ts` shows, and a hash, because two indexes and the log have the key of every event. */
function dedupeKeyOf(owner: WebhookOwner, { dedupeKey }: CallEvent): string {
  const kind = /^\w+:(\w{1,40}):/.exec(dedupeKey)?.[1] ?? 'other'
  const hash = createHash('sha256')
    .update(`${formatOwner(owner)}:${dedupeKey}`)
    .digest()
  return `v:${kind}:${hash.subarray(0, 16).toString('base64url')}`
}

/** The deduplication key, in a form that can be indexed for any vendor ID. It includes the owner, so that no other URL can use up a key. */
function indexableKeyOf(owner: WebhookOwner | null, { dedupeKey }: ProviderEvent): string {
  const key = owner ? `${formatOwner(owner)}:${dedupeKey}` : dedupeKey
  return key.length <= MAX_KEY_LENGTH && isStorable(key) ? key : createHash('sha256').update(key).digest('hex')
}

/**
 * Processes the stored events of one call in one transaction. Running it twice changes nothing. If the process dies first, another one does it when
 * the lease of the events ends.
 */
export async function processEvents(events: readonly QueuedEvent[]): Promise<void> {
  const [{ provider: name, owner, event, call: known }] = events as [QueuedEvent, ...QueuedEvent[]]
  // Stored before webhook URLs identified their owner.
  if (!owner) {
    await requestCheck(name, event)
    return void (await discard(events))
  }
  if (known && eventQueue.areLines(events)) {
    const lines = events.map(({ event: { spoken } }) => ({ type: 'lines' as const, spoken }))
    return inTrace(known, events, () => callProgress.applyChanges({ workspaceId: owner.workspaceId, id: known.id }, lines, events))
  }
  const call = await findCall(name, owner, events)
  if (!call) {
    webhooksReceived.inc({ provider: name, result: 'unknown_call' }, events.length)
    log.warn({ provider: name, providerCallId: eventQueue.providerCallIdOf(event) }, 'received a webhook about an unknown call')
  }
  if (!call || call.workspaceId !== owner.workspaceId || !isOwned(call, owner)) return void (await discard(events))
  await inTrace(call, events, async () => callProgress.applyChanges(call, await callSettlement.toChanges(call, events), events))
}

const discard = (events: readonly QueuedEvent[]) => eventStore.discard(events.map(({ id }) => id))

function inTrace({ trace }: Pick<Call, 'trace'>, events: readonly QueuedEvent[], work: () => Promise<void>): Promise<void> {
  const attributes = { 'callwright.provider': events[0]!.provider, 'callwright.events': events.length }
  return traceForCall(trace, { name: 'process webhooks', kind: KINDS.internal, attributes }, work)
}

const findCallsOfEvents = statement(
  'providerEvents.findCalls',
  sql`
    select asked.position, call.* from unnest(${array('providers', 'text')}, ${array('providerCallIds', 'text')}, ${array('refs', 'text')}, ${array('workspaceIds', 'int')}) with ordinality
      as asked (provider, provider_call_id, ref, workspace_id, position),
    lateral (${eventStore.selectCallOf(selectList(calls.FIELDS), {
      provider: sql`asked.provider`,
      providerCallId: sql`asked.provider_call_id`,
      ref: sql`nullif(asked.ref, '')::uuid`,
      workspaceId: sql`asked.workspace_id`,
    })}) as call`,
  { acrossWorkspaces: 'The ID of a provider may be of a call in another workspace, which the caller then ignores.' },
)

/** What says which call an event is about. */
interface Asked {
  provider: string
  providerCallId: string
  ref: string | null
  workspaceId: WorkspaceId
}

/** Events that were stored together have their calls read together. */
const finder = perServer(() => createBatcher<Asked, Call | undefined>({ run: findCalls, maxItems: MAX_FOUND }))
const MAX_FOUND = 100

async function findCalls(asked: readonly Asked[]): Promise<(Call | undefined)[]> {
  const found = await findCallsOfEvents.all({
    providers: asked.map(({ provider }) => provider),
    providerCallIds: asked.map(({ providerCallId }) => providerCallId),
    refs: asked.map(({ ref }) => ref ?? ''),
    workspaceIds: asked.map(({ workspaceId }) => workspaceId),
  })
  const byPosition = new Map(found.map(({ position, ...call }) => [Number(position), call]))
  return asked.map((_, index) => byPosition.get(index + 1))
}

async function findCall(name: string, { workspaceId }: WebhookOwner, events: readonly QueuedEvent[]): Promise<Call | undefined> {
  const providerCallId = eventQueue.providerCallIdOf(events[0]!.event)
  if (!isStorable(providerCallId)) return undefined
  const ref = events.map(({ event }) => eventQueue.refOf(event)).find((found) => found !== null) ?? null
  return finder()({ provider: name, providerCallId, ref, workspaceId })
}
