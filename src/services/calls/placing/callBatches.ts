import { randomUUID } from 'node:crypto'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Agent, Call, Campaign, PhoneNumber } from '../../../generated/prisma/client.ts'
import { selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { createLeadTrace } from '../../../kernel/tracing/callTraces.ts'
import { mayRecord } from '../../agents/agentConfig.ts'
import { fillVariables, mergeVariables } from '../../agents/agentVariables.ts'
import * as analysisConfig from '../../extraction/analysisConfig.ts'
import type { CandidateLead } from '../../leads/leadCandidates.ts'
import type { Decision } from '../../campaigns/rules/dialDecisions.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import { FIELDS } from '../calls.ts'
import { RECONCILE_DELAY_MS } from '../../shared/sending/sendWindows.ts'
import * as leadAttempts from '../../leads/leadAttempts.ts'
import { hoursVersion } from '../../compliance/legalHours.ts'
import { describeOutbound } from '../../compliance/proof/placedDecisions.ts'
import { publishedConfigOf } from '../../shared/jsonColumns.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as recordings from '../recordings/recordings.ts'
import * as wallet from '../../billing/wallet.ts'
import { mostExpensive } from '../../agents/transferRules.ts'

interface BatchCommit {
  campaign: Campaign
  agent: Agent
  engine: string
  owner: string
  /** The numbers that the agent can transfer calls to. */
  transfers: string[]
  calls: { lead: CandidateLead; decision: Extract<Decision, { decision: 'call' }>; hold: bigint; number: Pick<PhoneNumber, 'id' | 'phoneNumber'> }[]
}

const commitCalls = statement(
  'calls.commitBatch',
  sql`
    with wanted as (
      select * from jsonb_to_recordset($calls) as w(nth int, ref uuid, lead_id int, to_number text, transfer_number text, from_number text, number_id int,
        recorded boolean, recording_reason text, country text, hold bigint, variables jsonb, metadata json, details jsonb, trace text, described jsonb)),
    ${providerSlots.FREE_SLOTS},
    created as (
      insert into calls (workspace_id, ref, agent_id, number_id, campaign_id, lead_id, from_number, to_number, transfer_number, provider, provider_agent, recorded, recording_reason,
        recording_rules_version, country, owner, next_check_at, app_grant_id, trace)
      select $workspaceId, ref, $agentId, number_id, $campaignId, lead_id, from_number, to_number, transfer_number, $engine, $providerAgent, recorded,
        recording_reason, $recordingRulesVersion, country, $owner, $nextCheckAt, $appGrantId?, trace from wanted join free_slots using (nth)
      on conflict do nothing returning *),
    created_details as (
      insert into call_details (call_id, workspace_id, metadata, variables, language, output_language, extraction_schema, decision)
      select created.id, $workspaceId, metadata, variables, $language?, $outputLanguage?, $extractionSchema?, described from created join wanted using (ref)),
    ${providerSlots.OCCUPY_SLOTS}
    ${leadAttempts.RECORD_ATTEMPT},
    ${leadAttempts.RECORD_CALL_DECISIONS},
    ${wallet.HOLD_FOR_CALLS}
    select ${selectList(FIELDS)} from created`,
)

/**
 * Commits the intents of a batch with their holds, concurrency slots, attempts and decisions, in one statement. Skips a call if another one
 * got ahead of it (same number, or last free slot); its lead is considered again.
 */
export async function commit(tx: Tx, { campaign, agent, engine, owner, transfers, calls }: BatchCommit): Promise<Call[]> {
  const now = clock.now()
  const words = publishedConfigOf(agent)
  const { settings, isLegal } = rulesOf(campaign, engine)
  const rows = calls.map(({ lead, decision, hold, number }, index) => {
    const recording = recordings.decide([lead.phoneNumber, ...transfers], mayRecord(agent), undefined)
    const pricedNumber = mostExpensive(lead.phoneNumber, transfers)
    return {
      nth: index + 1,
      ref: randomUUID(),
      lead_id: lead.id,
      to_number: lead.phoneNumber,
      transfer_number: pricedNumber === lead.phoneNumber ? null : pricedNumber,
      from_number: number.phoneNumber,
      number_id: number.id,
      recorded: recording.recorded,
      recording_reason: recording.reason,
      country: recording.country,
      hold: String(hold),
      variables: fillVariables(agent, variablesOf(lead)),
      metadata: lead.externalId === null ? {} : { external_id: lead.externalId },
      details: decision.details,
      trace: createLeadTrace(),
      described: describeOutbound(words, { contact: lead, settings, isLegal, callTimes: lead.callTimes, consent: decision.consent, now }),
    }
  })
  const questions = analysisConfig.mergedSchemaOf(campaign)
  const { workspaceId, id: campaignId, appGrantId } = campaign
  return commitCalls.all(
    {
      calls: JSON.stringify(rows),
      count: rows.length,
      workspaceId,
      campaignId,
      agentId: agent.id,
      providerAgent: JSON.stringify(agent.published),
      recordingRulesVersion: recordings.recordingRulesVersion(),
      hoursVersion: hoursVersion(),
      owner,
      now,
      nextCheckAt: fromNow(RECONCILE_DELAY_MS),
      appGrantId,
      language: campaign.callLanguageMode === 'auto' ? 'auto' : null,
      outputLanguage: campaign.outputLanguage,
      extractionSchema: questions && JSON.stringify(questions),
      ...providerSlots.slotParams(engine),
    },
    tx,
  )
}

/** Returns the lead's variables for the prompt: name, phone number, and every plain value of its custom fields. */
function variablesOf({ name, data, phoneNumber }: CandidateLead): Record<string, string> {
  const plainValues = Object.entries(data).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  const ownFields = { phone_number: phoneNumber, ...(name !== null && { name }) }
  return mergeVariables(ownFields, Object.fromEntries(plainValues.map(([key, value]) => [key, String(value)])))
}
