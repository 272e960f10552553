import { randomUUID } from 'node:crypto'
import { fromNow } from '../../../kernel/lib/clock.ts'
import { db } from '../../../kernel/db/db.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'
import type { Call, CallDetail, PhoneNumber, Prisma } from '../../../generated/prisma/client.ts'
import { log } from '../../../kernel/log.ts'
import { parseE164 } from '../../../kernel/lib/phones.ts'
import type { CallOptions, JsonObject, ProviderEvent, ProviderName } from '../../../providers/provider.ts'
import { selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { createCallTrace } from '../../../kernel/tracing/callTraces.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { mayRecord } from '../../agents/agentConfig.ts'
import { fillVariables } from '../../agents/agentVariables.ts'
import { nextCheckAt } from '../progress/callChanges.ts'
import { announce } from '../progress/callClosing.ts'
import * as inboundCalls from './inboundCalls.ts'
import { decide, type Decision } from './inboundRouting.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as numbers from '../../numbers/numbers.ts'
import { holdAmount } from '../../billing/pricing.ts'
import { describeInbound } from '../../compliance/proof/placedDecisions.ts'
import * as recordings from '../recordings/recordings.ts'
import { mostExpensive, listReachableNumbers } from '../../agents/transferRules.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { formatOwner, type WebhookOwner } from '../../../kernel/crypto/webhookTokens.ts'
import { providerAgentOf, publishedConfigOf, publishedOf, toJson } from '../../shared/jsonColumns.ts'

type InboundEvent = Extract<ProviderEvent, { type: 'inbound' }>
type InboundCallRow = Call & { detail: CallDetail | null }

/** The response to the provider, and how the request was handled. */
export interface InboundAnswer {
  answer: JsonObject
  result: 'answered' | 'rejected' | 'refused'
}

/** Messages to rejected callers. They never contain the reason. */
const OUT_OF_SERVICE = 'The number you have called does not accept calls.'
const UNAVAILABLE = 'We cannot take your call right now. Please try again later.'

/** The caller ID of a caller who withholds the number. */
const ANONYMOUS_CALLER = 'anonymous'

/**
 * Answers a provider's request for the agent of an inbound call. The call's row and hold are committed before the response is sent. If the
 * process dies before the commit, nothing exists and the provider's retry starts over; if it dies after, the retry finds the row and gets the
 * same response. Of two concurrent requests only one creates the row. A call that no agent can answer also gets a row, already ended, so that
 * the customer sees it. A call to an unknown number or to one with inbound calls disabled is rejected without a row, and so is one reported at
 * a webhook URL other than the number's own. `owner` is the owner of that URL; null for the URL that all numbers once shared, which is
 * accepted until the number has its own. The do-not-call list applies to outbound calls only and is not checked.
 */
export async function answer(name: ProviderName, event: InboundEvent, owner: WebhookOwner | null): Promise<InboundAnswer> {
  const number = await findNumber(name, event.calledNumber)
  if (!number) return reject(name, OUT_OF_SERVICE)
  if (!isNumberAddress(name, number, owner)) {
    log.warn(
      { provider: name, owner: owner && formatOwner(owner), numberId: number.id },
      'refused an inbound call that was reported to the webhook URL of another number or agent',
    )
    return { ...reject(name, OUT_OF_SERVICE), result: 'refused' }
  }
  enterWorkspace(number.workspaceId)
  const existing = await inboundCalls.find(name, event.dedupeKey)
  if (existing) return existing.numberId === number.id ? toAnswer(name, existing) : reject(name, UNAVAILABLE)
  if (!number.inboundEnabled) return reject(name, OUT_OF_SERVICE)
  const ref = randomUUID()
  const fromNumber = toFromNumber(event.callerNumber)
  const decision = await decide(number, name, { requestId: ref, fromNumber })
  const newCall = await commit(number, decision, { name, ref, fromNumber, event })
  if (newCall) announce(newCall)
  if (newCall && !newCall.finishedAt)
    await providerSlots
      .acquireForInbound(name, newCall.id)
      .catch((err: unknown) => log.warn({ err, callId: newCall.id }, 'could not count an inbound call toward the concurrency limit of the voice provider'))
  const call = await inboundCalls.find(name, event.dedupeKey)
  // The provider's call ID belongs to another call.
  if (!call) return reject(name, UNAVAILABLE)
  return toAnswer(name, call)
}

function isNumberAddress(name: ProviderName, { workspaceId, id, webhookVersions }: PhoneNumber, owner: WebhookOwner | null): boolean {
  if (owner) return owner.kind === 'number' && owner.workspaceId === workspaceId && owner.id === id
  return !(webhookVersions as Record<string, number>)[name]
}

interface InboundRequest {
  name: ProviderName
  ref: string
  fromNumber: string
  event: InboundEvent
}

/** Creates the call's row: answered by the chosen agent, or missed. Returns null if the row already exists. */
async function commit(number: PhoneNumber, decision: Decision, request: InboundRequest): Promise<Call | null> {
  const { agent, overrides } = decision
  const transfers = agent === null ? [] : await listReachableNumbers(db, agent)
  const pricedNumber = mostExpensive(number.phoneNumber, transfers)
  const recording = recordings.decide([request.fromNumber, number.phoneNumber, ...transfers], agent === null || mayRecord(agent), overrides.recording_enabled)
  const detail = {
    metadata: (overrides.metadata ?? {}) as Prisma.InputJsonObject,
    variables: fillVariables(agent ?? { publishedConfig: null }, overrides.variables ?? {}),
    language: overrides.language ?? undefined,
    routing: toJson(decision.routing),
    decision: toJson(describeInbound(agent && publishedConfigOf(agent))),
  }
  const call = {
    workspaceId: number.workspaceId,
    ref: request.ref,
    agentId: agent?.id ?? number.inboundAgentId,
    numberId: number.id,
    direction: 'inbound',
    fromNumber: request.fromNumber,
    toNumber: number.phoneNumber,
    ...(pricedNumber !== number.phoneNumber && { transferNumber: pricedNumber }),
    provider: request.name,
    providerCallId: request.event.providerCallId,
    providerAgent: toJson(agent ? publishedOf(agent)! : {}),
    status: 'ringing',
    recorded: recording.recorded,
    recordingReason: recording.reason,
    recordingRulesVersion: recordings.recordingRulesVersion(),
    country: recording.country,
    inboundKey: request.event.dedupeKey,
    trace: createCallTrace(),
    ...reconciliationFieldsOf(request),
  }
  if (!agent) return inboundCalls.commitMissed(call, detail, decision.isRejected ? 'rejected' : 'no_agent')
  try {
    return await inboundCalls.commitAnswered(call, detail, holdAmount(pricedNumber, publishedConfigOf(agent)!.maxDurationSeconds))
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'INSUFFICIENT_FUNDS')) throw error
    return inboundCalls.commitMissed(call, detail, 'insufficient_funds')
  }
}

