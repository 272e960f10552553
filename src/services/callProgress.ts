import { inMs } from '../clock.ts'
import { transaction, type Tx } from '../db.ts'
import { publish } from '../events.ts'
import { type Call, type CallDetail, Prisma } from '../generated/prisma/client.ts'
import type { Redaction } from '../inputs/dataDuties.ts'
import type { CallSnapshot, TranscriptLine } from '../providers/provider.ts'
import { settings } from '../settings.ts'
import * as callAnswers from './callAnswers.ts'
import * as callCompleted from './callCompleted.ts'
import * as callStats from './callStats.ts'
import * as campaignTotals from './campaignTotals.ts'
import * as campaignWakes from './campaignWakes.ts'
import { advance, type CallState, hasEnded, outcomeOf } from '../callStates.ts'
import * as charges from './charges.ts'
import * as leadAttempts from './leadAttempts.ts'
import * as lines from './lines.ts'
import * as noticeWatch from './noticeWatch.ts'
import { redactLines } from './redaction.ts'
import * as transcripts from './transcripts.ts'

type CallKey = Pick<Call, 'workspaceId' | 'id'>

/** How long a call in that state may be silent before the provider is asked about it. */
export const checkAfter = (state: CallState) => inMs((state === 'in_progress' || hasEnded(state) ? 120_000 : 60_000) / settings.pace)

/** Tells whoever watches that the call changed, and from where on its transcript reads otherwise. */
export const announce = (call: CallKey, change: transcripts.Change | null = null) =>
  publish('call.updated', { workspaceId: call.workspaceId, callId: call.id, lines: change?.lines ?? [], firstLine: change?.firstLine ?? 0 })

/** Does the work with the call's row locked, so that news of one call is taken in one after the other, and with what its workspace has masked. */
const withCall = <T>({ workspaceId, id }: CallKey, work: (tx: Tx, call: Call & { detail: CallDetail }, kinds: Redaction[]) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    const [found] = await tx.$queryRaw<{ redactions: Redaction[] }[]>`
      select w.redactions from calls c join workspaces w on w.id = c.workspace_id where c.workspace_id = ${workspaceId} and c.id = ${id} for update of c`
    const call = await tx.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } }, include: { detail: true } })
    return work(tx, { ...call, detail: call.detail! }, found!.redactions)
  })

/**
 * Takes in what a provider says of a call. Safe to repeat and in any order: the state only moves forward, what is
 * known is never forgotten, and the end is settled once (contract: Status).
 */
export async function take(key: CallKey, news: CallSnapshot): Promise<void> {
  const read = await callAnswers.read(key, news)
  const changed = await withCall(key, async (tx, call, kinds) => {
    if (call.finishedAt) return null
    const found = read && callAnswers.masked(read, kinds)
    const status = advance(call.status, news.state)
    const said = found?.outcome ?? news.outcome ?? call.outcome
    const outcome = hasEnded(status) ? outcomeOf(status, said, found?.successEvaluation ?? call.detail.successEvaluation) : null
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: {
        status,
        outcome,
        ...(call.providerCallId ? {} : { providerCallId: news.providerCallId, placement: 'placed' }),
        startedAt: call.startedAt ?? news.startedAt,
        endedAt: call.endedAt ?? (hasEnded(status) ? (news.endedAt ?? new Date()) : null),
        durationSeconds: news.durationSeconds ?? call.durationSeconds,
        endedReason: call.endedReason ?? (hasEnded(status) ? news.endedReason : null),
        detectedLanguage: news.detectedLanguage ?? call.detectedLanguage,
        hasRecording: call.recorded && (call.hasRecording || news.hasRecording),
        providerCostMicros: news.providerCostMicros ?? call.providerCostMicros,
        checkAt: checkAfter(status),
      },
    })
    const known = transcriptOf(call)
    const transcript = transcriptAfter(known, news, kinds)
    const change = transcripts.changed(known, transcript)
    if (change || found)
      await tx.callDetail.update({ where: { callId: call.id, workspaceId: call.workspaceId }, data: detailOf(call.detail, change && transcript, found) })
    if (hasEnded(status)) await (news.final ? close(tx, call.workspaceId, call.id) : free(tx, call))
    return { call, change }
  })
  if (changed) announce(changed.call, changed.change)
}

