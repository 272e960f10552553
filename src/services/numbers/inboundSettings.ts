import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { badInput, DomainError, notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import type { Agent, PhoneNumber } from '../../generated/prisma/client.ts'
import { newWebhookSecret } from '../../kernel/crypto/ids.ts'
import type { InboundInput } from '../../inputs/numbers.ts'
import { log } from '../../kernel/log.ts'
import { rowId } from '../../kernel/db/rows.ts'
import { seal, unseal } from '../../kernel/crypto/seal.ts'
import { columns, query, sql, told } from '../../kernel/db/sql.ts'
import * as agents from '../agents/agents.ts'
import { callable } from '../shared/callbackUrls.ts'
import * as numberImports from './numberImports.ts'
import * as numbers from './numbers.ts'
import { provider, providerFailed } from '../voiceProviders/voiceProviders.ts'
import { targetOfNumber } from '../voiceProviders/webhookAddresses.ts'

/** A number as it may be shown; `secret` only in the answer to the change that made it. */
export type ShownNumber = PhoneNumber & { secret?: string }

/**
 * Says who answers calls to a number (spec: PUT /phone-numbers/{number_id}/inbound). The first address brings a secret
 * along; `rotateSecret` makes a new one. The voice provider is told first, which is safe to repeat: if it fails
 * (PROVIDER_ERROR), or the process dies before our row is written, nothing has changed here. BAD_REQUEST for an empty
 * change, an address that cannot be called, or nobody to answer; UNPROCESSABLE_ENTITY for an agent that is not published.
 */
export async function set(actor: Actor, numberId: number, input: InboundInput): Promise<ShownNumber> {
  const number = await numbers.get(actor, numberId)
  if (!number.isActive) throw notFound('Phone number')
  if (Object.values(input).every((value) => value === undefined)) throw badInput('No fields to update')
  const url = input.assistantRequestUrl === undefined ? number.assistantRequestUrl : callable(input.assistantRequestUrl, 'assistant_request_url')
  const agentId = input.agentId === undefined ? number.inboundAgentId : input.agentId && rowId(input.agentId, 'Agent')
  const enabled = input.enabled === undefined ? number.inboundEnabled : input.enabled === true
  if (enabled && agentId === null && url === null) throw badInput('Set agent_id or assistant_request_url to enable inbound calls.')
  const isToAnswer = input.agentId !== undefined || input.enabled === true
  const agent = agentId !== null && isToAnswer ? await speaking(actor, agentId) : null
  if (enabled && isToAnswer) await route(number, agent)
  return write(number, { enabled, agentId, url, rotate: input.rotateSecret === true })
}

/** The agent, if it can answer a call now. */
async function speaking(actor: Actor, id: number): Promise<Agent> {
  const agent = await agents.get(actor, id)
  if (!agent.isActive || !agent.published) throw unprocessable('Agent is not synced: publish or update it first')
  return agent
}

/** Routes a number to where its agent speaks now. Run twice it does the same again; a provider that fails is asked later. */
export async function routeAgain(numberId: number): Promise<void> {
  const number = await anyWorkspace.phoneNumber.findUnique({ where: { id: numberId } })
  if (!number?.isActive || !number.inboundEnabled || number.inboundAgentId === null) return
  const agent = await anyWorkspace.agent.findUnique({ where: { id: number.inboundAgentId } })
  if (!agent?.published) return
  await route(number, agent).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code === 'PROVIDER_ERROR') throw error
    log.warn({ numberId, err: error.message }, 'could not move a number to the voice provider of its agent')
  })
}

/** Has the agent's voice provider ask us about calls to the number; without an agent, the one that knows the number. */
async function route(number: PhoneNumber, agent: Agent | null): Promise<void> {
  const known = Object.keys(number.providerNumbers as object)
  const engine = (agent?.published as { engine: string } | undefined)?.engine ?? known[0] ?? 'retell'
  try {
    const providerNumberId = await numberImports.atProvider(number, engine)
    await provider(engine).routeInbound({ e164: number.phoneNumber, tag: number.tag, providerNumberId, webhook: targetOfNumber(engine, number) })
    await numberImports.noteAddress(number, engine)
  } catch (error) {
    throw providerFailed(engine, error)
  }
}

async function write({ workspaceId, id }: PhoneNumber, next: { enabled: boolean; agentId: number | null; url: string | null; rotate: boolean }) {
  const secret = newWebhookSecret()
  const sealed = seal(secret, placeOf(id))
  // In the statement itself, so that of two first addresses at once the second sees the secret of the first.
  const [row] = await query<PhoneNumber & { isNew: boolean }>(sql`
    update phone_numbers set inbound_enabled = ${next.enabled}, inbound_agent_id = ${next.agentId}::int, assistant_request_url = ${next.url}::text,
      assistant_request_secret = case
        when ${next.rotate}::bool or (assistant_request_secret is null and ${next.url}::text is not null) then ${sealed}::bytea
        else assistant_request_secret end
    where workspace_id = ${workspaceId} and id = ${id} and is_active and ${told()}
    returning ${columns(numbers.FIELDS)}, coalesce(assistant_request_secret = ${sealed}::bytea, false) as "isNew"`)
  if (!row) throw notFound('Phone number')
  return row.isNew ? { ...row, secret } : row
}

/** What signs requests to the number's assistant-request server; null where there is none. */
export const secretOf = ({ id, assistantRequestSecret }: PhoneNumber) => assistantRequestSecret && unseal(assistantRequestSecret, placeOf(id))

/** What binds a number's secret to its row. */
export const placeOf = (numberId: number) => `phone_numbers:${numberId}`
