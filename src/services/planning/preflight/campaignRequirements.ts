import { SIMULATED_CARRIER } from '../../../kernel/vocabulary/carrierNames.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign, PhoneNumber } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/isObject.ts'
import { CURRENCY, formatMicros } from '../../../kernel/lib/money.ts'
import type { AgentConfig, JsonObject } from '../../../providers/provider.ts'
import { isSimulated } from '../../../kernel/config/simulation.ts'
import { REQUIREMENT_TEXTS, type RequirementCode, type RequirementFacts } from './launchTexts.ts'
import type { PreflightContext } from './preflightFacts.ts'
import { type CodedText, writeText } from '../../../kernel/lib/codedTexts.ts'
import { toPublic } from '../../billing/appAllowances.ts'
import * as analysisConfig from '../../extraction/analysisConfig.ts'
import * as answers from '../../extraction/answers.ts'
import * as extraction from '../../extraction/extraction.ts'
import * as knowledgeCopies from '../../knowledge/knowledgeCopies.ts'
import { isWithin } from '../../campaigns/rules/dialCapacity.ts'
import { cheapestHold, holdAmount } from '../../billing/pricing.ts'
import { mostExpensive, listTransferNumbers } from '../../agents/transferRules.ts'
import { publishedOf } from '../../shared/jsonColumns.ts'

export type Requirement =
  | 'agent'
  | 'agent_active'
  | 'agent_published'
  | 'agent_variables'
  | 'leads'
  | 'from_number'
  | 'wallet'
  | 'app_cap'
  | 'schedule'
  | 'knowledge_base'
  | 'extraction_schema'
  | 'analysis_config'

/** A missing requirement for a start, and the API call or page that fixes it (spec: campaign not ready). */
export interface MissingRequirement {
  /** Stable code. */
  requirement: Requirement
  /** Stable code of what is missing; a requirement has one or several. */
  code: RequirementCode
  /** Facts behind the message, by name. */
  details: Readonly<Record<string, unknown>>
  message: string
  action: string
}

/** Lists everything that a start still needs (contract: Start, pre-flight requirements). */
export async function findMissing(campaign: Campaign, context: PreflightContext): Promise<MissingRequirement[]> {
  const checks = [
    checkAgent(campaign, context),
    checkVariables(context),
    checkLeads(campaign, context),
    ...checkNumbers(campaign, context),
    checkWallet(context),
    checkAppCaps(context),
    checkSchedule(campaign, context),
  ]
  return [...checks, await checkQuestions(campaign), ...(await checkKnowledge(campaign, context))].filter((each) => each !== null)
}

function toMissing<Code extends RequirementCode>(requirement: Requirement, code: Code, details: RequirementFacts<Code>, action: string): MissingRequirement {
  return { requirement, code, details, message: writeText(REQUIREMENT_TEXTS[code] as CodedText<string>, details), action }
}
const changeActionOf = ({ id }: Campaign, field: string) => `Set ${field} with PATCH /campaigns/${id}.`

function checkAgent(campaign: Campaign, { agent }: PreflightContext) {
  if (!agent) return toMissing('agent', 'agent_missing', {}, changeActionOf(campaign, 'agent_ref_id'))
  if (!agent.isActive)
    return toMissing(
      'agent_active',
      'agent_archived',
      { agent: agent.name },
      `Set is_active to true with PATCH /agents/${agent.id}, or choose another agent. ${changeActionOf(campaign, 'agent_ref_id')}`,
    )
  const publish = `POST /agents/${agent.id}/publish`
  if (agent.lastPublish === 'failed')
    return toMissing(
      'agent_published',
      'agent_publish_failed',
      { agent: agent.name, error: agent.publishError },
      `Fix the problem and publish the agent again with ${publish}.`,
    )
  return agent.published ? null : toMissing('agent_published', 'agent_not_published', { agent: agent.name }, `Publish the agent with ${publish}.`)
}

/** Checks that some lead fills each variable of the agent that has no default. */
function checkVariables({ agent, variables }: PreflightContext) {
  const names = variables.filter(({ isFilled }) => !isFilled).map(({ name }) => name)
  if (!agent || names.length === 0) return null
  const action = `Set default_variables with PATCH /agents/${agent.id} and publish the agent again, or import leads with these columns.`
  return toMissing('agent_variables', 'variables_empty', { agent: agent.name, variables: names }, action)
}

function checkLeads({ id }: Campaign, { leads: { pending, next } }: PreflightContext) {
  if (pending === 0) return toMissing('leads', 'no_leads', {}, `Add leads with POST /campaigns/${id}/leads.`)
  if (next !== null) return null
  return toMissing('leads', 'no_callable_leads', { pending }, `Add other leads with POST /campaigns/${id}/leads. The field skipped lists the reasons.`)
}

