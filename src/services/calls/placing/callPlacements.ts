import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { db, pool, transaction } from '../../../kernel/db/db.ts'
import { badRequest, DomainError, forbidden, unprocessable } from '../../../kernel/vocabulary/errors.ts'
import type { Call, Prisma } from '../../../generated/prisma/client.ts'
import { type CallInput, tagOf } from '../../../inputs/calls.ts'
import { processId, isProcessDead } from '../../../kernel/liveness.ts'
import { parseE164 } from '../../../kernel/lib/phones.ts'
import { parseRowId } from '../../../kernel/db/rows.ts'
import type { AgentConfig, JsonObject } from '../../../providers/provider.ts'
import { provider, fromProviderError } from '../../voiceProviders/voiceProviders.ts'
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
import { isPremium, PREMIUM_NUMBER_MESSAGE } from '../../compliance/premiumNumbers.ts'
import { holdAmount } from '../../billing/pricing.ts'
import * as recordings from '../recordings/recordings.ts'
import { timeouts, fail, send, SEND_DEADLINE_MS } from './callSends.ts'
import * as transferRules from '../../agents/transferRules.ts'
import { publishedConfigOf, publishedOf, toJson } from '../../shared/jsonColumns.ts'

/**
 * Places a call (spec: POST /calls; contract: Call). Commits the intent first, with the hold and the request's idempotency key; then asks the
 * provider exactly once; then commits the answer. If the process dies before the request is sent, the reconciler finds no such call at the
 * provider and ends it as `not_placed`; if it dies after, the reconciler or the provider's webhook finds the call and confirms it. It is never
 * sent twice: a repeated request finds the call by its key. After an ambiguous answer the call is looked up at the provider within the
 * request. If the outcome stays unknown, that is left to the reconciler and is no error for the client.
 */
export async function place(actor: Actor, input: CallInput): Promise<Call> {
  if (actor.claim?.effect !== undefined) return getPreviousCall(actor, actor.claim.effect as number)
  const toNumber = parseE164(input.toNumber)
  if (!toNumber) throw badRequest('Invalid phone number')
  if (isPremium(toNumber)) throw forbidden(PREMIUM_NUMBER_MESSAGE)
  const target = await callTargets.find(actor, input)
  const agent = await agents.get(actor, parseRowId((input.agentId ?? input.agentRefId)!, 'Agent'))
  const published = publishedOf(agent)
  const config = publishedConfigOf(agent)!
  if (!published || !agent.isActive) throw unprocessable('Agent is not synced: publish or update it first')
  const toolProblem = transferRules.findPublishedProblem(agent)
  if (toolProblem) throw unprocessable(toolProblem)
  const transfers = await transferRules.listReachableNumbers(db, agent)
  const pricedNumber = transferRules.mostExpensive(toNumber, transfers)
  if (input.language != null && !provider(published.engine).supportsLanguage(input.language))
    throw unprocessable([
      { loc: ['body', 'language'], msg: `the voice provider ${published.engine} does not support this language`, type: 'value_error.language' },
    ])
  const overrides = callTargets.mergeOverrides(input, target)
  const options = optionsOf(overrides, config)
  const fromNumber = { id: input.fromNumberId == null ? null : parseRowId(input.fromNumberId, 'Phone number'), phoneNumber: input.fromNumber }
  const number = await numbers.findCallNumber(actor.workspaceId, fromNumber, published.engine)
  const providerNumberId = await numberImports.ensureImported(number, published.engine).catch((error: unknown) => {
    throw fromProviderError(published.engine, error)
  })

  const recording = recordings.decide([toNumber, ...transfers], mayRecord(agent), input.recordingEnabled)
  const variables = input.variables ?? {}
  const metadata = (input.metadata ?? {}) as JsonObject
  await providerSlots.acquireToken(published.engine)
  const startedAt = performance.now()
  const owner = processId()
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
      transferNumber: pricedNumber === toNumber ? undefined : pricedNumber,
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
      language: options.language,
      outputLanguage: options.outputLanguage,
      extractionSchema: (overrides.extractionSchema ?? undefined) as Prisma.InputJsonObject | undefined,
    },
    holdAmount(pricedNumber, config.maxDurationSeconds),
    transfers,
  )
  announce(call)
  if (processId() !== owner || performance.now() - startedAt > SEND_DEADLINE_MS) {
    await fail(call, 'not_sent', { asker: actor })
    throw new DomainError('UNAVAILABLE', 'The server was busy and did not place the call. Try again.')
  }
  const sendOptions = {
    agent: published,
    from: { e164: number.phoneNumber, providerNumberId },
    to: toNumber,
    recording: recording.recorded,
    variables,
    metadata,
    ...options,
    knowledge: await callTargets.listKnowledge(target, call.provider),
  }
  return send(call, sendOptions, actor).catch((error: unknown) => {
    throw fromProviderError(call.provider, error)
  })
}

/** Resolves the overrides of a call against its agent's configuration. Throws BAD_REQUEST for an unsupported schema. */
export function optionsOf({ language, callLanguageMode, outputLanguage, extractionSchema }: callTargets.CallOverrides, { analysis }: AgentConfig) {
  const languageTag = tagOf(outputLanguage)
  const questions = extractionSchema ? extraction.toAnalysisItems(extractionSchema) : languageTag ? analysis : undefined
  return { language: language ?? (callLanguageMode === 'auto' ? 'auto' : undefined), outputLanguage: languageTag, analysis: questions }
}

/**
 * Returns the call of an earlier request with the same key, once its sender has reported or is dead. If that call failed to be placed, frees
 * the key and throws the same error.
 */
async function getPreviousCall(actor: Actor, callId: CallId): Promise<Call> {
  const deadline = performance.now() + timeouts.answerMs * 2 + timeouts.lookUpMs
  for (;;) {
    const call = await calls.get(actor, callId)
    if (call.placement === 'refused') {
      await transaction((tx) => idempotency.releaseKey(tx, actor, call.id))
      throw new DomainError('PROVIDER_ERROR', 'The call was not placed. Try again.')
    }
    const isReported = call.placement !== 'sending' || (call.owner !== null && (await isProcessDead(pool, call.owner)))
    if (isReported || performance.now() > deadline) return call
    await sleep(50)
  }
}
