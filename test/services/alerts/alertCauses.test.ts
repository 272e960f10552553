import { expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as deliveries from '../../../src/services/webhooks/deliveries.ts'
import { receiverForTest } from '../../kit/receiver.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { campaignOf, phones } from '../dialer/dialerKit.ts'
import { type Owned, owned } from './alertKit.ts'
import { tenant } from '../calls/placementKit.ts'

const world = useWorld()
const of = async (one: Owned, kind: string) => (await one.alerts(false)).filter((alert) => alert.type === kind)
let events = 0
/** Has the workspace send so many events, one after another. */
async function send(one: Owned, count: number) {
  for (let nth = 0; nth < count; nth += 1) {
    const eventId = `event-${(events += 1)}`
    await transaction((tx) => deliveries.enqueue(tx, { workspaceId: one.acme.id, type: 'call.completed', eventId, data: {} }))
    await until('the delivery to end', () => anyWorkspace.webhookDelivery.findFirst({ where: { eventId, finishedAt: { not: null } } }))
  }
}

test('a webhook that is given up so often in a row is told once, and over with the next event that gets through', async () => {
  const one = await owned(world())
  let status = 410
  const { url } = await receiverForTest((response) => response.writeHead(status).end())
  await one.gql('mutation ($url: String!) { updateWebhookSettings(input: { url: $url }) { url } }', { url })
  await one.set({ webhookFailures: 3 })
  await send(one, 2)
  expect(await of(one, 'webhook_failing')).toEqual([])
  await send(one, 2)
  expect(await of(one, 'webhook_failing')).toMatchObject([
    { clearedAt: null, path: '/webhooks', data: { failures: 3, host: new URL(url).host, error: 'HTTP 410' }, message: expect.stringContaining('HTTP 410') },
  ])
  status = 200
  await send(one, 1)
  expect(await of(one, 'webhook_failing')).toMatchObject([{ clearedAt: expect.any(String) }])
  status = 410
  await send(one, 3)
  expect(await of(one, 'webhook_failing')).toHaveLength(2)
})

test('events that fail all at once raise one alert as well, and another address forgives what failed at the old one', async () => {
  const one = await owned(world())
  const { url } = await receiverForTest((response) => response.writeHead(400).end())
  const setUrl = (to: string) => one.gql('mutation ($url: String!) { updateWebhookSettings(input: { url: $url }) { url } }', { url: to })
  await setUrl(url)
  await Promise.all(Array.from({ length: 5 }, () => send(one, 1)))
  expect(await of(one, 'webhook_failing')).toMatchObject([{ clearedAt: null }])
  await setUrl(`${url}/new`)
  expect(await one.alerts()).toEqual([])
  await send(one, 4)
  expect(await one.alerts()).toEqual([])
  await send(one, 1)
  expect(await one.alerts()).toMatchObject([{ type: 'webhook_failing' }])
})

/** Waits for a few simulated calls, one after another, until the budget covers no further one. */
test('a campaign that stops at its budget is told by name, until the budget is raised', async () => {
  const { acme, agentId } = await tenant(world())
  const campaign = await campaignOf(acme.id, agentId, { phones: phones('224', 60), settings: { budget: '1.3000' }, campaign: { name: 'Autumn <1>' } })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('budget_reached')
  const key = await acme.key()
  const seen = async () => (await key.gql<any>('{ alerts(openOnly: true) { nodes { type subject title message path data } } }')).alerts.nodes
  expect(await seen()).toEqual([
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
  expect(await seen()).toEqual([])
})

/** Waits for a campaign of twelve simulated calls, two at a time, to pause and then to be over, and for another to pause. */
test('a campaign that the system pauses is told with the reason, until it is started again or is gone; a pause by hand is not told', async () => {
  const { acme, key, agentId } = await tenant(world())
  const failing = Array.from({ length: 12 }, (_, index) => `+1226${550 + index}0004`)
  const campaign = await campaignOf(acme.id, agentId, {
    phones: failing,
    settings: { failureRateWindow: 5, failureRateThreshold: 60, concurrency: 2, maxAttempts: 1 },
  })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('failure_rate')
  const seen = async () => (await key.gql<any>('{ alerts(openOnly: true) { nodes { type message data } } }')).alerts.nodes
  expect(await seen()).toEqual([
    {
      type: 'campaign_paused',
      message: 'Callwright paused the campaign "Campaign" because 5 of its last 5 calls failed (limit 60%).',
      data: { campaign: 'Campaign', reason: 'failure_rate', failed: 5, of: 5, limit_percent: 60 },
    },
  ])
  await key.gql('mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { failureRateWindow: 100 }) { id } }', { id: campaign.id })
  expect((await key.post(`/campaigns/${campaign.id}/start`)).status).toBe(200)
  expect(await seen()).toEqual([])
  await campaign.over()
  const ended = new Date(Date.now() - 1).toISOString()
  const late = await campaignOf(acme.id, agentId, { phones: phones('229', 1), campaign: { schedule: { end_date: ended }, name: 'Late' } })
  await late.start()
  await late.pausedFor()
  expect(await seen()).toMatchObject([{ message: 'Callwright paused the campaign "Late" because its schedule has ended.' }])
  await key.delete(`/campaigns/${late.id}`)
  expect(await seen()).toEqual([])
  const byHand = await campaignOf(acme.id, agentId, { phones: phones('230', 1), campaign: { schedule: { start_date: '2100-01-01' } } })
  await byHand.start()
  expect((await key.post(`/campaigns/${byHand.id}/pause`)).status).toBe(200)
  expect(await seen()).toEqual([])
})
