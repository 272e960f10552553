import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, pool, transaction } from '../../../../src/kernel/db/db.ts'
import { inWorkspace } from '../../../../src/kernel/db/workspaceContext.ts'
import type { Actor } from '../../../../src/kernel/vocabulary/actor.ts'
import type { OptOutId, WorkspaceId } from '../../../../src/kernel/vocabulary/ids.ts'
import * as callProgress from '../../../../src/services/calls/progress/callProgress.ts'
import * as optOuts from '../../../../src/services/compliance/optOuts/optOuts.ts'
import * as voiceOptOuts from '../../../../src/services/compliance/voiceOptOuts.ts'
import * as rowErasure from '../../../../src/services/privacy/rowErasure.ts'
import { type TestWorkspace, useTestServer } from '../../../kit/server/testServer.ts'
import { waitFor } from '../../../kit/waiting/waitFor.ts'
import { countWaitingSessions } from '../../../kit/waiting/waitingSessions.ts'
import { signInAsOwner, waitForErasure } from '../../privacy/privacyKit.ts'
import { addCall, addOptOut, type Answer, optOutOf, snapshot, UNDO, WISH } from './optOutKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })
let acme: TestWorkspace
let gql: <Data>(query: string, variables?: object) => Promise<Data>
beforeAll(async () => {
  acme = await testServer().workspace()
  gql = await signInAsOwner(testServer(), acme)
})

const LIST =
  'query ($callId: ID, $phoneNumber: String) { optOuts(callId: $callId, phoneNumber: $phoneNumber) { nodes { id sentence heardBy saidAt undoneAt } } }'

const entryOf = ({ toNumber }: { toNumber: string }) => anyWorkspace.dncEntry.findFirst({ where: { workspaceId: acme.id, phoneNumber: toNumber } })

describe('an opt-out on a call is kept with', () => {
  test('its sentence, the time of the line and who heard it', async () => {
    const { call } = await addOptOut(acme.id)
    const { optOuts } = await gql<Answer>(LIST, { callId: call.id })
    expect(optOuts.nodes).toMatchObject([{ sentence: WISH, heardBy: 'rules', saidAt: '2026-03-02T15:00:12.000Z', undoneAt: null }])
    expect((await gql<Answer>(LIST, { phoneNumber: call.toNumber })).optOuts.nodes).toEqual(optOuts.nodes)
  })

  test('what a later event adds: first the outcome of the provider, then the sentence', async () => {
    const call = await addCall(acme.id, { status: 'completed', finishedAt: new Date() })
    await callProgress.applySnapshot(call, snapshot({ outcome: 'do_not_call', transcript: null }))
    expect(await optOutOf(call)).toMatchObject({ heardBy: 'provider', sentence: null })
    await callProgress.applySnapshot(call, snapshot())
    expect(await optOutOf(call)).toMatchObject({ heardBy: 'both', sentence: WISH })
    expect(await anyWorkspace.optOut.count({ where: { phoneNumber: call.toNumber } })).toBe(1)
  })

  test('a redacted sentence, also if the transcript arrives after the call was closed', async () => {
    const redacting = await testServer().workspace()
    await anyWorkspace.workspace.update({ where: { id: redacting.id }, data: { redactions: ['payment_card'] } })
    const call = await addCall(redacting.id, { status: 'completed', finishedAt: new Date() })
    const text = 'Take me off your list, and my card 4111 1111 1111 1111 too.'
    await callProgress.applySnapshot(call, snapshot({ transcript: [{ role: 'user', text, startSeconds: 1 }] }))
    const optOut = await optOutOf(call)
    expect(optOut!.sentence).toMatch(/^Take me off your list/)
    expect(optOut!.sentence).not.toContain('4111')
  })

  test('everything but its number’s entry when that is taken off the list', async () => {
    const { call, optOut } = await addOptOut(acme.id)
    await (await acme.key()).delete(`/dnc/${call.toNumber}`)
    expect(await entryOf(call)).toBeNull()
    expect(await optOutOf(call)).toEqual(optOut)
  })
})

