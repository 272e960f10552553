import { DateTime, IANAZone } from 'luxon'
import type { AgentId, NumberId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import type { CampaignChanges, Schedule } from '../../inputs/campaigns.ts'
import { tagOf } from '../../inputs/calls.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import type { StoredSchedule } from './campaignSchedules.ts'
import * as extraction from '../extraction/extraction.ts'
import * as extractionSchemas from '../extraction/extractionSchemas.ts'

/**
 * Converts campaign input to columns; null resets to the default, and absent fields stay absent. Throws BAD_REQUEST, naming the field, for an
 * invalid or unsupported schema, an unknown time zone, an end before the start, and an agent or number of another workspace (contract:
 * Campaign).
 */
export async function toColumns(actor: Actor, input: CampaignChanges) {
  const { name, purpose, agentRefId, fromNumberId, callLanguageMode, outputLanguage, extractionSchema, displayColumns, schedule, analysisConfig } = input
  const row = {
    name: name ?? undefined,
    purpose,
    agentId: agentRefId,
    fromNumberId,
    callLanguageMode: callLanguageMode === null ? 'auto' : callLanguageMode,
    outputLanguage: outputLanguage === undefined ? undefined : (tagOf(outputLanguage) ?? null),
    extractionSchema: extractionSchema && validateSchema(extractionSchema),
    displayColumns: displayColumns === null ? [] : displayColumns,
    schedule: schedule && toStoredSchedule(schedule),
    analysisConfig,
  }
  await requireOwn(actor, row)
  return row
}

/** Validates an extraction schema. One without fields is left to the pre-flight. */
function validateSchema(schema: Record<string, unknown>) {
  const problem = extractionSchemas.findSchemaProblem(schema)
  if (problem) throw badRequest('invalid_extraction_schema', { field: 'extraction_schema', problem })
  const { type = 'object', properties = {} } = schema
  if (type !== 'object' || Object.keys(properties as object).length > 0) extraction.toAnalysisItems(schema)
  return schema
}

function toStoredSchedule({ timezone, start_date, end_date }: Schedule): StoredSchedule {
  if (timezone != null && !IANAZone.isValidZone(timezone)) throw badRequest('invalid_timezone', { field: 'schedule.timezone', timezone })
  const toMoment = (text: string | null | undefined, wholeDay: boolean) => {
    if (text == null) return null
    const time = DateTime.fromISO(text, { zone: timezone ?? 'UTC' })
    return (wholeDay && !text.includes('T') ? time.plus({ days: 1 }) : time).toJSDate().toISOString()
  }
  const stored = { timezone: timezone ?? null, start_date: toMoment(start_date, false), end_date: toMoment(end_date, true) }
  if (stored.start_date && stored.end_date && stored.end_date <= stored.start_date)
    throw badRequest('end_before_start', { field: 'schedule.end_date', after: 'start_date' })
  return stored
}

const checkReferences = statement(
  'campaigns.checkReferences',
  sql`
    select exists (select from agents where workspace_id = $workspaceId and id = $agentId?) as has_agent,
      exists (select from phone_numbers where workspace_id = $workspaceId and id = $numberId? and is_active) as has_number`,
)

async function requireOwn({ workspaceId }: Actor, { agentId, fromNumberId }: { agentId?: AgentId | null; fromNumberId?: NumberId | null }) {
  if (agentId == null && fromNumberId == null) return
  const validId = (id: number | null | undefined) => (id != null && id <= MAX_ID ? id : null)
  const { hasAgent, hasNumber } = (await checkReferences.get({ workspaceId, agentId: validId(agentId), numberId: validId(fromNumberId) }))!
  if (agentId != null && !hasAgent) throw badRequest('agent_unknown', { field: 'agent_ref_id', id: agentId })
  if (fromNumberId != null && !hasNumber) throw badRequest('number_unknown', { field: 'from_number_id', id: fromNumberId })
}
