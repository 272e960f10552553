import { randomUUID } from 'node:crypto'
import { inMs } from '../../../kernel/lib/clock.ts'
import { db } from '../../../kernel/db/db.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'
import type { Call, CallDetail, PhoneNumber, Prisma } from '../../../generated/prisma/client.ts'
import { log } from '../../../kernel/log.ts'
import { e164 } from '../../../kernel/lib/phones.ts'
import type { CallTerms, JsonObject, ProviderEvent, ProviderName } from '../../../providers/provider.ts'
import { columns, query, sql } from '../../../kernel/db/sql.ts'
import { mayRecord } from '../../agents/agentConfig.ts'
import { announce, checkAfter } from '../progress/callProgress.ts'
import * as inboundCalls from './inboundCalls.ts'
import { decide, type Decision } from './inboundRouting.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as numbers from '../../numbers/numbers.ts'
import { holdAmount } from '../../billing/pricing.ts'
import * as recordings from '../recordings/recordings.ts'
import { dearest, reachOf } from '../../agents/transferRules.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { ownerText, type WebhookOwner } from '../../../kernel/crypto/webhookTokens.ts'
import { providerAgentOf, publishedConfigOf, publishedOf, toJson } from '../../shared/jsonColumns.ts'

type Asked = Extract<ProviderEvent, { type: 'inbound' }>
type Found = Call & { detail: CallDetail | null }

/** What the provider is told, and what became of its question. */
export interface Told {
  answer: JsonObject
  result: 'answered' | 'rejected' | 'refused'
}

/** What a caller may hear who is turned away: never why. */
const OUT_OF_SERVICE = 'The number you have called does not accept calls.'
const UNAVAILABLE = 'We cannot take your call right now. Please try again later.'

/** How a caller is named who does not show their number. */
const WITHHELD = 'anonymous'

/**
 * Answers a provider's question who is to answer a call to one of our numbers. The call's row and hold are committed
 * before the provider hears of them: if the process dies before, nothing exists and the provider's repetition starts
 * anew; after, the repetition finds the row and is told the same. Of two at once one makes the row. A call that nobody
 * can answer is a row too, ended as it began, so that the customer learns of it; one to a number that is not ours, or
 * takes no calls, is turned away without a trace, and so is one that is asked about at another address than the number's own:
 * `owner` is whose address it is, null of the one that all numbers shared, which counts until the number has got its own. The do-not-call list is about being called and is not asked.
 */
export async function answer(name: ProviderName, asked: Asked, owner: WebhookOwner | null): Promise<Told> {
  const number = await called(name, asked.calledNumber)
  if (!number) return turnedAway(name, OUT_OF_SERVICE)
  if (!isAsked(name, number, owner)) {
    log.warn({ provider: name, owner: owner && ownerText(owner), numberId: number.id }, 'refused an inbound call that was reported to the webhook URL of another number or agent')
    return { ...turnedAway(name, OUT_OF_SERVICE), result: 'refused' }
  }
  const known = await inboundCalls.find(name, asked.dedupeKey)
  if (known) return known.numberId === number.id ? again(name, known) : turnedAway(name, UNAVAILABLE)
  if (!number.inboundEnabled) return turnedAway(name, OUT_OF_SERVICE)
  const ref = randomUUID()
  const fromNumber = shown(asked.callerNumber)
  const decision = await decide(number, name, { requestId: ref, fromNumber })
  const made = await commit(number, decision, { name, ref, fromNumber, asked })
  if (made) announce(made)
  if (made && !made.finishedAt)
    await providerSlots.occupy(name, made.id).catch((err: unknown) => log.warn({ err, callId: made.id }, 'could not count an inbound call toward the concurrency limit of the voice provider'))
  const call = await inboundCalls.find(name, asked.dedupeKey)
  // The id that the question names is of another call.
  if (!call) return turnedAway(name, UNAVAILABLE)
  return again(name, call)
}

function isAsked(name: ProviderName, { workspaceId, id, webhookVersions }: PhoneNumber, owner: WebhookOwner | null): boolean {
  if (owner) return owner.kind === 'number' && owner.workspaceId === workspaceId && owner.id === id
  return !(webhookVersions as Record<string, number>)[name]
}

