import type { Client } from '../../kit/clients/client.ts'
import type { TestServer } from '../../kit/server/testServer.ts'

/** Creates a workspace with a published agent; `wallet` is in USD. */
export async function createTenant(testServer: TestServer, { wallet, engine = 'retell' }: { wallet?: string; engine?: string } = {}) {
  const acme = await testServer.workspace({ wallet })
  const key = await acme.key()
  const { id } = (await key.post('/agents', { name: 'Ada', voice_engine: engine, voice_id: 'Elliot' })).body
  await key.post(`/agents/${id}/publish`)
  return { acme, key, agentId: id as number, place: (to: string, more: object = {}) => key.post('/calls', { to_number: to, agent_id: id, ...more }) }
}

export const readWallet = async (key: Client) => (await key.gql<{ wallet: { balance: string; reserved: string } }>('{ wallet { balance reserved } }')).wallet

/** Lists the bodies of requests to the simulated provider to place a call to numbers that contain `to`. */
export async function listPlacements(testServer: TestServer, engine: string, to: string) {
  const requests = (await (await fetch(`${testServer.running.simulator!.url}/simulator/requests`)).json()) as { method: string; path: string; body: object }[]
  const path = engine === 'retell' ? '/retell/v2/create-phone-call' : '/vapi/call'
  return requests
    .filter((request) => request.method === 'POST' && request.path === path)
    .map(({ body }) => JSON.stringify(body))
    .filter((body) => body.includes(to))
}
