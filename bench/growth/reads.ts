import type { Subject } from './data.ts'

/** A read of a page, list or statistic: a path of the API, or a GraphQL query. */
export interface Read {
  title: string
  path: string
  query?: string
}

const rest = (title: string, path: string): Read => ({ title, path: `/api/v1${path}` })
const graphql = (title: string, query: string): Read => ({ title, path: '/graphql', query: `{ ${query} }` })

const PAGE = 'pageInfo { hasNextPage endCursor }'
const CALL = 'id status outcome toNumber createdAt durationSeconds cost lead { name }'
const LEAD = 'id phoneNumber name status attempts lastOutcome'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Every list with its filters and orders, and every page and statistic that looks at rows which grow with use. */
export function readsOf({ agentId, campaignId, callId, leadId, conversationId, deliveryId, phoneNumber, tenant }: Subject): Read[] {
  const period = `from=${day(-30)}&to=${day(1)}`
  const calls = (filter: string) => graphql(`calls: ${filter}`, `calls(first: 25, ${filter}) { nodes { ${CALL} } ${PAGE} }`)
  const callCount = (filter: string) => graphql(`callCount: ${filter}`, `callCount(${filter})`)
  const leads = (filter: string) => graphql(`leads: ${filter}`, `leads(first: 25, campaignId: ${campaignId}, ${filter}) { nodes { ${LEAD} } ${PAGE} }`)
  const leadCount = (filter: string) => graphql(`leadCount: ${filter}`, `leadCount(campaignId: ${campaignId}${filter})`)
  const list = (field: string, fields = 'id') => graphql(field.replaceAll(/\b\d+\b/g, '…'), `${field} { nodes { ${fields} } ${PAGE} }`)
  const filters = [
    'status: completed',
    'status: failed',
    'outcome: "success"',
    `agentId: ${agentId}`,
    `campaignId: ${campaignId}`,
    `campaignId: ${campaignId}, status: busy`,
    'direction: inbound',
    'hasRecording: true',
    'number: "004242"',
    `number: "${phoneNumber}"`,
    'lead: "Lead 4242"',
    'minCost: "0.5"',
    'minDurationSeconds: 300, maxDurationSeconds: 310',
    'said: "canary"',
    'sentiment: positive',
    'disclosureSaid: no',
    `from: "${day(-60)}", to: "${day(-50)}"`,
  ]
  return [
    rest('GET /calls', '/calls?limit=50'),
    rest('GET /calls, failed', '/calls?limit=50&status=failed'),
    rest('GET /calls, of a campaign', `/calls?limit=50&campaign_id=${campaignId}`),
    rest('GET /calls/{id}', `/calls/${callId}`),
    rest('GET /calls/{id}/proof', `/calls/${callId}/proof`),
    rest('GET /campaigns', '/campaigns?limit=50'),
    rest('GET /campaigns/{id}', `/campaigns/${campaignId}`),
    rest('GET /campaigns/{id}/leads', `/campaigns/${campaignId}/leads?limit=50`),
    rest('GET /campaigns/{id}/leads, failed', `/campaigns/${campaignId}/leads?limit=50&status=failed`),
    rest('GET /campaigns/{id}/results', `/campaigns/${campaignId}/results?limit=50`),
    rest('GET /campaigns/{id}/results, success', `/campaigns/${campaignId}/results?limit=50&outcome=success`),
    rest('GET /sms', '/sms?limit=50'),
    rest('GET /sms, of a conversation', `/sms?limit=50&conversation_id=${conversationId}`),
    rest('GET /phone-numbers', '/phone-numbers'),
    rest('GET /billing/usage', '/billing/usage'),
    rest('GET /dnc', '/dnc?limit=50'),
    rest('GET /dnc/check', `/dnc/check?phone_number=${encodeURIComponent(phoneNumber)}`),
    rest('GET /webhooks', '/webhooks'),
    rest('GET /reports', '/reports'),
    rest('GET /agents', '/agents?limit=50'),
    ...['workspace', 'daily', 'hours', 'funnel', 'costs'].map((name) =>
      rest(`GET /analytics/${name}`, `/analytics/${name}?${period}${name === 'costs' ? '&by=campaign' : ''}`),
    ),
    rest('GET /analytics/funnel, of a campaign', `/analytics/funnel?campaign_id=${campaignId}`),
    graphql('activeCalls', 'activeCalls { id }'),
    ...filters.map(calls),
    ...filters.map(callCount),
    calls('order: oldest'),
    graphql('callAnswerNames', 'callAnswerNames'),
    graphql('callAnswerNames of a campaign', `callAnswerNames(campaignId: ${campaignId})`),
    ...[
      'order: newest',
      'order: oldest',
      'order: phone_number',
      'order: phone_number_descending',
      'search: "Lead 4242"',
      'search: "004242"',
      'status: failed',
      'status: pending, search: "77"',
    ].map(leads),
    ...['', ', status: failed', ', search: "Lead 4242"', ', search: "004242"'].map(leadCount),
    graphql('leadFieldNames', `leadFieldNames(campaignId: ${campaignId})`),
    graphql('lead', `lead(id: ${leadId}) { ${LEAD} }`),
    graphql('leadExplanation', `leadExplanation(leadId: ${leadId}) { message }`),
    list(`leadDecisions(first: 25, leadId: ${leadId})`),
    graphql('campaign page', `campaign(id: ${campaignId}) { id name status stats { leads { total pending completed } } }`),
    graphql(
      'contact page',
      `contact(phoneNumber: "${phoneNumber}") { name calls(first: 25) { nodes { ${CALL} } } conversations { id } leads { id } consents { id } dncEntry { id } }`,
    ),
    graphql('contactSearch by name', 'contactSearch(query: "Lead 4242") { name }'),
    graphql('contactSearch by number', 'contactSearch(query: "004242") { name }'),
    list('conversations(first: 25)', 'id contactName lastMessage { body }'),
    list(`conversations(first: 25, numberId: ${tenant.id})`),
    list(`messages(first: 25, conversationId: ${conversationId})`),
    ...['', ', status: failed', ', eventType: "call.completed"', ', eventType: "sms.received"'].map((filter) => list(`webhookDeliveries(first: 25${filter})`)),
    graphql('webhookDelivery', `webhookDelivery(id: ${deliveryId}) { id }`),
    list('ledgerEntries(first: 25)'),
    list('usagePeriods(first: 25)', 'calls'),
    graphql('wallet', 'wallet { balance reserved }'),
    list('optOuts(first: 25)'),
    list(`optOuts(first: 25, phoneNumber: "${phoneNumber}")`),
    list(`callProofs(first: 25, phoneNumber: "${phoneNumber}")`, 'callId'),
    list(`consents(first: 25, phoneNumber: "${phoneNumber}")`),
    list('dncEntries(first: 25)', 'phoneNumber contactName'),
    list('alerts(first: 25)'),
    list('alerts(first: 25, openOnly: true)'),
  ]
}
