import { randomUUID } from 'node:crypto'
import type { Tenant } from './data.ts'
import type { Environment } from './ground.ts'
import type { Shot } from './load.ts'

const oneOf = (count: number) => Math.floor(Math.random() * count)
const tenantOf = ({ tenants }: Environment) => tenants[oneOf(tenants.length)]!
const json = (apiKey: string) => ({ 'X-API-Key': apiKey, 'Content-Type': 'application/json' })
const keyed = (apiKey: string) => ({ ...json(apiKey), 'Idempotency-Key': randomUUID() })

/**
 * Picks a random call that is followed by a full page of older calls, and its workspace. Calls are distributed over the workspaces one
 * after another, so the workspace follows from the ID.
 */
function someCall({ calls, tenants }: Environment): { id: number; tenant: Tenant } {
  const oldest = Math.floor(calls * 0.02)
  const id = 1 + oldest + oneOf(calls - oldest)
  return { id, tenant: tenants[(id - 1) % tenants.length]! }
}

/** Creates a request for a random page of calls. */
export function callsPage(environment: Environment): Shot {
  const { id, tenant } = someCall(environment)
  return { method: 'GET', path: `/api/v1/calls?limit=20&cursor=${id}`, headers: { 'X-API-Key': tenant.apiKey } }
}

/** Creates a request for one call with its details. */
export function oneCall(environment: Environment): Shot {
  const { id, tenant } = someCall(environment)
  return { method: 'GET', path: `/api/v1/calls/${id}`, headers: { 'X-API-Key': tenant.apiKey } }
}

/** Creates a request for a new agent, with a new Idempotency-Key. */
export function newAgent(environment: Environment): Shot {
  const body = {
    name: 'Reminders',
    lang: 'it-IT',
    voice_id: '11labs-Adrian',
    system_prompt: 'You remind people of their appointment. Be brief and polite. '.repeat(20),
    general_tools: [{ type: 'end_call', name: 'end_call', description: 'Ends the call at the end of the conversation.' }],
    post_call_analysis_data: [{ type: 'boolean', name: 'confirmed', description: 'Whether the appointment was confirmed' }],
  }
  return { method: 'POST', path: '/api/v1/agents', headers: keyed(tenantOf(environment).apiKey), body: JSON.stringify(body) }
}

/** Creates a request for a new call, with a new Idempotency-Key. Calls to numbers with this ending send no webhooks, so that only the placement is measured. The
 * 976 exchange is a premium rate, which is refused. */
export function newCall(environment: Environment): Shot {
  const { apiKey, agentId } = tenantOf(environment)
  const body = { to_number: `+1212${200 + oneOf(700)}0113`, agent_id: agentId, variables: { first_name: 'Grace' }, metadata: { order: oneOf(1_000_000) } }
  return { method: 'POST', path: '/api/v1/calls', headers: keyed(apiKey), body: JSON.stringify(body) }
}

/** The GraphQL query for a page of calls. */
export const PAGE = `query CallList($first: Int, $after: String) {
  calls(first: $first, after: $after) { nodes { id status toNumber detectedLanguage } pageInfo { hasNextPage endCursor } }
}`

/** Creates a request for the same page over GraphQL; `cursor` encodes an ID as the server does. */
export const graphqlPage =
  (cursor: (id: number) => string) =>
  (environment: Environment): Shot => {
    const { id, tenant } = someCall(environment)
    const body = { query: PAGE, operationName: 'CallList', variables: { first: 20, after: cursor(id) } }
    return { method: 'POST', path: '/graphql', headers: json(tenant.apiKey), body: JSON.stringify(body) }
  }

/** Encodes a row's ID as the cursors of Pothos do. */
export const pothosCursor = (id: number) => Buffer.from(`GPC:N:${id}`).toString('base64')
