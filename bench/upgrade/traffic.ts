import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** The part of the upgrade in which a request began. */
export type Phase = 'before' | 'migration' | 'earlier servers, new tables' | 'replacement' | 'after'

export interface Sent {
  phase: Phase
  request: string
  ms: number
  /** What was wrong; null if the request succeeded. */
  failure: string | null
}

/** A client of the demo workspace, with an agent and a campaign that the earlier version has created. */
export interface Customer {
  url: string
  apiKey: string
  agentId: number
  campaignId: number
}

/** What the requests need of an answer. */
interface Answer {
  id: number
  errors?: unknown[]
}

type Send = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<{ status: number; body: Answer | null }>

export const createSend =
  (url: string, apiKey: string): Send =>
  async (method, path, body, headers = {}) => {
    const request = { method, headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', ...headers }, body: body && JSON.stringify(body) }
    const res = await fetch(url + path, request)
    const text = await res.text()
    return { status: res.status, body: text === '' ? null : (JSON.parse(text) as Answer) }
  }

/** Time of a round. Its eight requests make 480 a minute, of the 600 that the plan permits. */
const PAUSE_MS = 1_000
/** Ends of numbers with which a call is answered and succeeds. */
const phoneOf = (nth: number) => `+1212${300 + (nth % 600)}${nth % 2 ? '0100' : '0009'}`

/** Sends requests of every kind, one round after the other, until `stop`. A request that fails isn't repeated. */
export function startTraffic({ url, apiKey, agentId, campaignId }: Customer, phaseOf: () => Phase) {
  const send = createSend(url, apiKey)
  const sent: Sent[] = []
  let isOver = false

  async function attempt(request: string, work: () => ReturnType<Send>): Promise<Answer | null> {
    const [phase, since] = [phaseOf(), performance.now()]
    const note = (failure: string | null) => sent.push({ phase, request, ms: performance.now() - since, failure })
    try {
      const { status, body } = await work()
      note(status >= 400 || body?.errors?.length ? `${status} ${JSON.stringify(body).slice(0, 200)}` : null)
      return body
    } catch (error) {
      note(String((error as Error).cause ?? error))
      return null
    }
  }

  async function round(nth: number) {
    const key = { 'Idempotency-Key': randomUUID() }
    const call = { to_number: phoneOf(nth), agent_id: agentId, metadata: { nth, friend: '(415) 501-0007' } }
    const placed = await attempt('POST /calls', () => send('POST', '/api/v1/calls', call, key))
    await Promise.all([
      attempt('GET /calls', () => send('GET', '/api/v1/calls?limit=20')),
      placed?.id && attempt('GET /calls/{id}', () => send('GET', `/api/v1/calls/${placed.id}`)),
      placed?.id && attempt('POST /calls, repeated', () => send('POST', '/api/v1/calls', call, key)),
      attempt('POST /campaigns/{id}/leads', () =>
        send('POST', `/api/v1/campaigns/${campaignId}/leads`, { leads: [{ phone_number: `+1646${300 + (nth % 600)}0009`, name: `Lead ${nth}` }] }),
      ),
      attempt('PATCH /agents/{id}', () => send('PATCH', `/api/v1/agents/${agentId}`, { name: `Ada ${nth}` })),
      attempt('GET /analytics/workspace', () => send('GET', '/api/v1/analytics/workspace')),
      attempt('POST /graphql', () => send('POST', '/graphql', { query: '{ wallet { balance reserved } campaigns(first: 5) { nodes { id name status } } }' })),
    ])
  }

  const ended = (async () => {
    for (let nth = 0; !isOver; nth++) await Promise.all([round(nth), sleep(PAUSE_MS)])
  })()
  return {
    async stop(): Promise<Sent[]> {
      isOver = true
      await ended
      return sent
    },
  }
}
