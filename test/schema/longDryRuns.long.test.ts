import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { createCampaign } from '../services/dialer/dialerKit.ts'
import { dryRun } from './dryRunKit.ts'

const testServer = useTestServer()

/** Writes ten thousand leads, and simulates their campaign twice. */
test("a dry run of ten thousand leads takes seconds, doesn't block other requests, and runs one at a time for a workspace", async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const { id } = await createCampaign(acme.id, agentId, { phones: [] })
  await pool.query(
    `insert into leads (workspace_id, campaign_id, phone_number) select $1, $2, '+1' || (array['212','305','850','416'])[1 + n % 4] || (5500000 + n) from generate_series(1, 10002) n`,
    [acme.id, id],
  )
  // What is loaded once doesn't count.
  await dryRun(key, id, { talkSeconds: 1 })
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  const startedAt = performance.now()
  const both = await Promise.allSettled([dryRun(key, id), dryRun(key, id)])
  lag.disable()
  const took = performance.now() - startedAt
  expect(took).toBeLessThan(scaledTimeout(30_000))
  expect(lag.max / 1e6).toBeLessThan(took / 2)
  expect(both.find(({ status }) => status === 'fulfilled')).toMatchObject({ value: { leads: 10_000, leftOut: 2 } })
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { extensions: { code: 'CONFLICT' } } })
})
