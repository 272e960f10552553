import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/isObject.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import { log } from '../../../kernel/log.ts'
import { CALL_OUTCOME, DO_NOT_CALL } from '../../../providers/analysis.ts'
import type { CallFindings, Sentiment } from '../../../providers/callFindings.ts'
import type { CallSnapshot, JsonObject } from '../../../providers/provider.ts'
import type { Connection } from '../../../kernel/db/db.ts'
import { createBatcher } from '../../../kernel/lib/batcher.ts'
import { perServer } from '../../../kernel/serverState.ts'
import { array, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { canBeOutcome, findOutcome } from '../../extraction/analysisConfig.ts'
import * as answers from '../../extraction/answers.ts'
import type { AnswerError } from '../../extraction/answerValidation.ts'
import * as extraction from '../../extraction/extraction.ts'
import * as callTexts from './callTexts.ts'
import { fromJson, publishedConfigOf } from '../../shared/jsonColumns.ts'

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

const listContexts = statement(
  'callAnswers.listContexts',
  sql`
    select call.id, call.finished_at is not null as is_finished, detail.extraction_schema, agent.published_config, campaign.analysis_config
    from calls call join call_details detail on detail.workspace_id = call.workspace_id and detail.call_id = call.id
    left join agents agent on agent.workspace_id = call.workspace_id and agent.id = call.agent_id and detail.extraction_schema is null
    left join campaigns campaign on campaign.workspace_id = call.workspace_id and campaign.id = call.campaign_id
    where call.workspace_id = $workspaceId and call.id = any(${array('ids', 'int')})`,
)

type Context = Awaited<ReturnType<typeof listContexts.all>>[number]
type Key = Pick<Call, 'workspaceId' | 'id'>

/** Calls that end together have what their answers depend on read together. */
const contexts = perServer(() =>
  createBatcher<Key, Context | undefined>({
    run: readContexts,
    groupOf: ({ workspaceId }) => workspaceId,
    maxItems: MAX_CONTEXTS,
  }),
)
const MAX_CONTEXTS = 50

async function readContexts(keys: readonly Key[]): Promise<(Context | undefined)[]> {
  const rows = await listContexts.all({ workspaceId: keys[0]!.workspaceId, ids: keys.map(({ id }) => id) })
  const byCall = new Map(rows.map((row) => [row.id, row]))
  return keys.map(({ id }) => byCall.get(id))
}

/**
 * Extracts the answers from a provider's snapshot: decoded by their questions, with those that do not match the call's own schema listed
 * separately, and the resulting outcome. Returns null if there is nothing to extract or the call is finished. Changes nothing and may take a
 * second: call it before locking the call's row.
 */
export async function extractAnalysis({ workspaceId, id }: Pick<Call, 'workspaceId' | 'id'>, snapshot: CallSnapshot): Promise<ExtractedAnalysis | null> {
  if (snapshot.isAnalysisTooLong) log.warn({ workspaceId, callId: id }, 'discarded the analysis of a call because it is longer than 128 KiB')
  if (!snapshot.analysis) return null
  const context = await contexts()({ workspaceId, id })
  if (!context || context.isFinished) return null
  const schema = fromJson<JsonObject | null>(context.extractionSchema)
  const items = itemsOf(context)
  const answerValues = extraction.decodeAnswers(items, { ...snapshot.analysis.structuredData, ...requestedOutcomeOf(schema, snapshot) })
  const isAnswered = snapshot.state === 'completed' || Object.keys(answerValues).length > 0
  const { valid, errors } = schema && isAnswered ? await answers.validate(workspaceId, schema, answerValues) : { valid: answerValues, errors: [] }
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

const getCampaign = statement(
  'callAnswers.getCampaign',
  sql`
    select campaign.analysis_config from calls call join campaigns campaign on campaign.workspace_id = call.workspace_id and campaign.id = call.campaign_id
    where call.workspace_id = $workspaceId and call.id = $id`,
)

/**
 * Lists the outcomes in a snapshot of a finished call, from the provider and from the call's campaign. The analysis may arrive after the call
 * was closed without it.
 */
export async function listLateOutcomes({ workspaceId, id }: Pick<Call, 'workspaceId' | 'id'>, snapshot: CallSnapshot): Promise<(string | null)[]> {
  if (!snapshot.analysis) return [snapshot.outcome]
  const campaign = await getCampaign.get({ workspaceId, id })
  return [snapshot.outcome, campaign ? findOutcome(campaign.analysisConfig, { ...toOutcomeAnswer(snapshot), ...snapshot.analysis.structuredData }) : null]
}

/** Whether the question for a call's outcome has an opt-out among its answers, as the built-in one does. */
export async function asksForOptOut(tx: Connection, { workspaceId, id }: Key): Promise<boolean> {
  const context = await listContexts.get({ workspaceId, ids: [id] }, tx)
  return context !== undefined && canBeOutcome(context.analysisConfig, itemsOf(context), DO_NOT_CALL)
}

/** The questions of a call: those of its own schema, or else of its agent. */
const itemsOf = (context: Context) => {
  const schema = fromJson<JsonObject | null>(context.extractionSchema)
  return schema ? extraction.toAnalysisItems(schema) : (publishedConfigOf(context)?.analysis ?? [])
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

/** The outcome that providers are always asked for, as an answer. */
const toOutcomeAnswer = ({ outcome }: CallSnapshot): JsonObject => (outcome === null ? {} : { [CALL_OUTCOME]: outcome })

/** The outcome as an answer, if the call's own schema asks for it by that name. */
const requestedOutcomeOf = (schema: JsonObject | null, snapshot: CallSnapshot): JsonObject =>
  isObject(schema?.properties) && Object.hasOwn(schema.properties, CALL_OUTCOME) ? toOutcomeAnswer(snapshot) : {}
