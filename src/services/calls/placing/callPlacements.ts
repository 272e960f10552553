import { randomUUID } from 'node:crypto'
import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { db, transaction } from '../../../kernel/db/db.ts'
import { badRequest, fieldError, forbidden, providerFailed, unavailable, unprocessable } from '../../../kernel/vocabulary/errors.ts'
import type { Call, CallDetail, Prisma } from '../../../generated/prisma/client.ts'
import { type CallInput, tagOf } from '../../../inputs/calls.ts'
import { parseE164 } from '../../../kernel/lib/phones.ts'
import { parseRowId } from '../../../kernel/db/rows.ts'
import type { AgentConfig, JsonObject } from '../../../providers/provider.ts'
import { provider, fromProviderError } from '../../voiceProviders/voiceProviders.ts'
import { mayRecord } from '../../agents/agentConfig.ts'
import * as agents from '../../agents/agents.ts'
import { fillVariables, listEmpty } from '../../agents/agentVariables.ts'
import { announce } from '../progress/callClosing.ts'
import * as calls from '../calls.ts'
import * as callTargets from './callTargets.ts'
import * as callTimings from './callTimings.ts'
import * as extraction from '../../extraction/extraction.ts'
import * as idempotency from '../../shared/idempotency.ts'
import * as callIntents from './callIntents.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as numberImports from '../../numbers/numberImports.ts'
import * as numbers from '../../numbers/numbers.ts'
import { isPremium } from '../../compliance/premiumNumbers.ts'
import { holdAmount } from '../../billing/pricing.ts'
import * as recordings from '../recordings/recordings.ts'
import { fail, send } from './callSends.ts'
import { timeouts } from '../../shared/sending/sendOnce.ts'
import { awaitReport } from '../../shared/sending/sendReconciliation.ts'
import { maySend, openSendWindow } from '../../shared/sending/sendWindows.ts'
import * as transferRules from '../../agents/transferRules.ts'
import { publishedConfigOf, publishedOf, toJson } from '../../shared/jsonColumns.ts'

/** A call with its details. If this request has placed it, also the variables of the agent that have no value. */
export interface PlacedCall extends Call, CallDetail {
  emptyVariables?: string[]
}

/**
 * Places a call (spec: POST /calls; contract: Call), at most once (`NEXT_STATES`). Commits the intent first, with the hold and the request's
 * idempotency key; then asks the provider; then commits the answer. A repeated request finds the call by its key. An outcome that stays unknown
 * is left to the reconciler and is no error for the client.
 */
export async function place(actor: Actor, input: CallInput): Promise<PlacedCall> {
  if (actor.claim?.effect !== undefined) return getEarlierCall(actor, actor.claim.effect as number)
  const toNumber = parseE164(input.toNumber)
  if (!toNumber) throw badRequest('invalid_phone_number')
  if (isPremium(toNumber)) throw forbidden('premium_number')
  const target = await callTargets.find(actor, input)
  const agent = await agents.get(actor, parseRowId((input.agentId ?? input.agentRefId)!, 'Agent'))
  const published = publishedOf(agent)
  const config = publishedConfigOf(agent)!
  if (!published || !agent.isActive) throw unprocessable('agent_not_published')
  const toolProblem = transferRules.findPublishedProblem(agent)
  if (toolProblem) throw unprocessable('transfer_not_allowed', toolProblem)
  const transfers = await transferRules.listReachableNumbers(db, agent)
  const pricedNumber = transferRules.mostExpensive(toNumber, transfers)
  if (input.language != null && !provider(published.engine).supportsLanguage(input.language))
    throw fieldError(['body', 'language'], 'value_error.language', { reason: 'language_not_supported', details: { voice_engine: published.engine } })
  const question = { workspaceId: actor.workspaceId, toNumber, target }
  const timing = callTimings.requirePermission(await callTimings.find(question))
  const overrides = callTargets.mergeOverrides(input, target)
  const options = optionsOf(overrides, config)
  const fromNumber = { id: input.fromNumberId == null ? null : parseRowId(input.fromNumberId, 'Phone number'), phoneNumber: input.fromNumber }
  const number = await numbers.findCallNumber(actor.workspaceId, fromNumber, published.engine)
  const providerNumberId = await numberImports.ensureImported(number, published.engine).catch((error: unknown) => {
    throw fromProviderError(published.engine, error)
  })

  const recording = recordings.decide([toNumber, ...transfers], mayRecord(agent), input.recordingEnabled)
  const variables = fillVariables(agent, input.variables ?? {})
  const metadata = (input.metadata ?? {}) as JsonObject
  await providerSlots.acquireToken(published.engine)
  const sendWindow = openSendWindow()
  const call = await callTimings.placePermitted(question, timing, ({ advisory }, tx) =>
    callIntents.commit(
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
        recordingRulesVersion: recordings.recordingRulesVersion(),
        country: recording.country,
        owner: sendWindow.owner,
      },
      {
        metadata: metadata as Prisma.InputJsonObject,
        variables,
        language: options.language,
        outputLanguage: options.outputLanguage,
        extractionSchema: (overrides.extractionSchema ?? undefined) as Prisma.InputJsonObject | undefined,
        timingAdvisory: advisory ? toJson(advisory) : undefined,
        decision: callTimings.describe(actor, toNumber, target, config),
      },
      holdAmount(pricedNumber, config.maxDurationSeconds),
      transfers,
      tx,
    ),
  )
  announce(call)
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
  if (!maySend(sendWindow)) {
    await fail(call, 'not_sent', { asker: actor })
    throw unavailable('call_not_placed_busy')
  }
  const sent = await send(call, sendOptions, actor).catch((error: unknown) => {
    throw fromProviderError(call.provider, error)
  })
  // The provider can report the end of a call before it answers.
  const current = sent.finishedAt === null ? { ...call, ...sent } : await calls.getWithDetails(actor, sent.id)
  return { ...current, emptyVariables: listEmpty(agent, variables) }
}

/** Resolves the overrides of a call against its agent's configuration. Throws BAD_REQUEST for an unsupported schema. */
export function optionsOf({ language, callLanguageMode, outputLanguage, extractionSchema }: callTargets.CallOverrides, { analysis }: AgentConfig) {
  const languageTag = tagOf(outputLanguage)
  const questions = extractionSchema ? extraction.toAnalysisItems(extractionSchema) : languageTag ? analysis : undefined
  return { language: language ?? (callLanguageMode === 'auto' ? 'auto' : undefined), outputLanguage: languageTag, analysis: questions }
}

/** Returns the call of an earlier request with the same key. If it was refused, frees the key and fails like that request. */
async function getEarlierCall(actor: Actor, callId: CallId): Promise<PlacedCall> {
  const isSending = ({ placement }: Call) => placement === 'sending'
  const call = await awaitReport(() => calls.getWithDetails(actor, callId), isSending, timeouts.answerMs * 2 + timeouts.lookUpMs)
  if (call.placement !== 'refused') return call
  await transaction((tx) => idempotency.releaseKey(tx, actor, call.id))
  throw providerFailed('call_not_placed')
}
