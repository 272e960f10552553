import { expect, test } from 'vitest'
import { formatReport, isProven } from '../../bench/ramp/report.ts'
import { run } from '../../bench/ramp/run.ts'

/** Starts PostgreSQL, Redis and two servers of the built product, and calls for a quarter of a minute. */
test('the load with the kill of a server loses, doubles and leaves unpaid no call, and reports its figures', async () => {
  const options = { calls: 12, workspaces: 2, minutes: 0.25, servers: 2, speed: 20, rate: 20, ramp: 1, kills: true }
  const result = await run(options, () => {})
  const report = formatReport(result, options, null)
  expect.soft(result.claims.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  expect(isProven(result.claims)).toBe(true)
  expect(result.downMs).toBeGreaterThan(0)
  expect(result.dialing.dialedAt.length).toBeGreaterThan(options.calls)
  expect(Math.max(...result.samples.map(({ calls }) => calls))).toBeLessThanOrEqual(options.calls)
  expect(result.latencies.lines).toBeGreaterThan(0)
  expect(result.latencies.endToDelivery.count).toBe(result.dialing.dialedAt.length)
  for (const claim of ['Every call was reported to its customer', 'Every cost is charged once', 'is one call of a workspace', 'The statistics agree'])
    expect(report).toMatch(new RegExp(`^- true: .*${claim}.* \\(\\d+\\)$`, 'm'))
  for (const part of ['webhook acknowledged', 'line at the watcher', 'dial lag', 'PostgreSQL', 'Redis', 'simulator', 'gateway', 'server 2'])
    expect(report).toMatch(new RegExp(`^\\| .*${part}.*\\| \\d`, 'm'))
})
