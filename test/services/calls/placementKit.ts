import type { Client } from '../../kit/client.ts'
import type { World } from '../../kit/world.ts'

/** A workspace with a published agent; `wallet` in USD. */
export async function tenant(world: World, { wallet, engine = 'retell' }: { wallet?: string; engine?: string } = {}) {
  const acme = await world.workspace({ wallet })
  const key = await acme.key()
  const { id } = (await key.post('/agents', { name: 'Ada', voice_engine: engine, voice_id: 'Elliot' })).body
  await key.post(`/agents/${id}/publish`)
  return { acme, key, agentId: id as number, place: (to: string, more: object = {}) => key.post('/calls', { to_number: to, agent_id: id, ...more }) }
}

export const money = async (key: Client) => (await key.gql<{ wallet: { balance: string; reserved: string } }>('{ wallet { balance reserved } }')).wallet

/** The bodies of the simulated vendor's requests to place a call to numbers that begin so. */
export async function dialled(world: World, engine: string, to: string) {
  const requests = (await (await fetch(`${world.running.simulator!.url}/simulator/requests`)).json()) as { method: string; path: string; body: object }[]
  const path = engine === 'retell' ? '/retell/v2/create-phone-call' : '/vapi/call'
  return requests
    .filter((one) => one.method === 'POST' && one.path === path)
    .map(({ body }) => JSON.stringify(body))
    .filter((body) => body.includes(to))
}
