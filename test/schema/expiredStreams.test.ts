import { expect, test } from 'vitest'
import { type AccessLoss, registerStream } from '../../src/kernel/http/openStreams.ts'
import { clock } from '../../src/kernel/lib/clock.ts'
import { runLoopsNow } from '../../src/kernel/loops.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { advanceClock, MINUTE } from '../kit/waiting/clock.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

test('a stream ends when the token that opened it expires, although its key is still valid', async () => {
  const { id: workspaceId } = await testServer().workspace()
  const { row } = await apiKeys.issue({ workspaceId, name: 'test', scopes: ['me:read'] })
  const losses: AccessLoss[] = []
  const until = new Date(clock.now().getTime() + 10 * MINUTE)
  const unregister = registerStream({ standing: { workspaceId, keyId: row.id, until }, end: (loss) => losses.push(loss) })
  advanceClock(9 * MINUTE)
  await runLoopsNow()
  expect(losses).toEqual([])
  advanceClock(2 * MINUTE)
  await runLoopsNow()
  expect(losses).toContain('over')
  unregister()
})
