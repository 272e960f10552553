import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../actor.ts'
import { inMs } from '../clock.ts'
import { db, pool, transaction } from '../db.ts'
import { badInput, DomainError, notFound, unprocessable } from '../errors.ts'
import type { Call, Prisma } from '../generated/prisma/client.ts'
import { type CallInput, tagOf } from '../inputs/calls.ts'
import { currentOwner, isGone } from '../liveness.ts'
import { e164 } from '../phones.ts'
import { rowId } from '../rows.ts'
import { columns, query, sql } from '../sql.ts'
import { type AgentConfig, type CallState, type JsonObject, type PlaceCall, ProviderError, type PublishedAgent } from '../providers/provider.ts'
import { provider, providerFailed } from './voice.ts'
import { mayRecord } from './agentConfig.ts'
import * as agents from './agents.ts'
import { announce, checkAfter, close } from './callProgress.ts'
import * as calls from './calls.ts'
import * as extraction from './extraction.ts'
import * as idempotency from './idempotency.ts'
import * as intents from './intents.ts'
import * as lines from './lines.ts'
import * as numbers from './numbers.ts'
import { holdAmount } from './pricing.ts'
import * as recordings from './recordings.ts'

/** How long a provider may take to answer a placement, in milliseconds; past it the outcome is unknown. */
export const patience = { answerMs: 10_000 }
/** A placement older than this is not sent any more: something held this process up. */
const TOO_LATE_MS = 20_000
/** After that no sender has anything left to send or to report. */
export const REPORTED_WITHIN_MS = TOO_LATE_MS + 40_000

/**
 * Places a call (spec: POST /calls; contract: Call). The intent is committed first, with the money held and the
 * request's key claimed; then the provider is asked exactly once; then the answer is committed.
 * If the process dies before the request leaves, the watchdog finds no such call at the provider and ends it as
 * `not_placed`; if it dies after, the watchdog or the provider's webhook finds the call and adopts it. In no case is
 * it sent a second time: a repetition of the request finds the call by its key. An ambiguous answer leaves the call to
 * the same watchdog and is no error to the caller.
 */
export async function place(actor: Actor, input: CallInput): Promise<Call> {
  if (actor.claim?.effect !== undefined) return placedBefore(actor, actor.claim.effect as number)
  const toNumber = e164(input.toNumber)
  if (!toNumber) throw badInput('Invalid phone number')
  if (input.campaignId != null) throw notFound('Campaign')
  if (input.leadId != null) throw notFound('Lead')
  const agent = await agents.get(actor, rowId((input.agentId ?? input.agentRefId)!, 'Agent'))
  const published = agent.published as unknown as (PublishedAgent & { engine: string }) | null
  const config = agent.publishedConfig as unknown as AgentConfig
  if (!published || !agent.isActive) throw unprocessable('Agent is not synced: publish or update it first')
  if (input.language != null && !provider(published.engine).speaks(input.language))
    throw unprocessable([{ loc: ['body', 'language'], msg: `the voice provider ${published.engine} does not speak it`, type: 'value_error.language' }])
  const wishes = wishesOf(input, config)
  const number = await numbers.caller(actor.workspaceId, {
    id: input.fromNumberId == null ? null : rowId(input.fromNumberId, 'Phone number'),
    phoneNumber: input.fromNumber,
  })
  const providerNumberId = await numbers.atProvider(number, published.engine).catch((error: unknown) => {
    throw providerFailed(published.engine, error)
  })

  const recording = recordings.decide(toNumber, mayRecord(agent), input.recordingEnabled)
  const variables = input.variables ?? {}
  const metadata = (input.metadata ?? {}) as JsonObject
  await lines.awaitTurn(published.engine)
  const begun = performance.now()
  const owner = currentOwner()
  if (!owner) throw new DomainError('BUSY', 'The server has lost its database for a moment: try again')
  const call = await intents.commit(
    actor,
    {
      ref: randomUUID(),
      agentId: agent.id,
      numberId: number.id,
      fromNumber: number.phoneNumber,
      toNumber,
      provider: published.engine,
      providerAgent: published as unknown as Prisma.InputJsonObject,
      recorded: recording.recorded,
      recordingReason: recording.reason,
      country: recording.country,
      owner,
    },
    {
      metadata: metadata as Prisma.InputJsonObject,
      variables,
      language: wishes.language,
      outputLanguage: wishes.outputLanguage,
      extractionSchema: (input.extractionSchema ?? undefined) as Prisma.InputJsonObject | undefined,
    },
    holdAmount(toNumber, config.maxDurationSeconds),
  )
  announce(call)
  if (currentOwner() !== owner || performance.now() - begun > TOO_LATE_MS) {
    await refuse(call, 'not_sent', actor)
    throw new DomainError('BUSY', 'The server was held up and did not place the call: try again')
  }
  return send(actor, call, {
    ref: call.ref,
    agent: published,
    from: { e164: number.phoneNumber, providerNumberId },
    to: toNumber,
    recording: recording.recorded,
    variables,
    metadata,
    ...wishes,
    timeoutMs: patience.answerMs,
  })
}

