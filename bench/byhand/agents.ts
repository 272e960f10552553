import type pg from 'pg'
import type { Caller } from './callers.ts'
import { pool } from './database.ts'
import { type Answer, type Claim, inTransaction, keep, replay, take } from './idempotency.ts'
import type { AgentBody } from './inputs.ts'

const INSERT = {
  name: 'insert-agent',
  text: `insert into agents (workspace_id, name, lang, voice_engine, voice_id, model, general_tools, post_call_analysis_data, system_prompt, is_active,
      recording_enabled, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())
    returning id, name, lang, voice_engine, is_active, published is not null as is_published`,
}

/** Creates an agent; with an Idempotency-Key once, in one transaction with the key and the response. */
export async function create(caller: Caller, body: AgentBody, claim: Claim | null): Promise<Answer> {
  if (!claim) return answerOf(await insert(pool, caller, body))
  const firstAnswer = await inTransaction(async (client) => {
    if (!(await take(client, claim))) return null
    const answer = answerOf(await insert(client, caller, body))
    await keep(client, claim, answer)
    return answer
  })
  return firstAnswer ?? replay(claim)
}

const answerOf = (agent: object): Answer => ({ status: 201, body: JSON.stringify(agent) })

async function insert(client: pg.Pool | pg.PoolClient, { workspaceId }: Caller, body: AgentBody): Promise<object> {
  const values = [
    workspaceId,
    body.name,
    body.lang ?? 'en-US',
    body.voice_engine ?? 'retell',
    body.voice_id ?? null,
    body.model ?? 'gpt-4.1-mini',
    JSON.stringify(body.general_tools ?? []),
    JSON.stringify(body.post_call_analysis_data ?? []),
    body.system_prompt ?? null,
    body.is_active ?? true,
    body.recording_enabled ?? true,
  ]
  const { rows } = await client.query<object>({ ...INSERT, values })
  return rows[0]!
}
