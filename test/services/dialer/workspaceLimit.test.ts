import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as dialBatches from '../../../src/services/dialer/dialBatches.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { createTenant } from '../calls/placementKit.ts'
import { createCampaign, phoneNumbersOf } from './dialerKit.ts'
import { countWaitingSessions } from '../../kit/waiting/waitingSessions.ts'

// No dialer runs in this process: the test claims.
const testServer = useTestServer({ env: { CALLING_HOURS: 'off', ROLE: 'api' } })

test('two campaigns that are dialed at the same moment together begin no more calls than the plan of their workspace allows', async () => {
  const { acme, agentId } = await createTenant(testServer())
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { plan: 'starter' } })
  for (const area of ['231', '234']) await (await createCampaign(acme.id, agentId, { phones: phoneNumbersOf(area, 9) })).start()
  // Held until each claim waits, so that none has committed its calls before the other counts those of the workspace.
  const wallet = await pool.connect()
  try {
    await wallet.query('begin')
    await wallet.query('select from wallets where workspace_id = $1 for update', [acme.id])
    const claims = [dialBatches.claimNext(), dialBatches.claimNext()]
    await waitFor('both claims', async () => (await countWaitingSessions()) === 2)
    await wallet.query('commit')
    await Promise.all(claims)
  } finally {
    wallet.release()
  }
  expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(5)
})
