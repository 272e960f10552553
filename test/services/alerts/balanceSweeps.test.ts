import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as balanceAlerts from '../../../src/services/billing/balanceAlerts.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createEndedCall } from '../billing/billingKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

test('a process that died after a charge and before its check has the alert raised by another, once, and only where there was a charge', async () => {
  const [charged, unused] = [await testServer().workspace({ wallet: '5' }), await testServer().workspace()]
  await (await createEndedCall(charged.id, { seconds: 60 })).close()
  // The marks of a process that dies.
  balanceAlerts.forgetNoted()
  await balanceAlerts.sweep()
  await balanceAlerts.sweep()
  const raised = await anyWorkspace.alert.findMany({ where: { workspaceId: { in: [charged.id, unused.id] } } })
  expect(raised).toMatchObject([{ workspaceId: charged.id, type: 'low_balance' }])
})
