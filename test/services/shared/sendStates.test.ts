import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import type { Call } from '../../../src/generated/prisma/client.ts'
import { type CallSnapshot, ProviderError, type ProviderErrorKind, type VoiceProvider } from '../../../src/providers/provider.ts'
import * as callProgress from '../../../src/services/calls/progress/callProgress.ts'
import * as callSends from '../../../src/services/calls/placing/callSends.ts'
import * as messageOutcomes from '../../../src/services/messages/messageOutcomes.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import { canBecome, SEND_STATES, type SendState } from '../../../src/services/shared/sending/sendStates.ts'
import { useProvider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeCall, makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'

useDatabase()
let workspaceId: number
let texter: Awaited<ReturnType<typeof makeSmsNumber>>
let answer: () => Promise<{ providerCallId: string; state: 'queued' }>
beforeAll(async () => {
  workspaceId = (await operator.createTenant({ name: 'Sends', plan: 'free', credit: 100_000_000n })).workspaceId
  texter = await makeSmsNumber(workspaceId)
  useProvider({ name: 'scripted' as 'retell', listLagMs: 1_000, placeCall: () => answer() } as unknown as VoiceProvider)
})

/** Sends the call to a provider that gives this answer, whatever has happened to the call meanwhile. */
const send = (call: Call, next: typeof answer) => {
  answer = next
  return callSends.send(call, {} as callSends.SendOptions).catch((error: unknown) => expect(error).toBeInstanceOf(ProviderError))
}
const failWith = (kind: ProviderErrorKind) => () => Promise.reject(new ProviderError(kind, kind))
const ringing = (call: Call) =>
  ({ providerCallId: `call_${call.ref}`, state: 'ringing', transcript: null, analysis: null, hasRecording: false, final: false }) as CallSnapshot

const CALL_REPORTS: [report: string, next: SendState, apply: (call: Call) => Promise<unknown>][] = [
  ['the provider accepts it', 'placed', (call) => send(call, async () => ({ providerCallId: `call_${call.ref}`, state: 'queued' }))],
  ['the provider refuses it', 'refused', (call) => send(call, failWith('rejected'))],
  ['the provider cannot be reached', 'refused', (call) => send(call, failWith('unavailable'))],
  ['the answer is ambiguous', 'unknown', (call) => send(call, failWith('unknown_outcome'))],
  ['its sender is dead', 'unknown', (call) => callSends.markUnknown(call)],
  ['the provider does not list it', 'refused', (call) => callSends.fail(call, 'not_placed')],
  ['the provider has it', 'placed', (call) => callProgress.applySnapshot(call, ringing(call))],
]

async function makeCallIn(placement: SendState) {
  const { id, ref } = await makeCall(workspaceId)
  const progress = { placed: { providerCallId: `call_${ref}` }, refused: { status: 'failed', finishedAt: new Date() } }[placement as 'placed'] ?? {}
  return anyWorkspace.call.update({ where: { id }, data: { provider: 'scripted', placement, ...progress } })
}

const MESSAGE_REPORTS: [report: string, next: SendState, apply: (message: Awaited<ReturnType<typeof makeMessage>>) => Promise<unknown>][] = [
  ['the carrier accepts it', 'placed', (message) => messageOutcomes.confirm(message, { carrierMessageId: message.ref, status: 'queued' })],
  ['the carrier refuses it', 'refused', (message) => messageOutcomes.fail(message, { reason: 'blocked' })],
  ['the outcome is unknown', 'unknown', (message) => messageOutcomes.markUnknown(message)],
  [
    'a receipt arrives',
    'placed',
    (message) => transaction((tx) => messageOutcomes.applyUpdate(tx, message, { status: 'delivered', carrierMessageId: message.ref })),
  ],
]

/** A call never waits for a job. */
describe.each(SEND_STATES.filter((state) => state !== 'waiting'))('a call that is %s', (state) => {
  test.each(CALL_REPORTS)('moves only as the table says, also if it is reported twice: %s', async (_report, next, apply) => {
    const call = await makeCallIn(state)
    const expected = canBecome(state, next) ? next : state
    for (const time of ['first', 'second']) {
      await apply(call)
      const { placement, finishedAt, providerCallId } = await anyWorkspace.call.findUniqueOrThrow({ where: { id: call.id } })
      expect([placement, finishedAt !== null, providerCallId !== null], time).toEqual([expected, expected === 'refused', expected === 'placed'])
    }
  })
})

describe.each(SEND_STATES)('a message that is %s', (state) => {
  test.each(MESSAGE_REPORTS)('moves only as the table says, also if it is reported twice: %s', async (_report, next, apply) => {
    const message = await makeMessage(texter, { ref: randomUUID(), dispatch: state, ...(state === 'refused' && { status: 'failed' }) })
    const expected = canBecome(state, next) ? next : state
    for (const time of ['first', 'second']) {
      await apply(message)
      expect((await anyWorkspace.message.findUniqueOrThrow({ where: { id: message.id } })).dispatch, time).toBe(expected)
    }
  })
})
