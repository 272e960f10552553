import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { retellProvider } from '../src/providers/retell.ts'
import { configOf } from '../src/services/agentConfig.ts'
import type { Agent } from '../src/generated/prisma/client.ts'
import { PUBLIC_URL } from './common.ts'
import type { Tenant } from './data.ts'

/** Makes each workspace's first agent, and its number, known to the simulator, as publishing does. */
export async function publishAgents(client: pg.Client, tenants: Tenant[], simulator: { url: string; retellApiKey: string }) {
  const retell = retellProvider({
    apiKey: simulator.retellApiKey,
    baseUrl: `${simulator.url}/retell`,
    webhookUrl: `${PUBLIC_URL}/inbound/retell`,
    listLagMs: 0,
  })
  for (const { id, agentId, fromNumber } of tenants) {
    await retell.importNumber({ e164: fromNumber, label: null, sip: { terminationUri: 'simulator.invalid' } })
    const { rows } = await client.query<Agent>(
      `select id, name, lang, voice_id as "voiceId", model, system_prompt as "systemPrompt", general_tools as "generalTools",
         post_call_analysis_data as "postCallAnalysisData", recording_enabled as "recordingEnabled", first_message as "firstMessage", voicemail_message as "voicemailMessage",
         max_call_seconds as "maxCallSeconds", ring_seconds as "ringSeconds" from agents where id = $1`,
      [agentId],
    )
    const config = configOf(rows[0]!)
    const tag = randomUUID()
    const published = await retell.publishAgent(config, { tag, refs: {}, mayHaveMore: false }, async () => {})
    await client.query("insert into provider_agents (workspace_id, agent_id, engine, tag, refs) values ($1, $2, 'retell', $3, $4)", [
      id,
      agentId,
      tag,
      published,
    ])
    await client.query('update agents set published = $1, published_config = $2, published_at = now() where workspace_id = $3 and id = $4', [
      { ...published, engine: 'retell' },
      config,
      id,
      agentId,
    ])
  }
}
