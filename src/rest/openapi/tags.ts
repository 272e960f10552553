import type { KeyScope } from '../../kernel/vocabulary/scopes.ts'

interface Tag {
  name: string
  description: string
}
type NounOf<Scope> = Scope extends `${infer Noun}:${string}` ? Noun : never

const CAMPAIGNS = { name: 'Campaigns', description: 'Leads, an agent and a schedule, run together; and what came of every call.' }

/** The chapters of the reference in the order they are shown. A scope's noun says which one a route belongs to. */
const TAGS: Record<NounOf<KeyScope>, Tag> = {
  me: { name: 'Workspace', description: 'The workspace behind the key, its plan, and what the key may do.' },
  agents: { name: 'Agents', description: 'What speaks. An agent is created here, published to its voice provider, and can place calls from then on.' },
  campaigns: CAMPAIGNS,
  results: CAMPAIGNS,
  leads: { name: 'Leads', description: 'The people a campaign calls.' },
  calls: { name: 'Calls', description: 'Placed one at a time, followed by id, and told in full once they have ended: transcript, analysis, cost, recording.' },
  numbers: { name: 'Phone numbers', description: 'Numbers of your own carriers, linked for calls and texts.' },
  compliance: { name: 'Do not call', description: 'Numbers that are never called or texted.' },
  sms: { name: 'SMS', description: 'Text messages from a number of the workspace.' },
  billing: { name: 'Billing', description: 'Minutes used and left, the wallet, and every movement of it.' },
  webhooks: { name: 'Webhooks', description: 'Where events are sent, and what they hold. Requests are signed with HMAC-SHA256.' },
}

export const tagOf = (scope: KeyScope) => TAGS[scope.split(':', 1)[0] as NounOf<KeyScope>].name

/** Those of the chapters that routes of these scopes fill. */
export function tagsOf(scopes: readonly KeyScope[]): Tag[] {
  const used = new Set(scopes.map(tagOf))
  return [...new Set(Object.values(TAGS))].filter(({ name }) => used.has(name))
}
