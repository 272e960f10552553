import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { signInAsOwner, waitForFinishedCall } from '../services/privacy/privacyKit.ts'

const testServer = useTestServer({ speed: 200 })
/** More than 32 bits, and the largest ID but a few that a JavaScript number holds exactly. */
const FIRST = {
  webhook_deliveries: 2 ** 31 + 7,
  webhook_attempts: 2 ** 31 + 7,
  provider_events: 2 ** 31 + 7,
  lead_decisions: 2 ** 31 + 7,
  audit_entries: 2 ** 53 - 1_000,
}
beforeAll(async () => {
  for (const [table, id] of Object.entries(FIRST)) await pool.query(`select setval('${table}_id_seq', $1)`, [id])
})

const DELIVERIES = `query($after: String) { webhookDeliveries(first: 2, after: $after) {
  nodes { id status redeliveryOfId attempts { number status } } pageInfo { endCursor hasNextPage } } }`

test('webhooks are delivered, listed in pages, sent again, checked and erased by IDs beyond 32 bits', async () => {
  const hook = await startReceiver((response) => response.end('thank you'))
  const mine = await createTenant(testServer())
  await mine.key.put('/webhooks', { url: hook.url })
  const { id: callId } = (await mine.place('+14155550009')).body
  await waitForFinishedCall(callId)
  await waitFor('the webhook', () => hook.received.length === 1)
  const ask = await signInAsOwner(testServer(), mine.acme)
  const list = async (after?: string) => (await ask<any>(DELIVERIES, { after })).webhookDeliveries
  await waitFor('the delivery', async () => (await list()).nodes[0].status === 'delivered')
  const [first] = (await list()).nodes
  expect(Number(first.id)).toBeGreaterThan(2 ** 31)
  expect(first).toMatchObject({ redeliveryOfId: null, attempts: [{ number: 1, status: 200 }] })

  const again: string[] = []
  for (let n = 0; n < 2; n++)
    again.push((await ask<any>('mutation($id: ID!) { redeliverWebhook(id: $id) { id redeliveryOfId } }', { id: first.id })).redeliverWebhook.id)
  await waitFor('all webhooks', () => hook.received.length === 3)
  expect(new Set(hook.received.map(({ headers }) => headers['x-service-delivery']))).toEqual(new Set([first.id, ...again]))
  const page = await list()
  expect(page.nodes.map(({ id }: { id: string }) => id)).toEqual(again.toReversed())
  expect(page.nodes[0]).toMatchObject({ redeliveryOfId: first.id })
  expect((await list(page.pageInfo.endCursor)).nodes.map(({ id }: { id: string }) => id)).toEqual([first.id])
  const one = 'query($id: ID!) { webhookDelivery(id: $id) { id } }'
  expect(await ask(one, { id: again[0] })).toEqual({ webhookDelivery: { id: again[0] } })
  await expect(ask(one, { id: String(2 ** 53) })).rejects.toThrow('Webhook delivery not found')

  // The delivery is found by its ID, and so the changed body is recognized.
  const { raw, headers } = hook.received[0]!
  const input = {
    body: `${raw.toString()}!`,
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('\n'),
  }
  const check = 'query($input: SignatureCheckInput!) { checkWebhookSignature(input: $input) { verdict } }'
  expect(await ask(check, { input })).toEqual({ checkWebhookSignature: { verdict: 'body_changed' } })

  const events = (await ask<any>('query($id: ID!) { call(id: $id) { events { nodes { id isProcessed } } } }', { id: callId })).call.events.nodes
  expect(events.length).toBeGreaterThan(0)
  for (const { id } of events) expect(Number(id)).toBeGreaterThan(2 ** 31)

  await ask('mutation { erasePersonalData(phoneNumber: "+14155550009", retainDncEntry: false) { id } }')
  await waitFor('the erasure', async () => (await ask<any>('{ webhookDeliveries { nodes { id } } }')).webhookDeliveries.nodes.length === 0)
})

test('audit entries are listed in pages and exported by IDs up to 2^53', async () => {
  const mine = await createTenant(testServer())
  const ask = await signInAsOwner(testServer(), mine.acme)
  const ids: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const { nodes, pageInfo }: any = (
      await ask<any>('query($after: String) { auditEntries(first: 2, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }', { after })
    ).auditEntries
    ids.push(...nodes.map(({ id }: { id: string }) => id))
    ;[after, more] = [pageInfo.endCursor, pageInfo.hasNextPage]
  }
  expect(ids.length).toBeGreaterThan(2)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(b) - Number(a)))
  expect(Number(ids[0])).toBeGreaterThan(2 ** 53 - 1_000)
  const { exportReport } = await ask<any>('mutation { exportReport(input: { type: audit, format: json, from: "2026-01-01", to: "2089-01-01" }) { id } }')
  const url = await waitFor('the report', async () => (await ask<any>('query($id: ID!) { report(id: $id) { downloadUrl } }', exportReport)).report.downloadUrl)
  const entries = (await (await fetch(new URL(url, testServer().url))).json()) as { id: number }[]
  expect(entries.map(({ id }) => String(id))).toEqual(expect.arrayContaining(ids))
})