const transcriptOf = ({ detail }: { detail: CallDetail }) => detail.transcript as unknown as transcripts.KeptLine[]

/** The provider's last word stands; before it, whichever transcript says more. */
const transcriptAfter = (known: transcripts.KeptLine[], { transcript, final }: CallSnapshot, kinds: Redaction[]): transcripts.KeptLine[] =>
  transcript === null
    ? known
    : final && transcript.length >= known.length
      ? redactLines(transcript, kinds)
      : (transcripts.hear(known, transcript, 'replace', kinds) ?? known)

/** What is new in the heavy part of a call; null says nothing. */
const detailOf = (known: CallDetail, transcript: TranscriptLine[] | null, analysis: callAnswers.Found | null): Prisma.CallDetailUncheckedUpdateInput => ({
  ...(transcript ? { transcript: transcript as unknown as Prisma.InputJsonArray } : {}),
  ...(analysis
    ? {
        summary: analysis.summary ?? known.summary,
        analysis: analysis.raw as Prisma.InputJsonObject,
        structuredData: analysis.structuredData as Prisma.InputJsonObject,
        unfitData: analysis.unfit.length > 0 ? (analysis.unfit as unknown as Prisma.InputJsonArray) : Prisma.DbNull,
        successEvaluation: analysis.successEvaluation ?? known.successEvaluation,
      }
    : {}),
})

/** Takes in lines as they are spoken: all of them so far (`replace`), or the next ones (`append`), in any order. */
export async function hear(key: CallKey, heard: TranscriptLine[], mode: 'replace' | 'append'): Promise<void> {
  const fresh = await withCall(key, async (tx, call, kinds) => {
    if (call.finishedAt || hasEnded(call.status)) return null
    const known = transcriptOf(call)
    const transcript = transcripts.hear(known, heard, mode, kinds)
    if (!transcript) return null
    await tx.callDetail.update({
      where: { callId: call.id, workspaceId: call.workspaceId },
      data: { transcript: transcript as unknown as Prisma.InputJsonArray },
    })
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: { status: advance(call.status, 'in_progress'), checkAt: checkAfter('in_progress') },
    })
    return { call, change: transcripts.changed(known, transcript) }
  })
  if (fresh) announce(fresh.call, fresh.change)
}

/**
 * Closes an ended call once: settles the money, counts it and sends `call.completed`. For calls whose analysis never comes the
 * watchdog calls it with what is known. The caller's transaction must hold or have changed the call's row.
 */
export async function close(tx: Tx, workspaceId: number, callId: number): Promise<void> {
  const { count } = await tx.call.updateMany({ where: { workspaceId, id: callId, finishedAt: null }, data: { finishedAt: new Date(), checkAt: null } })
  if (count === 0) return
  const call = await tx.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: callId } }, include: { detail: true } })
  await lines.release(tx, callId)
  await callCompleted.enqueue(tx, { ...call, detail: call.detail! })
  await leadAttempts.settle(tx, { ...call, detail: call.detail! })
  const charged = await charges.settle(tx, call)
  await campaignTotals.count(tx, call, charged)
  await callStats.count(tx, call)
  campaignWakes.wakeAfter(tx, call)
  noticeWatch.noteClosed(tx, call)
}

/** An ended call is on the line no more, though its analysis is still to come. */
async function free(tx: Tx, call: Call) {
  await lines.release(tx, call.id)
  campaignWakes.wakeAfter(tx, call)
}

/** Closes a call with what is known of it, for when nothing more will come. `reason` is kept when the provider gave none. */
export async function giveUp(key: CallKey, reason: string): Promise<void> {
  const closed = await withCall(key, async (tx, call) => {
    if (call.finishedAt) return null
    const status = hasEnded(call.status) ? call.status : 'failed'
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: {
        status,
        outcome: outcomeOf(status, call.outcome, call.detail.successEvaluation),
        endedAt: call.endedAt ?? new Date(),
        endedReason: call.endedReason ?? reason,
      },
    })
    await close(tx, call.workspaceId, call.id)
    return call
  })
  if (closed) announce(closed)
}
