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
         post_call_analysis_data as "postCallAnalysisData", recording_enabled as "recordingEnabled" from agents where id = $1`,
      [agentId],
    )
    const config = configOf(rows[0]!)
    const published = await retell.publishAgent(config, null, async () => {})
    await client.query(
      'update agents set published = $1, provider_refs = $1, published_config = $2, published_at = now() where workspace_id = $3 and id = $4',
      [{ ...published, engine: 'retell' }, config, id, agentId],
    )
  }
}