/** Checks the calling numbers: each configured number must be usable; with none configured the workspace needs one. */
function checkNumbers(campaign: Campaign, { numbers, settings, agent }: PreflightContext): MissingRequirement[] {
  const engine = agent && publishedOf(agent)?.engine
  const problemOf = (number: PhoneNumber | undefined, id: number) => {
    if (!number?.isActive) return { code: 'number_disconnected', details: { phone_number: number?.phoneNumber ?? id } } as const
    if (!engine || number.carrier !== SIMULATED_CARRIER || isSimulated(engine)) return null
    return { code: 'number_simulated', details: { phone_number: number.phoneNumber } } as const
  }
  const connectAction = 'Connect a phone number with POST /phone-numbers/link.'
  const isPool = settings.numberIds.length > 0
  const configuredIds = isPool ? settings.numberIds : campaign.fromNumberId === null ? [] : [campaign.fromNumberId]
  if (configuredIds.length === 0) {
    const active = numbers.filter(({ isActive }) => isActive)
    const first = active.find((number) => problemOf(number, number.id) === null) ?? active[0]
    if (!first) return [toMissing('from_number', 'no_number', {}, connectAction)]
    const problem = problemOf(first, first.id)
    return problem === null ? [] : [toMissing('from_number', problem.code, problem.details, connectAction)]
  }
  const action = isPool
    ? 'Choose other numbers with the mutation updateCampaignSettings (numberIds).'
    : `${changeActionOf(campaign, 'from_number_id')} Set it to null to use the first active number.`
  return configuredIds.flatMap((id) => {
    const problem = problemOf(
      numbers.find((number) => number.id === id),
      id,
    )
    return problem === null ? [] : [toMissing('from_number', problem.code, problem.details, action)]
  })
}

function checkWallet(context: PreflightContext) {
  const { available } = context
  const needed = firstHoldOf(context)
  if (available >= needed) return null
  const details = { available: formatMicros(available), required: formatMicros(needed), currency: CURRENCY }
  return toMissing('wallet', 'balance_too_low', details, 'Ask your server administrator to add funds. GET /billing/usage shows the balance.')
}

/** Checks that the requesting app may place at least one more call. */
function checkAppCaps(context: PreflightContext) {
  const { allowance } = context
  if (allowance === null || isWithin(allowance, 1, firstHoldOf(context))) return null
  const details = { ...toPublic(allowance), required: formatMicros(firstHoldOf(context)), currency: CURRENCY }
  const action = 'The member who connected the app can raise its limits under API access, or start the campaign in the dashboard.'
  return toMissing('app_cap', 'app_limit_reached', details, action)
}

/** The amount reserved for the first call. */
function firstHoldOf({ leads: { next }, agent }: PreflightContext) {
  const { maxDurationSeconds: maxSeconds, tools = [] } = (agent?.publishedConfig ?? {}) as Partial<AgentConfig>
  return next === null ? cheapestHold() : holdAmount(mostExpensive(next, listTransferNumbers(tools)), maxSeconds)
}

const checkSchedule = (campaign: Campaign, { endsAt }: PreflightContext) =>
  endsAt !== null && endsAt <= clock.now()
    ? toMissing('schedule', 'schedule_ended', { ended_at: endsAt.toISOString() }, changeActionOf(campaign, 'schedule.end_date'))
    : null

/** Checks that the campaign's knowledge bases are uploaded to the agent's voice provider. */
async function checkKnowledge({ workspaceId }: Campaign, { settings, agent }: PreflightContext): Promise<MissingRequirement[]> {
  const engine = agent ? publishedOf(agent)?.engine : undefined
  const missingBases = engine === undefined ? [] : await knowledgeCopies.listMissing(workspaceId, engine, settings.knowledgeBaseIds)
  return missingBases.map(({ knowledgeBaseId, name, reason, error }) => {
    const base = name ?? knowledgeBaseId
    if (reason === 'not_ready')
      return toMissing('knowledge_base', 'knowledge_base_syncing', { knowledge_base: base, voice_engine: engine! }, 'Start the campaign again in a minute.')
    const action = 'Fix the knowledge base, or choose others with the mutation updateCampaignSettings (knowledgeBaseIds).'
    if (reason === 'deleted') return toMissing('knowledge_base', 'knowledge_base_deleted', { knowledge_base: base }, action)
    return toMissing('knowledge_base', 'knowledge_base_rejected', { knowledge_base: base, voice_engine: engine!, error }, action)
  })
}

/** Checks that the questions are supported and that answers can be validated against them. */
async function checkQuestions(campaign: Campaign) {
  const { extractionSchema, analysisConfig: config } = campaign
  const questions = analysisConfig.mergedSchemaOf(campaign)
  if (questions === null) return null
  const problem = errorOf(() => extraction.toAnalysisItems(questions)) ?? (await answers.findSchemaProblem(campaign.workspaceId, questions))
  if (problem === null) return null
  const configProblem = isObject(config) ? analysisConfig.findProblem(config, extractionSchema as JsonObject | null) : null
  if (configProblem === null)
    return toMissing('extraction_schema', 'extraction_schema_invalid', { error: problem }, changeActionOf(campaign, 'extraction_schema'))
  return toMissing('analysis_config', 'analysis_config_invalid', { error: configProblem }, changeActionOf(campaign, 'analysis_config'))
}

function errorOf(work: () => unknown): string | null {
  try {
    return (work(), null)
  } catch (error) {
    return (error as Error).message
  }
}
