import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import type { TestServer } from '../../kit/server/testServer.ts'
import { deliver, inboundCallBody } from '../../inbound/vendors.ts'
import { createTenant } from './placementKit.ts'

/** Creates a workspace whose number answers calls on that engine with a published agent and the given inbound settings. */
export async function createAnsweringTenant(testServer: TestServer, engine: VoiceEngine, inbound: object = {}, wallet?: string) {
  const tenantFixture = await createTenant(testServer, { engine, wallet })
  const number = (await tenantFixture.key.get('/phone-numbers')).body.items[0] as { id: number; phone_number: string }
  const set = (changes: object) => tenantFixture.key.put(`/phone-numbers/${number.id}/inbound`, changes)
  const answer = await set({ enabled: true, agent_id: tenantFixture.agentId, ...inbound })
  if (answer.status !== 200) throw new Error(`inbound could not be enabled: ${JSON.stringify(answer.body)}`)
  const to = number.phone_number
  return {
    ...tenantFixture,
    number,
    set,
    secret: answer.body.secret as string | undefined,
    /** Sends the provider's request for a call's agent and returns our response. */
    ask: (from: string | null = '+12125550100', id?: string) => deliver(testServer, engine, inboundCallBody(engine, { from, to, id })),
    calls: () => anyWorkspace.call.findMany({ where: { workspaceId: tenantFixture.acme.id }, include: { detail: true, hold: true }, orderBy: { id: 'asc' } }),
  }
}

/** Publishes another agent in the workspace. */
export async function publishAnotherAgent(key: Client, engine: VoiceEngine, more: object = {}) {
  const { id } = (await key.post('/agents', { name: 'Grace', voice_engine: engine, voice_id: 'Elliot', ...more })).body
  await key.post(`/agents/${id}/publish`)
  const agent = (await key.get(`/agents/${id}`)).body
  return { id: id as number, providerAgentId: agent.provider_agent_id as string }
}

/** Parses our response to a provider's request into one shape for all providers. Null if the caller is rejected. */
export function parseInboundAnswer(engine: VoiceEngine, body: any) {
  if (engine === 'retell') {
    const { override_agent_id: agent, dynamic_variables: variables, metadata, agent_override: override } = body.call_inbound
    if (!agent) return null
    return { agent, variables: variables ?? {}, metadata, isRecorded: override?.agent?.data_storage_setting !== 'basic_attributes_only' }
  }
  if (body.error) return null
  const overrides = body.assistantOverrides
  return {
    agent: body.assistantId,
    variables: overrides.variableValues ?? {},
    metadata: overrides.metadata,
    isRecorded: overrides.artifactPlan?.recordingEnabled !== false,
  }
}

/** Starts a simulated inbound call to the number. The simulator plays it to the end. */
export async function startInboundCall(testServer: TestServer, call: { provider: VoiceEngine; from?: string; to: string }) {
  const res = await fetch(`${testServer.running.simulator!.url}/simulator/inbound`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(call),
  })
  return { status: res.status, body: (await res.json()) as { id: string; answered: boolean; reason: string } }
}

export const waitForFinishedCall = (workspaceId: number) =>
  waitFor('the call to be finished', () => anyWorkspace.call.findFirst({ where: { workspaceId, finishedAt: { not: null } }, include: { detail: true } }))
