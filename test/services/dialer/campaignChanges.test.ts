import { expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { countWaitingSessions } from '../../kit/waiting/waitingSessions.ts'
import { createTenant } from '../calls/placementKit.ts'
import { createCampaign, phoneNumbersOf } from './dialerKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

test('a campaign that changes while its start is being checked does not start', async () => {
  const { acme, agentId, key } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('231', 1) })
  const change = await pool.connect()
  try {
    await change.query('begin')
    await change.query('update campaigns set name = $2, updated_at = now() where id = $1', [campaign.id, 'Other'])
    const start = key.post(`/campaigns/${campaign.id}/start`)
    await waitFor('the start to wait for the change', () => countWaitingSessions())
    await change.query('commit')
    expect(await start).toMatchObject({ status: 409, body: { detail: 'The campaign changed during the check. Start it again.' } })
  } finally {
    change.release()
  }
  expect(await campaign.row()).toMatchObject({ status: 'draft' })
})
