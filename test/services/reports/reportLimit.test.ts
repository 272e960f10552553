import { expect, test } from 'vitest'
import { useTestServer } from '../../kit/server/testServer.ts'

// No jobs run in this process, so exports stay in progress.
const testServer = useTestServer({ env: { ROLE: 'api' } })

test('of thirty exports requested at once, a workspace gets the twenty that may be in progress', async () => {
  const key = await (await testServer().workspace()).key()
  const answers = await Promise.all(Array.from({ length: 30 }, () => key.post('/reports', { type: 'calls' })))
  const statuses = answers.map(({ status }) => status)
  expect([statuses.filter((status) => status === 202).length, statuses.filter((status) => status === 409).length]).toEqual([20, 10])
})
