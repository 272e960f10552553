import { setTimeout as sleep } from 'node:timers/promises'
import type { Workspace } from './administrator.ts'
import { phoneOf } from './leads.ts'
import { mostCallsOf, type RampOptions } from './options.ts'

/** A campaign with its share of the calls at once. */
export interface Campaign {
  id: number
  workspaceId: number
  concurrency: number
  send: Send
}
type Send = (method: string, path: string, body?: object) => Promise<unknown>

const LEADS_A_REQUEST = 2_000
/** Eight questions, so that a call lasts about a minute and a thousand at once need fewer than 20 new ones a second. */
const PROMPT =
  'You are Ada. Ask whether they still need an offer. Ask for their postal code. Ask how many people live in the house. Ask whether they own the roof. ' +
  'Ask for the color of the roof. Ask how many windows the house has. Ask whether they have a garden. Ask for the best day to visit.'
const AGENT = { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: PROMPT }
const SCHEMA = { type: 'object', properties: { interested: { type: 'boolean' }, budget: { type: 'number' } } }

/** Creates a campaign in each workspace with leads for the whole time, and the endpoint of its webhooks. */
export async function createCampaigns(urls: string[], receiverUrl: string, workspaces: Workspace[], options: RampOptions): Promise<Campaign[]> {
  const leads = Math.ceil(mostCallsOf(options) / workspaces.length)
  const campaigns: Campaign[] = []
  for (const [nth, workspace] of workspaces.entries()) {
    const concurrency = Math.floor(((nth + 1) * options.calls) / workspaces.length) - Math.floor((nth * options.calls) / workspaces.length)
    const send = createSend(urls[nth % urls.length]!, workspace.apiKey)
    const id = await createCampaign(send, receiverUrl, concurrency)
    for (let first = 0; first < leads; first += LEADS_A_REQUEST) {
      const numbers = Array.from({ length: Math.min(LEADS_A_REQUEST, leads - first) }, (_, at) => phoneOf(nth * leads + first + at))
      await send('POST', `/api/v1/campaigns/${id}/leads`, { leads: numbers.map((phone_number, at) => ({ phone_number, name: `Lead ${first + at}` })) })
    }
    campaigns.push({ id, workspaceId: workspace.id, concurrency, send })
  }
  return campaigns
}

async function createCampaign(send: Send, receiverUrl: string, concurrency: number): Promise<number> {
  const create = async (path: string, body: object) => ((await send('POST', path, body)) as { id: number }).id
  await send('PUT', '/api/v1/webhooks', { url: receiverUrl })
  const agentId = await create('/api/v1/agents', AGENT)
  await send('POST', `/api/v1/agents/${agentId}/publish`)
  const id = await create('/api/v1/campaigns', {
    name: 'Ramp',
    purpose: 'quote_request',
    agent_ref_id: agentId,
    extraction_schema: SCHEMA,
    display_columns: [],
  })
  const query = 'mutation ($id: ID!, $input: CampaignSettingsInput!) { updateCampaignSettings(campaignId: $id, input: $input) { id } }'
  // A killed server may fail all calls that it was about to send.
  const variables = { id: String(id), input: { concurrency, failureRateThreshold: 100, consentRequired: 'none' } }
  const { errors } = (await send('POST', '/graphql', { query, variables })) as { errors?: object[] }
  if (errors) throw new Error(JSON.stringify(errors))
  return id
}

const createSend =
  (url: string, apiKey: string): Send =>
  async (method, path, body = {}) => {
    const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
    const request: RequestInit = { method, headers, body: JSON.stringify(body) }
    const res = await fetch(`${url}${path}`, request)
    if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${await res.text()}`)
    return res.json()
  }

/** Starts the campaigns one after the other, within so many seconds. */
export async function startCampaigns(campaigns: Campaign[], seconds: number) {
  for (const { id, send } of campaigns) {
    await send('POST', `/api/v1/campaigns/${id}/start`)
    await sleep((seconds * 1000) / campaigns.length)
  }
}

/** Pauses the campaigns. Their active calls go on. */
export const pauseCampaigns = (campaigns: Campaign[]) => Promise.all(campaigns.map(({ id, send }) => send('POST', `/api/v1/campaigns/${id}/pause`)))
