import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as balanceAlerts from '../../../src/services/billing/balanceAlerts.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

test('a process that died after a charge and before its check has the alert raised by another, once, and only where there was a charge', async () => {
  const [charged, unused] = [await testServer().workspace({ wallet: '5' }), await testServer().workspace()]
  // What the process has committed; its marks are lost.
  await anyWorkspace.wallet.update({ where: { workspaceId: charged.id }, data: { balance: 4_880_000n } })
  await anyWorkspace.ledgerEntry.create({ data: { workspaceId: charged.id, type: 'call', ref: '1', amount: -120_000n, balance: 4_880_000n } })
  await balanceAlerts.sweep()
  await balanceAlerts.sweep()
  const raised = await anyWorkspace.alert.findMany({ where: { workspaceId: { in: [charged.id, unused.id] } } })
  expect(raised).toMatchObject([{ workspaceId: charged.id, type: 'low_balance' }])
})