/** What the call asks for instead of what its agent says. BAD_INPUT for a schema that cannot be asked. */
function wishesOf({ language, callLanguageMode, outputLanguage, extractionSchema }: CallInput, { analysis }: AgentConfig) {
  const tag = tagOf(outputLanguage)
  const asked = extractionSchema ? extraction.itemsOf(extractionSchema) : tag ? analysis : undefined
  return { language: language ?? (callLanguageMode === 'auto' ? 'auto' : undefined), outputLanguage: tag, analysis: asked }
}

async function send(actor: Actor, call: Call, request: PlaceCall): Promise<Call> {
  try {
    const placed = await provider(call.provider).placeCall(request)
    return await adopt(call, placed.providerCallId, placed.state)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind !== 'unknown_outcome') {
      await refuse(call, error.info.code ?? error.kind, actor)
      throw providerFailed(call.provider, error)
    }
    await suspect(call)
    return calls.get(actor, call.id)
  }
}

/**
 * The call that an earlier request with the same key made, once its sender has reported or is dead. A call that was
 * refused is no answer to keep: the key is freed, and this request fails like the one that was refused.
 */
async function placedBefore(actor: Actor, callId: number): Promise<Call> {
  const deadline = performance.now() + patience.answerMs * 2
  for (;;) {
    const call = await calls.get(actor, callId)
    if (call.placement === 'refused') {
      await transaction((tx) => idempotency.free(tx, actor, call.id))
      throw new DomainError('PROVIDER_FAILED', 'The call was not placed: try again')
    }
    const isReported = call.placement !== 'sending' || (call.owner !== null && (await isGone(pool, call.owner)))
    if (isReported || performance.now() > deadline) return call
    await sleep(50)
  }
}

/** The provider has the call: remembers its id there. A webhook may have said so already, and more. */
async function adopt({ workspaceId, id }: Call, providerCallId: string, state: CallState): Promise<Call> {
  const [call] = await query<Call>(sql`
    update calls set
      placement = case when provider_call_id is null then 'placed' else placement end,
      check_at = case when provider_call_id is null then ${checkAfter(state)} else check_at end,
      provider_call_id = coalesce(provider_call_id, ${providerCallId}),
      status = case when status = 'queued' and ${state} <> 'queued' then 'dialing' else status end
    where workspace_id = ${workspaceId} and id = ${id} returning ${columns(calls.FIELDS)}`)
  return call!
}

/** Nobody knows whether the provider took the call: the watchdog asks it, for as long as a call may stay unlisted. */
export const suspect = ({ workspaceId, id, provider: name }: Call) =>
  db.call.updateMany({
    where: { workspaceId, id, placement: 'sending' },
    data: { placement: 'unknown', quietUntil: inMs(provider(name).listLagMs), checkAt: inMs(1_000) },
  })

/**
 * The provider never took the call: it ends `failed`, the hold is released, and the event is sent. `asker` is who asked
 * for it and hears of it now: their key is freed, so that they can try again.
 */
export const refuse = (call: Call, reason: string, asker?: Actor) =>
  transaction(async (tx) => {
    if (asker) await idempotency.free(tx, asker, call.id)
    const { count } = await tx.call.updateMany({
      where: { workspaceId: call.workspaceId, id: call.id, placement: { in: ['sending', 'unknown'] }, providerCallId: null },
      data: { placement: 'refused', status: 'failed', endedReason: reason, outcome: 'failed', endedAt: new Date() },
    })
    if (count > 0) await close(tx, call.workspaceId, call.id)
  }).then(() => announce(call))
