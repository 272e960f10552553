import { expect, test, vi } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as dialBatches from '../../../src/services/dialer/dialBatches.ts'
import { startDialer } from '../../../src/services/dialer/dialer.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

test('a campaign that is due in years does not keep the dialer busy', async () => {
  const { id: workspaceId } = await testServer().workspace()
  await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Later', status: 'running', dialAt: new Date('2090-01-01') } })
  const looks = vi.spyOn(dialBatches, 'timeToNext')
  const dialer = startDialer()
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(1)
  await dialer.stop()
  const waits = await Promise.all(looks.mock.results.map(({ value }) => value as Promise<number | null>))
  vi.restoreAllMocks()
  expect(Math.min(...waits.map(Number))).toBeGreaterThan(2 ** 31)
  expect(looks.mock.calls.length).toBeLessThan(10)
})
