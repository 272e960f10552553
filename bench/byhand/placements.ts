import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { formatMicros } from '../../src/kernel/lib/money.ts'
import { parseE164 } from '../../src/kernel/lib/phones.ts'
import { holdAmount } from '../../src/services/billing/pricing.ts'
import { RULES_VERSION } from '../../src/services/calls/recordings/recordings.ts'
import { decide } from '../../src/services/calls/recordings/recordings.ts'
import type { Caller } from './callers.ts'
import { type CallRow, shown } from './calls.ts'
import { pool } from './database.ts'
import { Refused } from './errors.ts'
import { type Answer, type Claim, free, inTransaction, keep, replay, take } from './idempotency.ts'
import type { CallBody } from './inputs.ts'
import { NotPlaced, placeCall } from './provider.ts'

const AGENT = {
  name: 'agent-to-call',
  text: `select published, is_active, recording_enabled and coalesce((published_config ->> 'recordingEnabled')::boolean, true) as may_record
    from agents where workspace_id = $1 and id = $2`,
}
const NUMBER = {
  name: 'number-to-call-from',
  text: `select id, phone_number from phone_numbers where workspace_id = $1 and is_active and ($2::int is null or id = $2) and ($3::text is null or phone_number = $3)
    order by id limit 1`,
}
const IS_LISTED = { name: 'is-listed', text: 'select 1 from dnc_entries where workspace_id = $1 and phone_number = $2' }
const COLUMNS = `id, status, to_number, detected_language, direction, agent_id, campaign_id, lead_id, from_number, provider, provider_call_id, duration_seconds,
  outcome, ended_reason, provider_ended_reason, cost_micros, recorded, recording_reason, recording_rules_version, has_recording, country, created_at, started_at, ended_at`
const INSERT_CALL = {
  name: 'insert-call',
  text: `insert into calls (workspace_id, ref, agent_id, number_id, from_number, to_number, provider, provider_agent, recorded, recording_reason, country, recording_rules_version, next_check_at)
    values ($1, $2, $3, $4, $5, $6, 'retell', $7, $8, $9, $10, $11, now() + interval '5 seconds') returning id`,
}
const INSERT_DETAIL = {
  name: 'insert-detail',
  text: 'insert into call_details (call_id, workspace_id, metadata, variables, language) values ($1, $2, $3, $4, $5)',
}
const INSERT_HOLD = { name: 'insert-hold', text: 'insert into wallet_holds (call_id, workspace_id, amount) values ($1, $2, $3)' }
const HOLD = { name: 'hold', text: 'update wallets set held = held + $2 where workspace_id = $1 and balance - held >= $2' }
const ADOPT = {
  name: 'adopt',
  text: `update calls set provider_call_id = $3, placement = 'placed', status = case when $4 = 'registered' then 'dialing' else status end,
      next_check_at = now() + interval '1 minute'
    where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
}
const REFUSE = {
  name: 'refuse',
  text: `update calls set placement = 'refused', status = 'failed', outcome = 'failed', ended_reason = $3, ended_at = now(), finished_at = now(), next_check_at = null
    where workspace_id = $1 and id = $2`,
}
const SUSPECT = {
  name: 'suspect',
  text: `update calls set placement = 'unknown', next_check_at = now() where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
}
const RELEASE = { name: 'release', text: `update wallet_holds set status = 'released', settled_at = now() where workspace_id = $1 and call_id = $2` }
const UNHOLD = { name: 'unhold', text: 'update wallets set held = held - $2 where workspace_id = $1' }

interface Published {
  providerAgentId: string
  version: string | null
}
interface Intent {
  id: number
  ref: string
  amount: bigint
}