/** Sets when the reconciler asks the provider about the call if no webhook arrives: by the provider's ID, or by our reference if there is none. */
const reconciliationFieldsOf = ({ name, event }: InboundRequest) =>
  event.providerCallId === null
    ? { placement: 'unknown', reconcileAfter: fromNow(provider(name).listLagMs), nextCheckAt: fromNow(5_000) }
    : { placement: 'placed', reconcileAfter: fromNow(provider(name).listLagMs), nextCheckAt: nextCheckAt(name, 'ringing') }

/** Builds the response from the call's row, for the first request and for every retry. */
function toAnswer(name: ProviderName, call: InboundCallRow): InboundAnswer {
  if (call.finishedAt) return reject(name, UNAVAILABLE)
  return { answer: provider(name).answerInbound(callOptionsOf(call)), result: 'answered' }
}

function callOptionsOf({ ref, providerAgent, recorded, detail }: InboundCallRow): CallOptions {
  return {
    ref,
    agent: providerAgentOf({ providerAgent }),
    recording: recorded,
    variables: (detail?.variables ?? {}) as Record<string, string>,
    metadata: (detail?.metadata ?? {}) as JsonObject,
    ...(detail?.language && { language: detail.language }),
  }
}

const reject = (name: ProviderName, message: string): InboundAnswer => ({ answer: provider(name).rejectInbound(message), result: 'rejected' })

const findActiveNumber = statement(
  'numbers.findActive',
  sql`
    select ${selectList(numbers.FIELDS)} from phone_numbers
    where phone_number = $phoneNumber and is_active and provider_numbers ->> $provider is not null`,
  { acrossWorkspaces: 'A call arrives for a number of any workspace.' },
)

/** Finds the active number, in any workspace, that this provider serves. */
async function findNumber(name: ProviderName, calledNumber: string): Promise<PhoneNumber | null> {
  const phoneNumber = parseE164(calledNumber)
  if (!phoneNumber) return null
  const number = await findActiveNumber.get({ phoneNumber, provider: name })
  return (number as PhoneNumber | undefined) ?? null
}

const toFromNumber = (callerNumber: string | null) => (callerNumber !== null && /^\+[1-9]\d{1,14}$/.test(callerNumber) ? callerNumber : ANONYMOUS_CALLER)
