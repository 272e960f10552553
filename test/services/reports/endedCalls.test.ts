import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { createReport, download, FILE_READERS } from '../../kit/fixtures/reports.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer({ speed: 200 })

test.each(['retell', 'vapi'])('a call at %s that has ended is in an export from then on, also if the clock of the provider is ahead', async (engine) => {
  const { key, place } = await createTenant(testServer(), { engine })
  const { id } = (await place('+14155550009')).body
  await waitFor('the end', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id } })).finishedAt)
  const { startedAt, endedAt, durationSeconds } = await anyWorkspace.call.findUniqueOrThrow({ where: { id } })
  expect(endedAt!.getTime()).toBeLessThanOrEqual(Date.now())
  expect(startedAt!.getTime()).toBeLessThanOrEqual(endedAt!.getTime())
  expect(durationSeconds).toBeGreaterThan(5)
  const report = await createReport(key, { type: 'calls', format: 'csv' })
  const { lines } = FILE_READERS.csv((await download(report.download_url)).bytes)
  expect(lines).toHaveLength(1)
})
