import { randomUUID } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { inMs } from '../clock.ts'
import { db, transaction } from '../db.ts'
import { badInput, DomainError, forbidden, notFound, unprocessable } from '../errors.ts'
import type { Call, Prisma } from '../generated/prisma/client.ts'
import type { CallInput } from '../inputs/calls.ts'
import { currentOwner } from '../liveness.ts'
import { e164 } from '../phones.ts'
import { rowId } from '../rows.ts'
import { type CallState, type PlaceCall, ProviderError, type PublishedAgent } from '../providers/provider.ts'
import { provider, providerFailed } from './voice.ts'
import { mayRecord } from './agentConfig.ts'
import * as agents from './agents.ts'
import { announce, checkAfter, close } from './callProgress.ts'
import * as calls from './calls.ts'
import * as numbers from './numbers.ts'
import { holdAmount } from './pricing.ts'
import * as recordings from './recordings.ts'
import * as wallet from './wallet.ts'

/** How long a provider may take to answer a placement, in milliseconds; past it the outcome is unknown. */
export const patience = { answerMs: 10_000 }
/** A placement older than this is not sent any more: something held this process up. */
const TOO_LATE_MS = 20_000
/** After that no sender has anything left to send or to report. */
export const REPORTED_WITHIN_MS = TOO_LATE_MS + 40_000

/**
 * Places a call (spec: POST /calls; contract: Call). The intent is committed first, with the money held; then the
 * provider is asked exactly once; then the answer is committed.
 * If the process dies before the request leaves, the watchdog finds no such call at the provider and ends it as
 * `not_placed`; if it dies after, the watchdog or the provider's webhook finds the call and adopts it. In no case is
 * it sent a second time. An ambiguous answer leaves the call to the same watchdog and is no error to the caller.
 */
export async function place(actor: Actor, input: CallInput): Promise<Call> {
  const toNumber = e164(input.toNumber)
  if (!toNumber) throw badInput('Invalid phone number')
  if (input.campaignId != null) throw notFound('Campaign')
  if (input.leadId != null) throw notFound('Lead')
  const agent = await agents.get(actor, rowId((input.agentId ?? input.agentRefId)!, 'Agent'))
  const published = agent.published as unknown as (PublishedAgent & { engine: string }) | null
  if (!published || !agent.isActive) throw unprocessable('Agent is not synced: publish or update it first')
  const number = await numbers.caller(actor.workspaceId, {
    id: input.fromNumberId == null ? null : rowId(input.fromNumberId, 'Phone number'),
    phoneNumber: input.fromNumber,
  })
  const providerNumberId = await numbers.atProvider(number, published.engine).catch((error: unknown) => {
    throw providerFailed(published.engine, error)
  })

  const recording = recordings.decide(toNumber, mayRecord(agent), input.recordingEnabled)
  const variables = input.variables ?? {}
  const begun = performance.now()
  const owner = currentOwner()
  if (!owner) throw new DomainError('BUSY', 'The server has lost its database for a moment: try again')
  const call = await intend(actor, {
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
    detail: { create: { metadata: (input.metadata ?? {}) as Prisma.InputJsonObject, variables, language: input.language ?? null } },
  })
  announce(call)
  if (currentOwner() !== owner || performance.now() - begun > TOO_LATE_MS) {
    await refuse(call, 'not_sent')
    throw new DomainError('BUSY', 'The server was held up and did not place the call: try again')
  }
  return send(actor, call, {
    ref: call.ref,
    agent: published,
    from: { e164: number.phoneNumber, providerNumberId },
    to: toNumber,
    recording: recording.recorded,
    variables,
    language: input.language ?? undefined,
    timeoutMs: patience.answerMs,
  })
}

/** Commits the call, its hold and its owner: after this the call exists, whatever happens. */
const intend = (actor: Actor, data: Omit<Prisma.CallUncheckedCreateInput, 'workspaceId'>) =>
  transaction(async (tx) => {
    const { workspaceId } = actor
    if (await tx.dncEntry.findFirst({ where: { workspaceId, phoneNumber: data.toNumber } })) throw forbidden('The number is on the do-not-call list')
    const call = await tx.call.create({ data: { ...data, workspaceId, checkAt: inMs(5_000) } })
    await wallet.hold(tx, workspaceId, call.id, holdAmount())
    return call
  })

async function send(actor: Actor, call: Call, request: PlaceCall): Promise<Call> {
  const voice = provider(call.provider)
  try {
    const placed = await voice.placeCall(request)
    await adopt(call, placed.providerCallId, placed.state)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind !== 'unknown_outcome') {
      await refuse(call, error.info.code ?? error.kind)
      throw providerFailed(call.provider, error)
    }
    await suspect(call)
  }
  return calls.get(actor, call.id)
}

/** The provider has the call: remembers its id there. A webhook may have said so already, and more. */
export async function adopt({ workspaceId, id }: Call, providerCallId: string, state: CallState) {
  await db.call.updateMany({ where: { workspaceId, id, providerCallId: null }, data: { providerCallId, placement: 'placed', checkAt: checkAfter(state) } })
  if (state !== 'queued') await db.call.updateMany({ where: { workspaceId, id, status: 'queued' }, data: { status: 'dialing' } })
}

/** Nobody knows whether the provider took the call: the watchdog asks it, for as long as a call may stay unlisted. */
export const suspect = ({ workspaceId, id, provider: name }: Call) =>
  db.call.updateMany({
    where: { workspaceId, id, placement: 'sending' },
    data: { placement: 'unknown', quietUntil: inMs(provider(name).listLagMs), checkAt: inMs(1_000) },
  })

/** The provider never took the call: it ends `failed`, the hold is released, and the event is sent. */
export const refuse = (call: Call, reason: string) =>
  transaction(async (tx) => {
    const { count } = await tx.call.updateMany({
      where: { workspaceId: call.workspaceId, id: call.id, placement: { in: ['sending', 'unknown'] }, providerCallId: null },
      data: { placement: 'refused', status: 'failed', endedReason: reason, outcome: 'failed', endedAt: new Date() },
    })
    if (count > 0) await close(tx, call.workspaceId, call.id)
  }).then(() => announce(call))
