import { expect, test } from 'vitest'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer({ speed: 200 })

test('an agent that is published to another provider continues to answer its numbers there', async () => {
  const { key, agentId } = await createTenant(testServer())
  const [{ id, phone_number }] = (await key.get('/phone-numbers')).body.items
  await key.put(`/phone-numbers/${id}/inbound`, { enabled: true, agent_id: agentId })
  const ring = async (provider: string) =>
    (
      await fetch(`${testServer().running.simulator!.url}/simulator/inbound`, {
        method: 'POST',
        body: JSON.stringify({ provider, from: '+14155550100', to: phone_number }),
      })
    ).json() as Promise<{ answered?: boolean }>
  expect((await ring('retell')).answered).toBe(true)

  await key.patch(`/agents/${agentId}`, { voice_engine: 'vapi' })
  expect((await key.post(`/agents/${agentId}/publish`)).status).toBe(200)
  await waitFor('its number to be rerouted', async () => (await ring('vapi')).answered)
  const { items } = (await key.get('/calls')).body
  expect((await key.get(`/calls/${items[0].id}`)).body).toMatchObject({ direction: 'inbound', provider: 'vapi', agent_id: agentId })
})
