import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as recordingDeletions from '../../../src/services/calls/recordings/recordingDeletions.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { DAY } from '../../kit/waiting/clock.ts'

const testServer = useTestServer()

test('a call past its retention keeps its recording until its analysis has arrived, which a provider deletes with the recording', async () => {
  const acme = await testServer().workspace()
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { recordingRetentionDays: 7 } })
  const endedAt = new Date(Date.now() - 8 * DAY)
  const addCall = async (finishedAt: Date | null) => {
    const { id } = await makeCall(acme.id)
    await anyWorkspace.call.update({ where: { id }, data: { status: 'completed', hasRecording: true, endedAt, finishedAt } })
    return id
  }
  const [finished, unfinished] = [await addCall(endedAt), await addCall(null)]
  await recordingDeletions.sweep()
  const isDeleted = async (id: number) => (await anyWorkspace.call.findUniqueOrThrow({ where: { id } })).recordingDeletedAt !== null
  expect([await isDeleted(finished), await isDeleted(unfinished)]).toEqual([true, false])
})
