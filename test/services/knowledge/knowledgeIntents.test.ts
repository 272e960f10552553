import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { startLiveness, stopLiveness } from '../../../src/kernel/liveness.ts'
import { LeaseLostError } from '../../../src/kernel/vocabulary/errors.ts'
import * as knowledgeIntents from '../../../src/services/knowledge/knowledgeIntents.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { advanceClock, MINUTE } from '../../kit/waiting/clock.ts'

useDatabase()
beforeAll(() => startLiveness(pool.options.connectionString!))
afterAll(stopLiveness)

test.each([
  ['its own process', false],
  ['another process', true],
])('a slow upload that %s has taken over saves nothing', async (_what, isOther) => {
  const { workspaceId } = await operator.createTenant({ name: 'Acme', plan: 'free', credit: 0n })
  const { id: knowledgeBaseId, version } = await anyWorkspace.knowledgeBase.create({ data: { workspaceId, name: 'Prices' } })
  const slow = (await knowledgeIntents.begin({ workspaceId, knowledgeBaseId, engine: 'retell', version }))!
  expect(await knowledgeIntents.takeAbandoned()).toEqual([])
  if (isOther) {
    await stopLiveness()
    await startLiveness(pool.options.connectionString!)
  }
  advanceClock(2 * MINUTE)
  const [next] = await knowledgeIntents.takeAbandoned()
  await expect(knowledgeIntents.save(slow, { id: 'late' })).rejects.toThrow(LeaseLostError)
  await expect(knowledgeIntents.complete(slow)).rejects.toThrow(LeaseLostError)
  await knowledgeIntents.release(slow)
  await knowledgeIntents.fail(slow, 'late')
  await knowledgeIntents.giveUp(slow)
  await knowledgeIntents.save(next!, { id: 'saved' })
  await knowledgeIntents.complete(next!)
  expect(await anyWorkspace.knowledgeBaseSync.findMany({ where: { workspaceId } })).toMatchObject([{ status: 'ready', refs: { id: 'saved' }, owner: null }])
})
