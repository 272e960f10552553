import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Call, Campaign } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/json.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import { log } from '../../../kernel/log.ts'
import type { CallFindings, Sentiment } from '../../../providers/callFindings.ts'
import type { AgentConfig, CallSnapshot, JsonObject } from '../../../providers/provider.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import { findOutcome } from '../../extraction/analysisConfig.ts'
import * as answers from '../../extraction/answers.ts'
import type { AnswerError } from '../../extraction/answerValidation.ts'
import * as extraction from '../../extraction/extraction.ts'
import * as callTexts from './callTexts.ts'

/** The provider's analysis of a call, validated against the call's questions. */
export interface ExtractedAnalysis extends CallFindings {
  /** The analysis under the names of the public API. */
  analysis: PublicAnalysis
  errors: AnswerError[]
  /** The outcome that the campaign's analysis settings derive. */
  outcome: string | null
}

/** The `analysis` field of the public API, the same for every provider (contract: `ended_reason`). */
export interface PublicAnalysis extends JsonObject {
  summary: string | null
  sentiment: Sentiment | null
  success: boolean | null
  in_voicemail: boolean | null
  /** Every answer, including invalid ones. */
  structured_data: JsonObject
}

interface AnalysisContext {
  finished: boolean
  extractionSchema: JsonObject | null
  publishedConfig: AgentConfig | null
  analysisConfig: Campaign['analysisConfig']
}

/**
 * Extracts the answers from a provider's snapshot: decoded by their questions, with those that do not match the call's own schema listed
 * separately, and the resulting outcome. Returns null if there is nothing to extract or the call is finished. Changes nothing and may take a
 * second: call it before locking the call's row.
 */
export async function extractAnalysis({ workspaceId, id }: Pick<Call, 'workspaceId' | 'id'>, snapshot: CallSnapshot): Promise<ExtractedAnalysis | null> {
  if (snapshot.isAnalysisTooLong) log.warn({ workspaceId, callId: id }, 'discarded the analysis of a call because it is longer than 128 KiB')
  if (!snapshot.analysis) return null
  const [context] = await query<AnalysisContext>(sql`
    select c.finished_at is not null as finished, d.extraction_schema as "extractionSchema", a.published_config as "publishedConfig",
      k.analysis_config as "analysisConfig"
    from calls c join call_details d on d.call_id = c.id
    left join agents a on a.workspace_id = c.workspace_id and a.id = c.agent_id and d.extraction_schema is null
    left join campaigns k on k.workspace_id = c.workspace_id and k.id = c.campaign_id
    where c.workspace_id = ${workspaceId} and c.id = ${id}`)
  if (!context || context.finished) return null
  const items = context.extractionSchema ? extraction.toAnalysisItems(context.extractionSchema) : (context.publishedConfig?.analysis ?? [])
  const answerValues = extraction.decodeAnswers(items, { ...snapshot.analysis.structuredData, ...requestedOutcomeOf(context, snapshot) })
  const isAnswered = snapshot.state === 'completed' || Object.keys(answerValues).length > 0
  const { valid, errors } =
    context.extractionSchema && isAnswered ? await answers.validate(workspaceId, context.extractionSchema, answerValues) : { valid: answerValues, errors: [] }
  return {
    ...snapshot.analysis,
    analysis: toPublicAnalysis(snapshot.analysis, answerValues),
    structuredData: valid,
    errors,
    outcome: findOutcome(context.analysisConfig, { ...toOutcomeAnswer(snapshot), ...valid }),
  }
}

const toPublicAnalysis = ({ summary, sentiment, successEvaluation, inVoicemail }: CallFindings, answers: JsonObject): PublicAnalysis => ({
  summary,
  sentiment,
  success: successEvaluation === 'true' ? true : successEvaluation === 'false' ? false : null,
  in_voicemail: inVoicemail,
  structured_data: answers,
})

/**
 * Lists the outcomes in a snapshot of a finished call, from the provider and from the call's campaign. The analysis may arrive after the call
 * was closed without it.
 */
export async function listLateOutcomes({ workspaceId, id }: Pick<Call, 'workspaceId' | 'id'>, snapshot: CallSnapshot): Promise<(string | null)[]> {
  if (!snapshot.analysis) return [snapshot.outcome]
  const [campaign] = await query<Pick<Campaign, 'analysisConfig'>>(sql`
    select k.analysis_config as "analysisConfig" from calls c join campaigns k on k.workspace_id = c.workspace_id and k.id = c.campaign_id
    where c.workspace_id = ${workspaceId} and c.id = ${id}`)
  return [snapshot.outcome, campaign ? findOutcome(campaign.analysisConfig, { ...toOutcomeAnswer(snapshot), ...snapshot.analysis.structuredData }) : null]
}

/** Redacts the given kinds of data. The outcome is one of a fixed set of names and stays. */
export const redactAnalysis = async (
  workspaceId: WorkspaceId,
  { outcome, ...rest }: ExtractedAnalysis,
  kinds: readonly Redaction[],
): Promise<ExtractedAnalysis> => ({
  ...(await callTexts.maskJson(workspaceId, rest, kinds)),
  outcome,
})

const OUTCOME = 'call_outcome'

/** The outcome that providers are always asked for, as an answer. */
const toOutcomeAnswer = ({ outcome }: CallSnapshot): JsonObject => (outcome === null ? {} : { [OUTCOME]: outcome })

/** The outcome as an answer, if the call's own schema asks for it by that name. */
const requestedOutcomeOf = ({ extractionSchema }: AnalysisContext, snapshot: CallSnapshot): JsonObject =>
  isObject(extractionSchema?.properties) && Object.hasOwn(extractionSchema.properties, OUTCOME) ? toOutcomeAnswer(snapshot) : {}
