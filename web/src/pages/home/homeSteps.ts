import type { MessageKey } from '../../messages.ts'
import type { HomeFirstStepsQuery } from './Home.gql.ts'

export interface HomeStep {
  name: MessageKey<'home'>
  path: string
  isDone: boolean
}

/** Returns the steps to the first campaign, in the order in which a new workspace takes them. Funds are a step only while none are available. */
export function listSteps({ agents, phoneNumbers, wallet, calls, campaigns, webhookSettings }: HomeFirstStepsQuery): HomeStep[] {
  const agent = agents.nodes.find(({ isPublished }) => isPublished) ?? agents.nodes[0]
  const campaign = campaigns.nodes.find(({ startedAt }) => startedAt) ?? campaigns.nodes[0]
  const stepOf = (step: string) => (campaign ? `/campaigns/new?id=${campaign.id}&step=${step}` : '/campaigns/new')
  const isFunded = Number(wallet.available) > 0
  return [
    { name: 'stepAgent', path: agent ? `/agents/${agent.id}` : '/agents/new', isDone: agent?.isPublished === true },
    { name: 'stepNumber', path: '/numbers', isDone: phoneNumbers.nodes.length > 0 },
    ...(isFunded ? [] : [{ name: 'stepFunds' as const, path: '/billing', isDone: false }]),
    { name: 'stepTestCall', path: agent ? `/agents/${agent.id}?tab=test` : '/agents', isDone: calls.nodes.length > 0 },
    { name: 'stepCampaign', path: '/campaigns/new', isDone: campaign !== undefined },
    { name: 'stepLeads', path: stepOf('leads'), isDone: campaigns.nodes.some(({ stats }) => stats.leads.total > 0) },
    { name: 'stepStart', path: stepOf('review'), isDone: campaigns.nodes.some(({ startedAt }) => startedAt) },
    { name: 'stepWebhook', path: '/webhooks', isDone: webhookSettings.url != null },
  ]
}
