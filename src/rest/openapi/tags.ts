import type { KeyScope } from '../../kernel/vocabulary/scopes.ts'

interface Tag {
  name: string
  description: string
}
type NounOf<Scope> = Scope extends `${infer Noun}:${string}` ? Noun : never

const CAMPAIGNS = { name: 'Campaigns', description: 'Calls to a list of leads with an AI agent, and the results of these calls.' }

/** The chapters of the reference in their order. The noun of a route's scope determines its chapter. */
const TAGS: Record<NounOf<KeyScope>, Tag> = {
  me: { name: 'Workspace', description: 'The workspace of an API key, its plan, and exports of its data.' },
  agents: { name: 'Agents', description: 'AI agents that place and answer calls once they are published to a voice provider.' },
  campaigns: CAMPAIGNS,
  results: CAMPAIGNS,
  leads: { name: 'Leads', description: 'Contacts that a campaign calls.' },
  calls: { name: 'Calls', description: 'Single phone calls with their transcript, analysis, cost and recording, and statistics of all calls.' },
  numbers: { name: 'Phone numbers', description: 'Numbers of your own carriers, connected for calls and SMS.' },
  compliance: { name: 'Do not call', description: 'Numbers that Callwright never calls or messages.' },
  sms: { name: 'SMS', description: 'SMS messages from and to the numbers of the workspace.' },
  billing: { name: 'Billing', description: 'Used and remaining minutes, the wallet, its transactions and costs.' },
  webhooks: { name: 'Webhooks', description: 'The endpoints that receive events, and the events themselves. Requests are signed with HMAC-SHA256.' },
}

export const tagOf = (scope: KeyScope) => TAGS[scope.split(':', 1)[0] as NounOf<KeyScope>].name

/** Lists the chapters of routes with these scopes. */
export function tagsOf(scopes: readonly KeyScope[]): Tag[] {
  const used = new Set(scopes.map(tagOf))
  return [...new Set(Object.values(TAGS))].filter(({ name }) => used.has(name))
}
