import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { db, pool, transaction } from '../../../kernel/db/db.ts'
import { badInput, DomainError, forbidden, unprocessable } from '../../../kernel/vocabulary/errors.ts'
import type { Call, Prisma } from '../../../generated/prisma/client.ts'
import { type CallInput, tagOf } from '../../../inputs/calls.ts'
import { currentOwner, isGone } from '../../../kernel/liveness.ts'
import { e164 } from '../../../kernel/lib/phones.ts'
import { rowId } from '../../../kernel/db/rows.ts'
import type { AgentConfig, JsonObject } from '../../../providers/provider.ts'
import { provider, providerFailed } from '../../voiceProviders/voiceProviders.ts'
import { mayRecord } from '../../agents/agentConfig.ts'
import * as agents from '../../agents/agents.ts'
import { announce } from '../progress/callProgress.ts'
import * as calls from '../calls.ts'
import * as callTargets from './callTargets.ts'
import * as extraction from '../../extraction/extraction.ts'
import * as idempotency from '../../shared/idempotency.ts'
import * as callIntents from './callIntents.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as numberImports from '../../numbers/numberImports.ts'
import * as numbers from '../../numbers/numbers.ts'
import { isPremium, PREMIUM_REFUSED } from '../../compliance/premiumNumbers.ts'
import { holdAmount } from '../../billing/pricing.ts'
import * as recordings from '../recordings/recordings.ts'
import { patience, refuse, send, SEND_DEADLINE_MS } from './callSends.ts'
import * as transferRules from '../../agents/transferRules.ts'
import { publishedConfigOf, publishedOf, toJson } from '../../shared/jsonColumns.ts'

/**
 * Places a call (spec: POST /calls; contract: Call). The intent is committed first, with the money held and the
 * request's key claimed; then the provider is asked exactly once; then the answer is committed.
 * If the process dies before the request leaves, the watchdog finds no such call at the provider and ends it as
 * `not_placed`; if it dies after, the watchdog or the provider's webhook finds the call and adopts it. In no case is
 * it sent a second time: a repetition of the request finds the call by its key. After an ambiguous answer the provider is asked for the call
 * within the request; what stays unknown is left to the same watchdog and is no error to the caller.
 */
export async function place(actor: Actor, input: CallInput): Promise<Call> {
  if (actor.claim?.effect !== undefined) return placedBefore(actor, actor.claim.effect as number)
  const toNumber = e164(input.toNumber)
  if (!toNumber) throw badInput('Invalid phone number')
  if (isPremium(toNumber)) throw forbidden(PREMIUM_REFUSED)
  const target = await callTargets.find(actor, input)
  const agent = await agents.get(actor, rowId((input.agentId ?? input.agentRefId)!, 'Agent'))
  const published = publishedOf(agent)
  const config = publishedConfigOf(agent)!
  if (!published || !agent.isActive) throw unprocessable('Agent is not synced: publish or update it first')
  const blocked = transferRules.publishedProblem(agent)
  if (blocked) throw unprocessable(blocked)
  const transfers = await transferRules.reachOf(db, agent)
  const priced = transferRules.dearest(toNumber, transfers)
  if (input.language != null && !provider(published.engine).speaks(input.language))
    throw unprocessable([{ loc: ['body', 'language'], msg: `the voice provider ${published.engine} does not support this language`, type: 'value_error.language' }])
  const asked = callTargets.asking(input, target)
  const wishes = wishesOf(asked, config)
  const chosen = { id: input.fromNumberId == null ? null : rowId(input.fromNumberId, 'Phone number'), phoneNumber: input.fromNumber }
  const number = await numbers.caller(actor.workspaceId, chosen, published.engine)
  const providerNumberId = await numberImports.atProvider(number, published.engine).catch((error: unknown) => {
    throw providerFailed(published.engine, error)
  })

  const recording = recordings.decide([toNumber, ...transfers], mayRecord(agent), input.recordingEnabled)
  const variables = input.variables ?? {}
  const metadata = (input.metadata ?? {}) as JsonObject
  await providerSlots.awaitTurn(published.engine)
  const begun = performance.now()
  const owner = currentOwner()
  if (!owner) throw new DomainError('UNAVAILABLE', 'The database is temporarily unavailable. Try again in a moment.')
  const call = await callIntents.commit(
    actor,
    {
      ref: randomUUID(),
      agentId: agent.id,
      numberId: number.id,
      campaignId: target.campaign?.id,
      leadId: target.lead?.id,
      fromNumber: number.phoneNumber,
      toNumber,
      transferNumber: priced === toNumber ? undefined : priced,
      provider: published.engine,
      providerAgent: toJson(published),
      recorded: recording.recorded,
      recordingReason: recording.reason,
      recordingRulesVersion: recordings.RULES_VERSION,
      country: recording.country,
      owner,
    },
    {
      metadata: metadata as Prisma.InputJsonObject,
      variables,
      language: wishes.language,
      outputLanguage: wishes.outputLanguage,
      extractionSchema: (asked.extractionSchema ?? undefined) as Prisma.InputJsonObject | undefined,
    },
    holdAmount(priced, config.maxDurationSeconds),
    transfers,
  )
  announce(call)
  if (currentOwner() !== owner || performance.now() - begun > SEND_DEADLINE_MS) {
    await refuse(call, 'not_sent', { asker: actor })
    throw new DomainError('UNAVAILABLE', 'The server was busy and did not place the call. Try again.')
  }
  const terms = {
    agent: published,
    from: { e164: number.phoneNumber, providerNumberId },
    to: toNumber,
    recording: recording.recorded,
    variables,
    metadata,
    ...wishes,
    knowledge: await callTargets.knowledge(target, call.provider),
  }
  return send(call, terms, actor).catch((error: unknown) => {
    throw providerFailed(call.provider, error)
  })
}

/** What a call asks for instead of what its agent says. BAD_REQUEST for a schema that cannot be asked. */
export function wishesOf({ language, callLanguageMode, outputLanguage, extractionSchema }: callTargets.Asked, { analysis }: AgentConfig) {
  const tag = tagOf(outputLanguage)
  const asked = extractionSchema ? extraction.itemsOf(extractionSchema) : tag ? analysis : undefined
  return { language: language ?? (callLanguageMode === 'auto' ? 'auto' : undefined), outputLanguage: tag, analysis: asked }
}

/**
 * The call that an earlier request with the same key made, once its sender has reported or is dead. A call that was
 * refused is no answer to keep: the key is freed, and this request fails like the one that was refused.
 */
async function placedBefore(actor: Actor, callId: number): Promise<Call> {
  const deadline = performance.now() + patience.answerMs * 2 + patience.lookUpMs
  for (;;) {
    const call = await calls.get(actor, callId)
    if (call.placement === 'refused') {
      await transaction((tx) => idempotency.free(tx, actor, call.id))
      throw new DomainError('PROVIDER_ERROR', 'The call was not placed. Try again.')
    }
    const isReported = call.placement !== 'sending' || (call.owner !== null && (await isGone(pool, call.owner)))
    if (isReported || performance.now() > deadline) return call
    await sleep(50)
  }
}