describe('undoing an opt-out', () => {
  test('takes the number off the list, and no transcript of the same call lists it again, but that of another call does', async () => {
    const { call, optOut } = await addOptOut(acme.id)
    const { undoOptOut } = await gql<Answer>(UNDO, { id: optOut.id })
    expect(undoOptOut).toMatchObject({ sentence: WISH, undoneAt: expect.any(String), undoneBy: acme.email, callId: String(call.id) })
    expect(await entryOf(call)).toBeNull()
    await callProgress.applySnapshot(call, snapshot())
    await callProgress.applySnapshot(call, snapshot({ outcome: 'do_not_call' }))
    expect(await entryOf(call)).toBeNull()
    const { call: later } = await addOptOut(acme.id, { toNumber: call.toNumber })
    expect(await entryOf(later)).toMatchObject({ source: 'voice_opt_out', reason: expect.stringContaining(`on call ${later.id}`) })
    expect(await optOutOf(call)).toMatchObject({ undoneAt: expect.any(Date) })
  })

  test('twice changes nothing', async () => {
    const { call, optOut } = await addOptOut(acme.id)
    const first = await gql(UNDO, { id: optOut.id })
    await (await acme.key()).post('/dnc', { phone_number: call.toNumber })
    expect(await gql(UNDO, { id: optOut.id })).toEqual(first)
    expect(await entryOf(call)).toMatchObject({ source: 'manual' })
  })

  test('leaves a number on the list that a member added, and one with an opt-out of another call', async () => {
    const byHand = await addCall(acme.id)
    await (await acme.key()).post('/dnc', { phone_number: byHand.toNumber })
    await callProgress.applySnapshot(byHand, snapshot())
    await gql(UNDO, { id: (await optOutOf(byHand))!.id })
    expect(await entryOf(byHand)).toMatchObject({ source: 'manual' })
    const [first, second] = [await addOptOut(acme.id), await addCall(acme.id)]
    await anyWorkspace.call.update({ where: { id: second.id }, data: { toNumber: first.call.toNumber } })
    await callProgress.applySnapshot({ ...second }, snapshot())
    await gql(UNDO, { id: first.optOut.id })
    expect(await entryOf(first.call)).not.toBeNull()
    await gql(UNDO, { id: (await optOutOf(second))!.id })
    expect(await entryOf(first.call)).toBeNull()
  })

  test('is refused to keys without the scope, and another workspace sees nothing', async () => {
    const { call, optOut } = await addOptOut(acme.id)
    const reader = await acme.key('compliance:read')
    await expect(reader.gql(UNDO, { id: optOut.id })).rejects.toThrow('Missing scope')
    const other = await signInAsOwner(testServer(), await testServer().workspace())
    await expect(other(UNDO, { id: optOut.id })).rejects.toThrow('Opt-out not found')
    expect(await other(LIST, { callId: call.id })).toEqual({ optOuts: { nodes: [] } })
    expect(await other(LIST, { phoneNumber: call.toNumber })).toEqual({ optOuts: { nodes: [] } })
    expect(await entryOf(call)).not.toBeNull()
  })
})

describe('the proof of an opt-out', () => {
  const ERASE = 'mutation ($phone: String!, $retainDncEntry: Boolean) { erasePersonalData(phoneNumber: $phone, retainDncEntry: $retainDncEntry) { id } }'
  const erase = async (phone: string, retainDncEntry: boolean) => {
    const { erasePersonalData } = await gql<{ erasePersonalData: { id: string } }>(ERASE, { phone, retainDncEntry })
    await waitForErasure(erasePersonalData.id)
  }

  test('loses its sentence and its call when the person is erased, and goes with the entry if that is not retained', async () => {
    const { call, optOut } = await addOptOut(acme.id)
    await erase(call.toNumber, true)
    expect(await anyWorkspace.optOut.findUnique({ where: { id: optOut.id } })).toMatchObject({ phoneNumber: call.toNumber, sentence: null, callId: null })
    expect(await entryOf(call)).toMatchObject({ reason: null })
    await erase(call.toNumber, false)
    expect(await anyWorkspace.optOut.findUnique({ where: { id: optOut.id } })).toBeNull()
    expect((await pool.query('select from audit_entries where before::text like $1 or after::text like $1', [`%${call.toNumber}%`])).rowCount).toBe(0)
  })

  test('outlives its call’s retention, unless it was undone', async () => {
    const [proof, falseAlarm] = [await addOptOut(acme.id), await addOptOut(acme.id)]
    await gql(UNDO, { id: falseAlarm.optOut.id })
    const ids = [proof.call.id, falseAlarm.call.id]
    const rows = () => anyWorkspace.optOut.findMany({ where: { id: { in: [proof.optOut.id, falseAlarm.optOut.id] } }, orderBy: { id: 'asc' } })
    await inWorkspace(acme.id, () => transaction((tx) => rowErasure.blankCalls(tx, acme.id, ids)))
    expect(await rows()).toMatchObject([{ sentence: WISH }, { sentence: null }])
    await inWorkspace(acme.id, () => transaction((tx) => rowErasure.eraseCalls(tx, acme.id, ids, 'retention')))
    expect(await rows()).toMatchObject([{ id: proof.optOut.id, sentence: WISH, callId: null }])
  })
})

describe('a number stays listed when a false alarm is undone at the moment of', () => {
  const undoing = (id: number, follow: () => Promise<unknown> = () => Promise.resolve()) =>
    inWorkspace(acme.id as WorkspaceId, () => optOuts.undo({ workspaceId: acme.id } as Actor, id as OptOutId, follow))

  test('a new wish that comes while it is undone', async () => {
    const { call, optOut } = await addOptOut(acme.id)
    const later = await addCall(acme.id, { toNumber: call.toNumber })
    let hearing: Promise<unknown> | undefined
    await undoing(optOut.id, () => {
      hearing = callProgress.applySnapshot(later, snapshot())
      return waitFor('the new wish to wait for the entry', async () => (await countWaitingSessions('dnc_entries')) > 0)
    })
    await hearing
    expect(await entryOf(call)).toMatchObject({ source: 'voice_opt_out' })
    expect(await anyWorkspace.optOut.count({ where: { phoneNumber: call.toNumber, undoneAt: null } })).toBe(1)
  })

  test('a new wish that is not committed yet', async () => {
    const { call, optOut } = await addOptOut(acme.id)
    const later = await addCall(acme.id, { toNumber: call.toNumber })
    let undone: Promise<unknown> | undefined
    await inWorkspace(acme.id as WorkspaceId, () =>
      transaction(async (tx) => {
        await voiceOptOuts.record(tx, later, { wish: { sentence: WISH, startSeconds: null }, isReported: false })
        undone = undoing(optOut.id)
        await waitFor('the undoing to wait for the entry', async () => (await countWaitingSessions('dnc_entries')) > 0)
      }),
    )
    await undone
    expect(await entryOf(call)).toMatchObject({ source: 'voice_opt_out' })
    expect(await optOutOf(call)).toMatchObject({ undoneAt: expect.any(Date) })
  })
})
