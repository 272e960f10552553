import type { AgentId, NumberId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { badRequest, DomainError, notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import type { Agent, PhoneNumber } from '../../generated/prisma/client.ts'
import { newWebhookSecret } from '../../kernel/crypto/ids.ts'
import type { InboundInput } from '../../inputs/numbers.ts'
import { log } from '../../kernel/log.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { encryptSecret, decryptSecret } from '../../kernel/crypto/encryption.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as agents from '../agents/agents.ts'
import { requireCallableUrl } from '../shared/callbackUrls.ts'
import * as numberImports from './numberImports.ts'
import * as numbers from './numbers.ts'
import { provider, fromProviderError } from '../voiceProviders/voiceProviders.ts'
import { targetOfNumber } from '../voiceProviders/webhookAddresses.ts'
import { publishedOf } from '../shared/jsonColumns.ts'

/** A number as clients see it. `secret` is set only in the response to the change that created it. */
export type PublicNumber = PhoneNumber & { secret?: string }

/**
 * Configures inbound calls to a number (spec: PUT /phone-numbers/{number_id}/inbound). The first URL creates a secret;
 * `rotateSecret` replaces it. Updates the voice provider first, which is safe to repeat: if that fails (PROVIDER_ERROR), or the
 * process dies before our row is written, nothing changes here. Throws BAD_REQUEST for an empty change, a URL that cannot be
 * called, or no agent and no URL; UNPROCESSABLE_ENTITY for an agent that is not published.
 */
export async function set(actor: Actor, numberId: NumberId, input: InboundInput): Promise<PublicNumber> {
  const number = await numbers.get(actor, numberId)
  if (!number.isActive) throw notFound('Phone number')
  if (Object.values(input).every((value) => value === undefined)) throw badRequest('no_changes')
  const url = input.assistantRequestUrl === undefined ? number.assistantRequestUrl : requireCallableUrl(input.assistantRequestUrl, 'assistant_request_url')
  const agentId = input.agentId === undefined ? number.inboundAgentId : input.agentId && parseRowId(input.agentId, 'Agent')
  const enabled = input.enabled === undefined ? number.inboundEnabled : input.enabled === true
  if (enabled && agentId === null && url === null) throw badRequest('inbound_without_agent')
  const changesRoute = input.agentId !== undefined || input.enabled === true
  const agent = agentId !== null && changesRoute ? await requirePublishedAgent(actor, agentId) : null
  if (enabled && changesRoute) await route(number, agent)
  return write(number, { enabled, agentId, url, rotate: input.rotateSecret === true })
}

/** Returns the agent. Throws UNPROCESSABLE_ENTITY if it cannot answer calls now. */
async function requirePublishedAgent(actor: Actor, id: AgentId): Promise<Agent> {
  const agent = await agents.get(actor, id)
  if (!agent.isActive || !agent.published) throw unprocessable('agent_not_published')
  return agent
}

/** Routes a number to its agent's current voice provider. Safe to repeat. Throws PROVIDER_ERROR so that the job tries again. */
export async function reroute(numberId: NumberId): Promise<void> {
  const number = await anyWorkspace.phoneNumber.findUnique({ where: { id: numberId } })
  if (!number?.isActive || !number.inboundEnabled || number.inboundAgentId === null) return
  enterWorkspace(number.workspaceId)
  const agent = await anyWorkspace.agent.findUnique({ where: { id: number.inboundAgentId } })
  if (!agent?.published) return
  await route(number, agent).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code === 'PROVIDER_ERROR') throw error
    log.warn({ numberId, err: error.message }, 'could not move a number to the voice provider of its agent')
  })
}

/** Routes inbound calls through the agent's voice provider or, without an agent, through one that has the number. */
async function route(number: PhoneNumber, agent: Agent | null): Promise<void> {
  const engines = Object.keys(number.providerNumbers as object)
  const engine = (agent && publishedOf(agent)?.engine) ?? engines[0] ?? 'retell'
  try {
    const providerNumberId = await numberImports.ensureImported(number, engine)
    await provider(engine).routeInbound({ e164: number.phoneNumber, tag: number.tag, providerNumberId, webhook: targetOfNumber(engine, number) })
    await numberImports.saveWebhookVersion(number, engine)
  } catch (error) {
    throw fromProviderError(engine, error)
  }
}

// One statement, so that of two concurrent first updates the second sees the secret of the first.
const setInbound = statement(
  'numbers.setInbound',
  sql`
    update phone_numbers set inbound_enabled = $enabled, inbound_agent_id = $agentId?, assistant_request_url = $url?::text,
      assistant_request_secret = case
        when $rotate::bool or (assistant_request_secret is null and $url::text is not null) then $secret
        else assistant_request_secret end
    where workspace_id = $workspaceId and id = $id and is_active and ${AUDIT_ACTOR}
    returning ${selectList(numbers.FIELDS)}, coalesce(assistant_request_secret = $secret, false) as is_new`,
)

async function write({ workspaceId, id }: PhoneNumber, next: { enabled: boolean; agentId: AgentId | null; url: string | null; rotate: boolean }) {
  const secret = newWebhookSecret()
  const row = await setInbound.get({ workspaceId, id, ...next, secret: encryptSecret(secret, aadOf(id)) })
  if (!row) throw notFound('Phone number')
  const number = row as PhoneNumber
  return row.isNew ? { ...number, secret } : number
}

/** Decrypts the secret that signs requests to the number's assistant-request server. Returns null if there is none. */
export const readRequestSecret = ({ id, assistantRequestSecret }: PhoneNumber) => assistantRequestSecret && decryptSecret(assistantRequestSecret, aadOf(id))

/** The additional authenticated data that binds a number's secret to its row. */
export const aadOf = (numberId: NumberId) => `phone_numbers:${numberId}`