interface Inquiry {
  name: ProviderName
  ref: string
  fromNumber: string
  asked: Asked
}

/** The row of the call: answered by the agent that was decided on, or missed. Null when it was made a moment before. */
async function commit(number: PhoneNumber, decision: Decision, inquiry: Inquiry): Promise<Call | null> {
  const { agent, wishes } = decision
  const transfers = agent === null ? [] : await reachOf(db, agent)
  const priced = dearest(number.phoneNumber, transfers)
  const recording = recordings.decide([inquiry.fromNumber, number.phoneNumber, ...transfers], agent === null || mayRecord(agent), wishes.recording_enabled)
  const detail = {
    metadata: (wishes.metadata ?? {}) as Prisma.InputJsonObject,
    variables: wishes.variables ?? {},
    language: wishes.language ?? undefined,
    routing: toJson(decision.routing),
  }
  const call = {
    workspaceId: number.workspaceId,
    ref: inquiry.ref,
    agentId: agent?.id ?? number.inboundAgentId,
    numberId: number.id,
    direction: 'inbound',
    fromNumber: inquiry.fromNumber,
    toNumber: number.phoneNumber,
    ...(priced !== number.phoneNumber && { transferNumber: priced }),
    provider: inquiry.name,
    providerCallId: inquiry.asked.providerCallId,
    providerAgent: toJson(agent ? publishedOf(agent)! : {}),
    status: 'ringing',
    recorded: recording.recorded,
    recordingReason: recording.reason,
    recordingRulesVersion: recordings.RULES_VERSION,
    country: recording.country,
    inboundKey: inquiry.asked.dedupeKey,
    ...watched(inquiry),
  }
  if (!agent) return inboundCalls.miss(call, detail, decision.isRejected ? 'rejected' : 'no_agent')
  try {
    return await inboundCalls.answer(call, detail, holdAmount(priced, publishedConfigOf(agent)!.maxDurationSeconds))
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'INSUFFICIENT_FUNDS')) throw error
    return inboundCalls.miss(call, detail, 'insufficient_funds')
  }
}

/** When the watchdog asks the provider about the call, should no webhook ever come: by its id there, or else by our reference. */
const watched = ({ name, asked }: Inquiry) =>
  asked.providerCallId === null
    ? { placement: 'unknown', quietUntil: inMs(provider(name).listLagMs), checkAt: inMs(5_000) }
    : { placement: 'placed', quietUntil: inMs(provider(name).listLagMs), checkAt: checkAfter(name, 'ringing') }

/** What a call's row says to the provider's question, the first time and every time after. */
function again(name: ProviderName, call: Found): Told {
  if (call.finishedAt) return turnedAway(name, UNAVAILABLE)
  return { answer: provider(name).answerInbound(termsOf(call)), result: 'answered' }
}

function termsOf({ ref, providerAgent, recorded, detail }: Found): CallTerms {
  return {
    ref,
    agent: providerAgentOf({ providerAgent }),
    recording: recorded,
    variables: (detail?.variables ?? {}) as Record<string, string>,
    metadata: (detail?.metadata ?? {}) as JsonObject,
    ...(detail?.language && { language: detail.language }),
  }
}

const turnedAway = (name: ProviderName, words: string): Told => ({ answer: provider(name).rejectInbound(words), result: 'rejected' })

/** The active number of any workspace that is called, if it is one that this provider answers for. */
async function called(name: ProviderName, calledNumber: string): Promise<PhoneNumber | null> {
  const phoneNumber = e164(calledNumber)
  if (!phoneNumber) return null
  const [number] = await query<PhoneNumber>(
    sql`select ${columns(numbers.FIELDS)} from phone_numbers where phone_number = ${phoneNumber} and is_active and provider_numbers ->> ${name} is not null`,
  )
  return number ?? null
}

const shown = (callerNumber: string | null) => (callerNumber !== null && /^\+[1-9]\d{1,14}$/.test(callerNumber) ? callerNumber : WITHHELD)
