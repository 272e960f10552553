import { clock, inMs } from '../../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import { publish } from '../../../kernel/events.ts'
import { type Call, type CallDetail, Prisma } from '../../../generated/prisma/client.ts'
import type { Redaction } from '../../../inputs/dataDuties.ts'
import { asJson } from '../../../kernel/json/jsonSource.ts'
import type { CallSnapshot, TranscriptLine } from '../../../providers/provider.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import * as callAnswers from './callAnswers.ts'
import * as callCompleted from '../../webhooks/callCompleted.ts'
import * as callTexts from './callTexts.ts'
import * as callStats from '../../analytics/counting/callStats.ts'
import * as campaignTotals from '../../campaigns/campaignTotals.ts'
import * as campaignWakes from '../../campaigns/campaignWakes.ts'
import { advance, type CallState, hasEnded, outcomeOf } from '../../../kernel/vocabulary/callStates.ts'
import * as charges from '../../billing/charges.ts'
import * as leadAttempts from '../../campaigns/leadAttempts.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as noticeWatch from '../../notices/noticeWatch.ts'
import * as transcripts from './transcripts.ts'
import * as voiceOptOuts from '../../compliance/voiceOptOuts.ts'
import { readJson } from '../../shared/jsonColumns.ts'

type CallKey = Pick<Call, 'workspaceId' | 'id'>

/** When the provider is asked about a call of that engine and state if nothing is heard of it before. */
export const checkAfter = (engine: string, state: CallState) => inMs((state === 'in_progress' || hasEnded(state) ? 120_000 : 60_000) / paceOf(engine))

/** Tells whoever watches that the call changed, and from where on its transcript reads otherwise. */
export const announce = (call: CallKey, change: transcripts.Change | null = null) =>
  publish('call.updated', { workspaceId: call.workspaceId, callId: call.id, lines: change?.lines ?? [], startIndex: change?.startIndex ?? 0 })

/** Does the work with the call's row locked, so that news of one call is taken in one after the other, and with what its workspace has masked. */
const withCall = <T>({ workspaceId, id }: CallKey, work: (tx: Tx, call: Call & { detail: CallDetail }, kinds: Redaction[]) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    const [found] = await tx.$queryRaw<{ redactions: Redaction[] }[]>`
      select w.redactions from calls c join workspaces w on w.id = c.workspace_id where c.workspace_id = ${workspaceId} and c.id = ${id} for update of c`
    const call = await tx.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } }, include: { detail: true } })
    return work(tx, { ...call, detail: call.detail! }, found!.redactions)
  })

/** When a call is looked at again whose webhook told of an end that its provider has not confirmed. */
const CONFIRM_MS = 5_000

/**
 * Takes in what a provider's API says of a call. Safe to repeat and in any order: the state only moves forward, what is
 * known is never forgotten, and the end is settled once (contract: Status). An opt-out that was spoken is on the do-not-call list before the call is
 * closed, also where the analysis that tells of it comes after the end was settled.
 */
export const take = (key: CallKey, news: CallSnapshot) => apply(key, news, { ...news, isConfirmed: true })

/**
 * The same for what a webhook says: it moves a call forward and brings words and answers, which it may be the only one to
 * have, but neither ends the call nor says how long it was. Only where the API has said that the call is over does the last webhook
 * close it.
 */
export const takeHint = (key: CallKey, news: CallSnapshot) =>
  apply(key, news, { ...news, state: hasEnded(news.state) ? 'queued' : news.state, durationSeconds: null, providerCostMicros: null, isConfirmed: false })

/** What counts of news: `isConfirmed` when the provider's API said so. */
type Bounded = Pick<CallSnapshot, 'state' | 'startedAt' | 'endedAt' | 'endedReason' | 'providerEndedReason' | 'durationSeconds' | 'providerCostMicros'> & {
  isConfirmed: boolean
}

async function apply(key: CallKey, news: CallSnapshot, told: Bounded): Promise<void> {
  const read = await callAnswers.read(key, news)
  const late = read ? [] : await callAnswers.lateOutcomes(key, news)
  const changed = await withCall(key, async (tx, call, kinds) => {
    if (voiceOptOuts.isOptOut(news.outcome, read?.outcome, ...late)) await voiceOptOuts.list(tx, call)
    if (call.finishedAt) return null
    const found = read && (await callAnswers.masked(call.workspaceId, read, kinds))
    const status = advance(call.status, told.state)
    const isOverNow = hasEnded(status)
    const said = found?.outcome ?? news.outcome ?? call.outcome
    const outcome = isOverNow ? outcomeOf(status, said, found?.successEvaluation ?? call.detail.successEvaluation) : said
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: {
        status,
        outcome,
        ...(call.providerCallId ? {} : { providerCallId: news.providerCallId, placement: 'placed' }),
        startedAt: told.isConfirmed ? (told.startedAt ?? call.startedAt) : (call.startedAt ?? told.startedAt),
        endedAt: call.endedAt ?? (isOverNow ? (told.endedAt ?? clock.now()) : null),
        durationSeconds: told.durationSeconds ?? call.durationSeconds,
        ...(isOverNow && endOf(call, told, news.final)),
        detectedLanguage: news.detectedLanguage ?? call.detectedLanguage,
        hasRecording: call.recorded && (call.hasRecording || news.hasRecording),
        providerCostMicros: told.providerCostMicros ?? call.providerCostMicros,
        checkAt: !isOverNow && hasEnded(news.state) ? inMs(CONFIRM_MS / paceOf(call.provider)) : checkAfter(call.provider, status),
      },
    })
    const known = keptLinesOf(call)
    const transcript = await transcriptAfter(call.workspaceId, known, news, kinds)
    const change = transcripts.changed(known, transcript)
    if (change || found)
      await tx.callDetail.update({ where: { callId: call.id, workspaceId: call.workspaceId }, data: detailOf(call.detail, change && transcript, found) })
    if (isOverNow) await (news.final ? close(tx, call.workspaceId, call.id) : free(tx, call))
    return { call, change }
  })
  if (changed) announce(changed.call, changed.change)
}

