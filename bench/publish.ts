import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createRetellProvider } from '../src/providers/retell/retell.ts'
import { configOf } from '../src/services/agents/agentConfig.ts'
import type { Agent } from '../src/generated/prisma/client.ts'
import { PUBLIC_URL } from './common.ts'
import type { Tenant } from './data.ts'

/** A placeholder: the server updates the agents' own webhook URLs at the simulator when it starts. */
const WEBHOOK = { url: `${PUBLIC_URL}/inbound/retell`, secret: '' }

/** Publishes each workspace's first agent to the simulator, and imports its number there. */
export async function publishAgents(client: pg.Client, tenants: Tenant[], simulator: { url: string; retellApiKey: string }) {
  const retell = createRetellProvider({
    apiKey: simulator.retellApiKey,
    baseUrl: `${simulator.url}/retell`,
    listLagMs: 0,
  })
  for (const { id, agentId, fromNumber } of tenants) {
    await retell.importNumber({ webhook: WEBHOOK, e164: fromNumber, tag: randomUUID(), label: null, sip: { terminationUri: 'simulator.invalid' } })
    const { rows } = await client.query<Agent>(
      `select id, name, lang, voice_id as "voiceId", model, system_prompt as "systemPrompt", general_tools as "generalTools",
         post_call_analysis_data as "postCallAnalysisData", recording_enabled as "recordingEnabled", first_message as "firstMessage", voicemail_message as "voicemailMessage",
         max_duration_seconds as "maxDurationSeconds", ring_timeout_seconds as "ringTimeoutSeconds",
         default_variables as "defaultVariables" from agents where id = $1`,
      [agentId],
    )
    const config = configOf(rows[0]!)
    const tag = randomUUID()
    const published = await retell.publishAgent(config, { tag, refs: {}, mayHaveOrphans: false, webhook: WEBHOOK }, async () => {})
    await client.query("insert into provider_agents (workspace_id, agent_id, engine, tag, refs) values ($1, $2, 'retell', $3, $4)", [
      id,
      agentId,
      tag,
      published,
    ])
    await client.query(
      `insert into agent_versions (workspace_id, agent_id, number, status, engine, fields, config, provider_agent, published_at)
       values ($1, $2, 1, 'published', 'retell', '{}', $3, $4, now())`,
      [id, agentId, config, { ...published, engine: 'retell' }],
    )
    await client.query('update agents set published = $1, published_config = $2, published_at = now() where workspace_id = $3 and id = $4', [
      { ...published, engine: 'retell' },
      config,
      id,
      agentId,
    ])
  }
}