/** Places a call: commits the intent with its funds and its key, sends it to the provider, and stores the answer. */
export async function place(caller: Caller, body: CallBody, claim: Claim | null): Promise<Answer> {
  const { workspaceId } = caller
  const to = parseE164(body.to_number)
  if (!to) throw new Refused(400, 'Invalid phone number')
  if (body.campaign_id != null) throw new Refused(404, 'Campaign not found')
  if (body.lead_id != null) throw new Refused(404, 'Lead not found')
  const agents = await pool.query<{ published: Published | null; is_active: boolean; may_record: boolean }>({ ...AGENT, values: [workspaceId, body.agent_id] })
  const agent = agents.rows[0]
  if (!agent) throw new Refused(404, 'Agent not found')
  if (!agent.published || !agent.is_active) throw new Refused(422, 'Agent is not synced: publish or update it first')
  const numbers = await pool.query<Numbered>({ ...NUMBER, values: [workspaceId, body.from_number_id ?? null, body.from_number ?? null] })
  const from = numbers.rows[0]
  if (!from) throw new Refused(404, 'Phone number not found')

  const recording = decide(to, agent.may_record, body.recording_enabled)
  const intent = await inTransaction(async (client) => {
    if (claim && !(await take(client, claim))) return null
    return intend(client, { workspaceId, to, from, published: agent.published!, recording, body })
  })
  if (!intent) return replay(claim!)
  const placed = await placeCall(request(intent, to, from, agent.published, recording.recorded, body)).catch((error: NotPlaced) => error)
  if (placed instanceof NotPlaced && placed.refused) return refuse(workspaceId, intent, placed, claim)
  const settled =
    placed instanceof NotPlaced
      ? { ...SUSPECT, values: [workspaceId, intent.id] }
      : { ...ADOPT, values: [workspaceId, intent.id, placed.call_id, placed.call_status] }
  const { rows } = await pool.query<CallRow>(settled)
  const call = shown({ ...rows[0]!, ...NOTHING_SAID, metadata: body.metadata ?? {} })
  // The agent of the benchmark speaks no variables.
  const answer = { status: 202, body: JSON.stringify({ ...call, empty_variables: [] }) }
  if (claim) await keep(pool, claim, answer)
  return answer
}

interface Numbered {
  id: number
  phone_number: string
}
const NOTHING_SAID = { transcript: [], summary: null, analysis: null, structured_data: null, validation_errors: [], success_evaluation: null, cost_lines: [] }

interface Wanted {
  workspaceId: number
  to: string
  from: Numbered
  published: Published
  recording: ReturnType<typeof decide>
  body: CallBody
}

async function intend(client: pg.PoolClient, { workspaceId, to, from, published, recording, body }: Wanted): Promise<Intent> {
  const listed = await client.query({ ...IS_LISTED, values: [workspaceId, to] })
  if (listed.rowCount) throw new Refused(403, 'The number is on the do-not-call list.')
  const ref = randomUUID()
  const { recorded, reason, country } = recording
  const {
    rows: [call],
  } = await client.query<{ id: number }>({
    ...INSERT_CALL,
    values: [workspaceId, ref, body.agent_id, from.id, from.phone_number, to, published, recorded, reason, country, RULES_VERSION],
  })
  const { id } = call!
  await client.query({ ...INSERT_DETAIL, values: [id, workspaceId, body.metadata ?? {}, body.variables ?? {}, body.language ?? null] })
  const amount = holdAmount(to)
  await client.query({ ...INSERT_HOLD, values: [id, workspaceId, amount] })
  const hold = await client.query({ ...HOLD, values: [workspaceId, amount] })
  if (!hold.rowCount) throw new Refused(402, { error: 'insufficient_funds', message: 'Top the wallet up and try again.', required: formatMicros(amount) })
  return { id, ref, amount }
}

function request({ ref }: Intent, to: string, from: Numbered, { providerAgentId, version }: Published, recorded: boolean, { variables, language }: CallBody) {
  const override = { ...(!recorded && { data_storage_setting: 'basic_attributes_only' }), ...(language && { language }) }
  return {
    from_number: from.phone_number,
    to_number: to,
    override_agent_id: providerAgentId,
    ...(version !== null && { override_agent_version: Number(version) }),
    metadata: { callwright_ref: ref },
    retell_llm_dynamic_variables: variables ?? {},
    ...(Object.keys(override).length > 0 && { agent_override: { agent: override } }),
  }
}

async function refuse(workspaceId: number, { id, amount }: Intent, { message }: NotPlaced, claim: Claim | null): Promise<never> {
  await inTransaction(async (client) => {
    await client.query({ ...REFUSE, values: [workspaceId, id, message] })
    await client.query({ ...RELEASE, values: [workspaceId, id] })
    await client.query({ ...UNHOLD, values: [workspaceId, amount] })
    if (claim) await free(client, claim)
  })
  throw new Refused(502, `The voice provider retell rejected the request: ${message}`)
}
