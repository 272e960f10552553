import { createSend, type Customer } from './traffic.ts'

const CONCURRENCY = 3
const FIRST_LEADS = 20

/** Creates what the traffic needs in the demo workspace: an endpoint, a published agent, and a campaign that calls. */
export async function createCustomer(url: string, apiKey: string, receiverUrl: string): Promise<Customer> {
  const send = createSend(url, apiKey)
  const must = async (method: string, path: string, body: object = {}) => {
    const answer = await send(method, path, body)
    if (answer.status >= 400 || answer.body?.errors?.length) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body!
  }
  await must('PUT', '/api/v1/webhooks', { url: receiverUrl })
  const { id: agentId } = await must('POST', '/api/v1/agents', {
    name: 'Ada',
    voice_id: '11labs-Adrian',
    system_prompt: 'You are Ada. Ask whether they still need an offer.',
  })
  await must('POST', `/api/v1/agents/${agentId}/publish`)
  const { id: campaignId } = await must('POST', '/api/v1/campaigns', { name: 'Upgrade', purpose: 'quote_request', agent_ref_id: agentId, display_columns: [] })
  // Calls without consent are permitted here, and no failure pauses the campaign.
  const query = 'mutation ($id: ID!, $input: CampaignSettingsInput!) { updateCampaignSettings(campaignId: $id, input: $input) { id } }'
  await must('POST', '/graphql', { query, variables: { id: String(campaignId), input: { concurrency: CONCURRENCY, failureRateThreshold: 100 } } })
  // Earlier versions don't ask for consent.
  await send('POST', '/graphql', { query, variables: { id: String(campaignId), input: { consentRequired: 'none' } } })
  const leads = Array.from({ length: FIRST_LEADS }, (_, nth) => ({ phone_number: `+1718${300 + nth}0009`, name: `First lead ${nth}` }))
  await must('POST', `/api/v1/campaigns/${campaignId}/leads`, { leads })
  await must('POST', `/api/v1/campaigns/${campaignId}/start`)
  return { url, apiKey, agentId, campaignId }
}
