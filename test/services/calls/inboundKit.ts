import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import type { Client } from '../../kit/client.ts'
import { until } from '../../kit/until.ts'
import type { World } from '../../kit/world.ts'
import { deliver, question } from '../../inbound/vendors.ts'
import { tenant } from './placementKit.ts'

/** A workspace whose number answers calls that come in on that engine: by a published agent, and by whatever `inbound` says. */
export async function answering(world: World, engine: VoiceEngine, inbound: object = {}, wallet?: string) {
  const made = await tenant(world, { engine, wallet })
  const number = (await made.key.get('/phone-numbers')).body.items[0] as { id: number; phone_number: string }
  const set = (changes: object) => made.key.put(`/phone-numbers/${number.id}/inbound`, changes)
  const answer = await set({ enabled: true, agent_id: made.agentId, ...inbound })
  if (answer.status !== 200) throw new Error(`inbound could not be enabled: ${JSON.stringify(answer.body)}`)
  const to = number.phone_number
  return {
    ...made,
    number,
    set,
    secret: answer.body.secret as string | undefined,
    /** The vendor's question as bytes, and what it is told. */
    ask: (from: string | null = '+12125550100', id?: string) => deliver(world, engine, question(engine, { from, to, id })),
    calls: () => anyWorkspace.call.findMany({ where: { workspaceId: made.acme.id }, include: { detail: true, hold: true }, orderBy: { id: 'asc' } }),
  }
}

/** Another published agent of the workspace. */
export async function anotherAgent(key: Client, engine: VoiceEngine, more: object = {}) {
  const { id } = (await key.post('/agents', { name: 'Grace', voice_engine: engine, voice_id: 'Elliot', ...more })).body
  await key.post(`/agents/${id}/publish`)
  const agent = (await key.get(`/agents/${id}`)).body
  return { id: id as number, providerAgentId: agent.provider_agent_id as string }
}

/** What an answer to a vendor's question comes down to, whoever the vendor is. Null when the caller is turned away. */
export function told(engine: VoiceEngine, body: any) {
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

/** Somebody calls the number, as the simulator plays it to the end. */
export async function callIn(world: World, call: { provider: VoiceEngine; from?: string; to: string }) {
  const res = await fetch(`${world.running.simulator!.url}/simulator/inbound`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(call),
  })
  return { status: res.status, body: (await res.json()) as { id: string; answered: boolean; reason: string } }
}

export const finished = (workspaceId: number) =>
  until('the call to be finished', () => anyWorkspace.call.findFirst({ where: { workspaceId, finishedAt: { not: null } }, include: { detail: true } }))
