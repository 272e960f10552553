import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { hasPgBouncer, startPgBouncer } from '../kit/server/pgBouncer.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

// PgBouncer is not among the programs that the tests require (docs/development.md).
describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode', () => {
  let product: Product
  let end: () => Promise<void>
  beforeAll(async () => {
    const database = await freshDatabase()
    const bouncer = await startPgBouncer(database.url)
    product = await createProduct({ SIMULATOR_SPEED: '100', CALLING_HOURS: 'off', LOG_LEVEL: 'warn' })
    await product.start({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: database.url, DATABASE_POOL_SIZE: '24' })
    end = async () => {
      await product.end()
      await bouncer.stop()
      await database.drop()
    }
  })
  afterAll(() => end())

  /** Waits for a simulated campaign of thirty calls, at a hundred times real time. */
  test('a campaign runs to its end, is watched live, and each call is reported once, without an error in the log', async () => {
    const hook = await startReceiver()
    const key = product.client()
    await key.put('/webhooks', { url: hook.url })
    const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body
    expect((await key.post(`/agents/${agentId}/publish`)).status).toBe(200)
    const campaign = (await key.post('/campaigns', { name: 'Pooled', agent_ref_id: agentId, purpose: 'quote_request' })).body
    const leads = Array.from({ length: 30 }, (_, nth) => ({
      phone_number: `+1212${200 + nth}0100`,
      name: `Lead ${nth}`,
      consent: { basis: 'express_written', given_at: '2026-01-31' },
    }))
    expect((await key.post(`/campaigns/${campaign.id}/leads`, { leads })).status).toBe(201)
    const live = createSocketClient(product.url, { apiKey: key.apiKey })
    const watched = live.watch<{ activeCallsUpdated: { call: { id: string } } }>('subscription { activeCallsUpdated { call { id status } } }')
    await waitFor('the socket', () => watched.ready)
    expect((await key.post(`/campaigns/${campaign.id}/start`)).status).toBe(200)
    await waitFor('the campaign to end', async () => (await key.get(`/campaigns/${campaign.id}`)).body.status === 'completed')
    await waitFor('the webhooks', () => hook.received.length >= leads.length)
    const reported = hook.received.map(({ body }) => body.data.call_id as string)
    expect(new Set(reported).size).toBe(leads.length)
    expect(reported).toHaveLength(leads.length)
    expect(new Set(watched.events.map(({ activeCallsUpdated: { call } }) => call.id)).size).toBe(leads.length)
    await live.close()
    expect(product.output()).not.toMatch(/"level":50|prepared statement/)
  })
})
