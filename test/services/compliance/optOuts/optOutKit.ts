import { anyWorkspace } from '../../../../src/kernel/db/db.ts'
import type { CallSnapshot } from '../../../../src/providers/provider.ts'
import * as callProgress from '../../../../src/services/calls/progress/callProgress.ts'
import { endedSnapshot } from '../../../kit/fixtures/callSnapshots.ts'
import { makeCall } from '../../../kit/fixtures/rows.ts'

export const WISH = 'Please take me off your list'
export const UNDO = 'mutation ($id: ID!) { undoOptOut(id: $id) { id phoneNumber sentence heardBy undoneAt undoneBy callId } }'

export type Answer = Record<string, any>

let line = 1000
/** Returns a new number each time. */
export const newNumber = () => `+1212555${line++}`

/** Returns the snapshot of an ended call on which the contact opted out. */
export const snapshot = (changes: Partial<CallSnapshot> = {}) =>
  endedSnapshot({
    transcript: [
      { role: 'agent', text: 'Hello, this is Ada.', startSeconds: 0 },
      { role: 'user', text: `Hello? ${WISH}.`, startSeconds: 12 },
    ],
    ...changes,
  })

/** Adds a call to a new number as a row. */
export async function addCall(workspaceId: number, data: object = {}) {
  const { id } = await makeCall(workspaceId)
  return anyWorkspace.call.update({ where: { id }, data: { toNumber: newNumber(), ...data } })
}

/** Adds a call on which the contact opted out. */
export async function addOptOut(workspaceId: number, data: object = {}) {
  const call = await addCall(workspaceId, data)
  await callProgress.applySnapshot(call, snapshot())
  return { call, optOut: await anyWorkspace.optOut.findFirstOrThrow({ where: { callId: call.id } }) }
}

/** Finds the opt-out that was heard on a call. */
export const optOutOf = ({ id }: { id: number }) => anyWorkspace.optOut.findFirst({ where: { callId: id } })
