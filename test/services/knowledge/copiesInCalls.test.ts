import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as knowledgeCleaning from '../../../src/services/knowledge/knowledgeCleaning.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { advanceClock, HOUR, MINUTE } from '../../kit/waiting/clock.ts'
import { knowledgeKit } from './knowledgeKit.ts'

// No jobs run in this process: the test deletes copies.
const testServer = useTestServer({ env: { ROLE: 'api' } })
const { base } = knowledgeKit(testServer)

test('a copy that was replaced stays at its voice provider until the calls that began with it have ended', async () => {
  const { id: workspaceId, key } = await testServer().workspace()
  const knowledgeBaseId = Number((await base(await key(), 'A city bike costs 300 euros.')).id)
  const ago = (ms: number) => new Date(Date.now() - ms)
  const retired = { workspaceId, knowledgeBaseId, engine: 'retell', tag: randomUUID(), version: 1, status: 'retired', retiredAt: ago(5 * MINUTE) }
  const copy = await anyWorkspace.knowledgeBaseSync.create({ data: retired })
  const { id: callId } = await makeCall(workspaceId)
  await anyWorkspace.call.update({ where: { id: callId }, data: { createdAt: ago(10 * MINUTE), nextCheckAt: ago(-HOUR) } })
  const isKept = async () => (await knowledgeCleaning.clean(), await anyWorkspace.knowledgeBaseSync.count({ where: { id: copy.id } })) === 1
  expect(await isKept()).toBe(true)
  await anyWorkspace.call.update({ where: { id: callId }, data: { finishedAt: new Date(), nextCheckAt: null } })
  advanceClock(MINUTE)
  expect(await isKept()).toBe(false)
})