/** No provider has a longer word for an end; a field that outsiders fill is bounded all the same. */
const MAX_PROVIDER_WORD_LENGTH = 200

/** Why an ended call ended: the first reason that is known of it stays, and a call of which nothing more will come has one. */
function endOf(known: Call, { endedReason, providerEndedReason }: Bounded, isFinal: boolean): Partial<Pick<Call, 'endedReason' | 'providerEndedReason'>> {
  if (known.endedReason !== null) return {}
  if (endedReason === null) return isFinal ? { endedReason: 'unknown' } : {}
  return { endedReason, providerEndedReason: providerEndedReason?.slice(0, MAX_PROVIDER_WORD_LENGTH) ?? null }
}

const keptLinesOf = ({ detail }: { detail: CallDetail }) => readJson<transcripts.KeptLine[]>(detail.transcript)

/** The provider's last word stands; before it, whichever transcript says more. */
async function transcriptAfter(workspaceId: number, known: transcripts.KeptLine[], { transcript, final }: CallSnapshot, kinds: Redaction[]) {
  if (transcript === null) return known
  if (final && transcript.length >= known.length) return callTexts.maskLines<transcripts.KeptLine>(workspaceId, transcript, kinds)
  const next = transcripts.hear(known, transcript, 'replace')
  return next ? transcripts.masked(workspaceId, next, kinds) : known
}

/** What is new in the heavy part of a call; null says nothing. */
const detailOf = (known: CallDetail, transcript: TranscriptLine[] | null, analysis: callAnswers.Found | null): Prisma.CallDetailUncheckedUpdateInput => ({
  ...(transcript ? { transcript: asJson(transcript) } : {}),
  ...(analysis
    ? {
        summary: analysis.summary ?? known.summary,
        analysis: asJson(analysis.analysis),
        structuredData: asJson(analysis.structuredData),
        validationErrors: analysis.unfit.length > 0 ? asJson(analysis.unfit) : Prisma.DbNull,
        successEvaluation: analysis.successEvaluation ?? known.successEvaluation,
      }
    : {}),
})

/** Takes in lines as they are spoken: all of them so far (`replace`), or the next ones (`append`), in any order. */
export async function hear(key: CallKey, heard: TranscriptLine[], mode: 'replace' | 'append'): Promise<void> {
  const fresh = await withCall(key, async (tx, call, kinds) => {
    if (call.finishedAt || hasEnded(call.status)) return null
    const known = keptLinesOf(call)
    const next = transcripts.hear(known, heard, mode)
    const transcript = next && (await transcripts.masked(call.workspaceId, next, kinds))
    const change = transcript && transcripts.changed(known, transcript)
    if (!change) return null
    await tx.callDetail.update({
      where: { callId: call.id, workspaceId: call.workspaceId },
      data: { transcript: asJson(transcript) },
    })
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: { status: advance(call.status, 'in_progress'), checkAt: checkAfter(call.provider, 'in_progress') },
    })
    return { call, change }
  })
  if (fresh) announce(fresh.call, fresh.change)
}

/**
 * Closes an ended call once: settles the money, counts it and sends `call.completed`, but where the request for it is answered with
 * an error instead. For calls whose analysis never comes the watchdog calls it with what is known. The caller's transaction must
 * hold or have changed the call's row.
 */
export async function close(tx: Tx, workspaceId: number, callId: number, { sendsEvent = true } = {}): Promise<void> {
  const { count } = await tx.call.updateMany({ where: { workspaceId, id: callId, finishedAt: null }, data: { finishedAt: clock.now(), checkAt: null } })
  if (count === 0) return
  const call = await tx.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: callId } }, include: { detail: true } })
  await providerSlots.release(tx, callId)
  if (sendsEvent) await callCompleted.enqueue(tx, { ...call, detail: call.detail! })
  await leadAttempts.settle(tx, { ...call, detail: call.detail! })
  const charged = await charges.settle(tx, call)
  await campaignTotals.count(tx, call, charged)
  await callStats.count(tx, call)
  campaignWakes.wakeAfter(tx, call)
  noticeWatch.noteClosed(tx, call)
}

/** An ended call is on the line no more, though its analysis is still to come. */
async function free(tx: Tx, call: Call) {
  await providerSlots.release(tx, call.id)
  campaignWakes.wakeAfter(tx, call)
}

/** Closes a call with what is known of it, for when nothing more will come. `reason` is kept when the provider gave none. */
export async function giveUp(key: CallKey, reason: EndedReason): Promise<void> {
  const closed = await withCall(key, async (tx, call) => {
    if (call.finishedAt) return null
    const status = hasEnded(call.status) ? call.status : 'failed'
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: {
        status,
        outcome: outcomeOf(status, call.outcome, call.detail.successEvaluation),
        endedAt: call.endedAt ?? clock.now(),
        endedReason: call.endedReason ?? reason,
      },
    })
    await close(tx, call.workspaceId, call.id)
    return call
  })
  if (closed) announce(closed)
}
