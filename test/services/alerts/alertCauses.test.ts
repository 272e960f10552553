import { expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as deliveries from '../../../src/services/webhooks/deliveries.ts'
import { startReceiverForTest } from '../../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createCampaign, phoneNumbersOf } from '../dialer/dialerKit.ts'
import { type AlertWorkspace, createAlertWorkspace } from './alertKit.ts'
import { createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer()
const alertsOf = async (workspace: AlertWorkspace, kind: string) => (await workspace.alerts(false)).filter((alert) => alert.type === kind)
let events = 0
/** Makes the workspace send `count` events, one after another. */
async function send(workspace: AlertWorkspace, count: number) {
  for (let nth = 0; nth < count; nth += 1) {
    const eventId = `event-${(events += 1)}`
    await transaction((tx) => deliveries.enqueue(tx, { workspaceId: workspace.acme.id, type: 'call.completed', eventId, data: {} }))
    await waitFor('the delivery to end', () => anyWorkspace.webhookDelivery.findFirst({ where: { eventId, finishedAt: { not: null } } }))
  }
}

test('consecutive failed deliveries raise one alert, which the next successful delivery clears', async () => {
  const workspace = await createAlertWorkspace(testServer())
  let status = 410
  const { url } = await startReceiverForTest((response) => response.writeHead(status).end())
  await workspace.gql('mutation ($url: String!) { updateWebhookSettings(input: { url: $url }) { url } }', { url })
  await workspace.set({ webhookFailures: 3 })
  await send(workspace, 2)
  expect(await alertsOf(workspace, 'webhook_failing')).toEqual([])
  await send(workspace, 2)
  expect(await alertsOf(workspace, 'webhook_failing')).toMatchObject([
    { clearedAt: null, path: '/webhooks', data: { failures: 3, host: new URL(url).host, error: 'HTTP 410' }, message: expect.stringContaining('HTTP 410') },
  ])
  status = 200
  await send(workspace, 1)
  expect(await alertsOf(workspace, 'webhook_failing')).toMatchObject([{ clearedAt: expect.any(String) }])
  status = 410
  await send(workspace, 3)
  expect(await alertsOf(workspace, 'webhook_failing')).toHaveLength(2)
})

test('concurrent failures raise one alert, and failures of an earlier URL do not count', async () => {
  const workspace = await createAlertWorkspace(testServer())
  const { url } = await startReceiverForTest((response) => response.writeHead(400).end())
  const setUrl = (to: string) => workspace.gql('mutation ($url: String!) { updateWebhookSettings(input: { url: $url }) { url } }', { url: to })
  await setUrl(url)
  await Promise.all(Array.from({ length: 5 }, () => send(workspace, 1)))
  expect(await alertsOf(workspace, 'webhook_failing')).toMatchObject([{ clearedAt: null }])
  await setUrl(`${url}/new`)
  expect(await workspace.alerts()).toEqual([])
  await send(workspace, 4)
  expect(await workspace.alerts()).toEqual([])
  await send(workspace, 1)
  expect(await workspace.alerts()).toMatchObject([{ type: 'webhook_failing' }])
})

test('each endpoint has its own alert, which ends when the endpoint is turned off', async () => {
  const workspace = await createAlertWorkspace(testServer())
  const { url } = await startReceiverForTest((response) => response.writeHead(410).end())
  const works = await startReceiverForTest((response) => response.end())
  await workspace.gql('mutation ($url: String!) { updateWebhookSettings(input: { url: $url }) { url } }', { url: works.url })
  const create = 'mutation ($url: String!) { createWebhookEndpoint(input: { url: $url }) { id } }'
  const [one, two] = [await workspace.gql(create, { url }), await workspace.gql(create, { url })]
  await workspace.set({ webhookFailures: 3 })
  await send(workspace, 3)
  await waitFor('both alerts', async () => (await alertsOf(workspace, 'webhook_failing')).length === 2)
  const off = 'mutation ($id: ID!) { updateWebhookEndpoint(id: $id, input: { isEnabled: false }) { isEnabled } }'
  await workspace.gql(off, { id: one.createWebhookEndpoint.id })
  expect((await alertsOf(workspace, 'webhook_failing')).filter(({ clearedAt }) => clearedAt === null)).toHaveLength(1)
  await workspace.gql(off, { id: two.createWebhookEndpoint.id })
  expect(await workspace.alerts()).toEqual([])
})

/** Waits for a few simulated calls, one after another, until the budget covers no other call. */
test('a campaign that reaches its budget raises an alert with its name, until the budget is raised', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, {
    phones: phoneNumbersOf('224', 60),
    settings: { budget: '1.3000' },
    campaign: { name: 'Autumn <1>' },
  })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('budget_reached')
  const key = await acme.key()
  const listAlerts = async () => (await key.gql<any>('{ alerts(openOnly: true) { nodes { type subject title message path data } } }')).alerts.nodes
  expect(await listAlerts()).toEqual([
    {
      type: 'budget_reached',
      subject: String(campaign.id),
      path: `/campaigns/${campaign.id}`,
      title: 'A campaign has used its budget: Autumn <1>',
      message: expect.stringMatching(
        /^The campaign "Autumn <1>" is paused\. It has spent \d\.\d{4,6} of its budget of 1\.3000 USD, and the rest does not cover another call\./,
      ),
      data: { campaign: 'Autumn <1>', budget: '1.3000', spent: expect.any(String), currency: 'USD' },
    },
  ])
  await key.gql('mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { budget: "50" }) { id } }', { id: campaign.id })
  expect(await listAlerts()).toEqual([])
})

/** Waits for a campaign of twelve simulated calls, two at a time, to pause and then to be over, and for another to pause. */
test('a campaign paused by the system raises an alert with the reason, until it is started or deleted; a manual pause does not', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const failing = Array.from({ length: 12 }, (_, index) => `+1226${550 + index}0004`)
  const campaign = await createCampaign(acme.id, agentId, {
    phones: failing,
    settings: { failureRateWindow: 5, failureRateThreshold: 60, concurrency: 2, maxAttempts: 1 },
  })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('failure_rate')
  const listAlerts = async () => (await key.gql<any>('{ alerts(openOnly: true) { nodes { type message data } } }')).alerts.nodes
  expect(await listAlerts()).toEqual([
    {
      type: 'campaign_paused',
      message: 'Callwright paused the campaign "Campaign" because 5 of its last 5 calls failed (limit 60%).',
      data: { campaign: 'Campaign', reason: 'failure_rate', failed: 5, of: 5, limit_percent: 60 },
    },
  ])
  await key.gql('mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { failureRateWindow: 100 }) { id } }', { id: campaign.id })
  expect((await key.post(`/campaigns/${campaign.id}/start`)).status).toBe(200)
  expect(await listAlerts()).toEqual([])
  await campaign.over()
  const ended = new Date(Date.now() - 1).toISOString()
  const late = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('229', 1), campaign: { schedule: { end_date: ended }, name: 'Late' } })
  await late.start()
  await late.pausedFor()
  expect(await listAlerts()).toMatchObject([{ message: 'Callwright paused the campaign "Late" because its schedule has ended.' }])
  await key.delete(`/campaigns/${late.id}`)
  expect(await listAlerts()).toEqual([])
  const byHand = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('230', 1), campaign: { schedule: { start_date: '2100-01-01' } } })
  await byHand.start()
  expect((await key.post(`/campaigns/${byHand.id}/pause`)).status).toBe(200)
  expect(await listAlerts()).toEqual([])
})
