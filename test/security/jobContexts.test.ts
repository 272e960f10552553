import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { inAnyWorkspace } from '../../src/kernel/db/workspaceContext.ts'
import { watchContexts } from '../kit/observers/contexts.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { settle } from '../kit/waiting/settle.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { createCampaign } from '../services/dialer/dialerKit.ts'

/** Webhooks, jobs, the dialer and the reconciler run in the context of the workspace whose work they do. */
const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })

/** Waits for a campaign of two simulated calls, a message with its receipt, and a report. */
test("the statements of calls, messages and reports run in their workspace's context, from the webhook to the last job", async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const receiver = await startReceiverForTest()
  await key.put('/webhooks', { url: receiver.url })
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12125550100', '+12125560009'] })
  const contexts = await watchContexts()
  await campaign.start()
  const sms = (await key.post('/sms', { to_number: '+12125550100', body: 'Hello' })).body.id
  const report = (await key.post('/reports', { type: 'calls', format: 'csv' })).body.id
  await campaign.over()
  await waitFor('the receipt', async () => (await anyWorkspace.message.findUniqueOrThrow({ where: { id: sms } })).status === 'delivered')
  await waitFor('the report', async () => (await anyWorkspace.report.findUniqueOrThrow({ where: { id: report } })).status === 'done')
  await inAnyWorkspace(settle)
  contexts.stop()
  expect([...contexts.found]).toEqual([])
  expect(contexts.inContext()).toBeGreaterThan(100)
  expect(receiver.received.length).toBeGreaterThan(0)
})
