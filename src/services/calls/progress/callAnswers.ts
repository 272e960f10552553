import type { Call, Campaign } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/json.ts'
import type { Redaction } from '../../../inputs/dataDuties.ts'
import { log } from '../../../kernel/log.ts'
import type { CallFindings, Sentiment } from '../../../providers/callFindings.ts'
import type { AgentConfig, CallSnapshot, JsonObject } from '../../../providers/provider.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import { outcomeIn } from '../../extraction/analysisConfig.ts'
import * as answers from '../../extraction/answers.ts'
import type { Unfit } from '../../extraction/answersJudge.ts'
import * as extraction from '../../extraction/extraction.ts'
import * as callTexts from './callTexts.ts'

/** What a provider found out about a call, held against what was asked. */
export interface Found extends CallFindings {
  /** All of it under the names that the public API has for it. */
  analysis: PublicAnalysis
  unfit: Unfit[]
  /** What the campaign's analysis names it. */
  outcome: string | null
}

/** What `analysis` holds, whichever provider made it (contract: `ended_reason`). */
export interface PublicAnalysis extends JsonObject {
  summary: string | null
  sentiment: Sentiment | null
  success: boolean | null
  in_voicemail: boolean | null
  /** Every answer, those that do not fit the schema too. */
  structured_data: JsonObject
}

interface Asked {
  finished: boolean
  extractionSchema: JsonObject | null
  publishedConfig: AgentConfig | null
  analysisConfig: Campaign['analysisConfig']
}

/**
 * The answers in a provider's news: as their questions meant them, those that do not fit the call's own schema apart, and
 * the outcome that they name. Null when there is nothing to read, or the call is finished. It changes nothing and may take a
 * second: call it before the call's row is locked.
 */
export async function read({ workspaceId, id }: Pick<Call, 'workspaceId' | 'id'>, news: CallSnapshot): Promise<Found | null> {
  if (news.isAnalysisTooLong) log.warn({ workspaceId, callId: id }, 'discarded the analysis of a call because it is longer than 128 KiB')
  if (!news.analysis) return null
  const [asked] = await query<Asked>(sql`
    select c.finished_at is not null as finished, d.extraction_schema as "extractionSchema", a.published_config as "publishedConfig",
      k.analysis_config as "analysisConfig"
    from calls c join call_details d on d.call_id = c.id
    left join agents a on a.workspace_id = c.workspace_id and a.id = c.agent_id and d.extraction_schema is null
    left join campaigns k on k.workspace_id = c.workspace_id and k.id = c.campaign_id
    where c.workspace_id = ${workspaceId} and c.id = ${id}`)
  if (!asked || asked.finished) return null
  const items = asked.extractionSchema ? extraction.itemsOf(asked.extractionSchema) : (asked.publishedConfig?.analysis ?? [])
  const given = extraction.readBack(items, { ...news.analysis.structuredData, ...namedOutcome(asked, news) })
  const isAnswered = news.state === 'completed' || Object.keys(given).length > 0
  const { fitting, unfit } =
    asked.extractionSchema && isAnswered ? await answers.fit(workspaceId, asked.extractionSchema, given) : { fitting: given, unfit: [] }
  return {
    ...news.analysis,
    analysis: publicAnalysis(news.analysis, given),
    structuredData: fitting,
    unfit,
    outcome: outcomeIn(asked.analysisConfig, { ...called(news), ...fitting }),
  }
}

const publicAnalysis = ({ summary, sentiment, successEvaluation, inVoicemail }: CallFindings, answers: JsonObject): PublicAnalysis => ({
  summary,
  sentiment,
  success: successEvaluation === 'true' ? true : successEvaluation === 'false' ? false : null,
  in_voicemail: inVoicemail,
  structured_data: answers,
})

/**
 * The outcomes that news of a finished call names, by the provider and by the call's campaign: its analysis may come after the call was closed
 * without it.
 */
export async function lateOutcomes({ workspaceId, id }: Pick<Call, 'workspaceId' | 'id'>, news: CallSnapshot): Promise<(string | null)[]> {
  if (!news.analysis) return [news.outcome]
  const [campaign] = await query<Pick<Campaign, 'analysisConfig'>>(sql`
    select k.analysis_config as "analysisConfig" from calls c join campaigns k on k.workspace_id = c.workspace_id and k.id = c.campaign_id
    where c.workspace_id = ${workspaceId} and c.id = ${id}`)
  return [news.outcome, campaign ? outcomeIn(campaign.analysisConfig, { ...called(news), ...news.analysis.structuredData }) : null]
}

/** The same without what these kinds name. The outcome is one of the names that were asked for, and stays. */
export const masked = async (workspaceId: number, { outcome, ...found }: Found, kinds: readonly Redaction[]): Promise<Found> => ({
  ...(await callTexts.maskJson(workspaceId, found, kinds)),
  outcome,
})

const OUTCOME = 'call_outcome'

/** The outcome that providers are always asked for, in the words of the answer. */
const called = ({ outcome }: CallSnapshot): JsonObject => (outcome === null ? {} : { [OUTCOME]: outcome })

/** The same where the call's own schema asks for it by that name: it is an answer like the others. */
const namedOutcome = ({ extractionSchema }: Asked, news: CallSnapshot): JsonObject =>
  isObject(extractionSchema?.properties) && Object.hasOwn(extractionSchema.properties, OUTCOME) ? called(news) : {}
