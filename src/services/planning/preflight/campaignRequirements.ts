import { SIMULATED_CARRIER } from '../../../kernel/vocabulary/carrierNames.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign, PhoneNumber } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { CURRENCY, formatMicros } from '../../../kernel/lib/money.ts'
import type { AgentConfig, JsonObject } from '../../../providers/provider.ts'
import { isSimulated } from '../../../kernel/config/simulation.ts'
import type { PreflightContext } from './preflightFacts.ts'
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
  message: string
  action: string
}

/** Lists everything that a start still needs (contract: Start, pre-flight requirements). */
export async function findMissing(campaign: Campaign, context: PreflightContext): Promise<MissingRequirement[]> {
  const checks = [
    checkAgent(campaign, context),
    checkLeads(campaign, context),
    ...checkNumbers(campaign, context),
    checkWallet(context),
    checkAppCaps(context),
    checkSchedule(campaign, context),
  ]
  return [...checks, await checkQuestions(campaign), ...(await checkKnowledge(campaign, context))].filter((each) => each !== null)
}

const missing = (requirement: Requirement, message: string, action: string): MissingRequirement => ({ requirement, message, action })
const changeAction = ({ id }: Campaign, field: string) => `Set ${field} with PATCH /campaigns/${id}.`

function checkAgent(campaign: Campaign, { agent }: PreflightContext) {
  if (!agent) return missing('agent', 'The campaign has no agent.', changeAction(campaign, 'agent_ref_id'))
  const label = `The agent ${agent.name}`
  if (!agent.isActive)
    return missing(
      'agent_active',
      `${label} is archived (inactive).`,
      `Set is_active to true with PATCH /agents/${agent.id}, or choose another agent. ${changeAction(campaign, 'agent_ref_id')}`,
    )
  const publish = `POST /agents/${agent.id}/publish`
  if (agent.lastPublish === 'failed')
    return missing(
      'agent_published',
      `The last publish of the agent ${agent.name} failed (${agent.publishError}).`,
      `Fix the problem and publish the agent again with ${publish}.`,
    )
  return agent.published ? null : missing('agent_published', `${label} is not published.`, `Publish the agent with ${publish}.`)
}

function checkLeads({ id }: Campaign, { leads: { pending, next } }: PreflightContext) {
  if (pending === 0) return missing('leads', 'The campaign has no leads to call.', `Add leads with POST /campaigns/${id}/leads.`)
  if (next !== null) return null
  return missing(
    'leads',
    `None of the ${pending} pending leads can be called.`,
    `Add other leads with POST /campaigns/${id}/leads. The field skipped lists the reasons.`,
  )
}

/** Checks the calling numbers: each configured number must be usable; with none configured the workspace needs one. */
function checkNumbers(campaign: Campaign, { numbers: found, settings, agent: speaker }: PreflightContext): MissingRequirement[] {
  const engine = speaker && publishedOf(speaker)?.engine
  const problemOf = (number: PhoneNumber | undefined, id: number) => {
    if (!number?.isActive) return `The phone number ${number?.phoneNumber ?? id} is no longer connected.`
    if (engine && number.carrier === SIMULATED_CARRIER && !isSimulated(engine))
      return `The phone number ${number.phoneNumber} is simulated and cannot place real calls.`
    return null
  }
  const connectAction = 'Connect a phone number with POST /phone-numbers/link.'
  const isPool = settings.numberIds.length > 0
  const configuredIds = isPool ? settings.numberIds : campaign.fromNumberId === null ? [] : [campaign.fromNumberId]
  if (configuredIds.length === 0) {
    const active = found.filter(({ isActive }) => isActive)
    const first = active.find((number) => problemOf(number, number.id) === null) ?? active[0]
    if (!first) return [missing('from_number', 'The workspace has no active phone number to call from.', connectAction)]
    const problem = problemOf(first, first.id)
    return problem === null ? [] : [missing('from_number', problem, connectAction)]
  }
  const action = isPool
    ? 'Choose other numbers with the mutation updateCampaignSettings (numberIds).'
    : `${changeAction(campaign, 'from_number_id')} Set it to null to use the first active number.`
  return configuredIds.flatMap((id) => {
    const problem = problemOf(
      found.find((number) => number.id === id),
      id,
    )
    return problem === null ? [] : [missing('from_number', problem, action)]
  })
}

function checkWallet(ground: PreflightContext) {
  const { available } = ground
  const needed = firstHold(ground)
  if (available >= needed) return null
  const message = `The available balance is ${formatMicros(available)} ${CURRENCY}, and a call reserves ${formatMicros(needed)} ${CURRENCY}.`
  return missing('wallet', message, 'Ask your server administrator to add funds. GET /billing/usage shows the balance.')
}

/** Checks that the requesting app may place at least one more call. */
function checkAppCaps(ground: PreflightContext) {
  const { allowance } = ground
  if (allowance === null || isWithin(allowance, 1, firstHold(ground))) return null
  const { calls_left: calls, spend_left: spend } = toPublic(allowance)
  const message = `The app can place ${calls ?? 'any number of'} more calls${spend === null ? '' : ` and spend ${spend} ${CURRENCY} more`}, and a call reserves ${formatMicros(firstHold(ground))} ${CURRENCY}.`
  return missing('app_cap', message, 'The member who connected the app can raise its limits under API access, or start the campaign in the dashboard.')
}

/** The amount reserved for the first call. */
function firstHold({ leads: { next }, agent: speaker }: PreflightContext) {
  const { maxDurationSeconds: longest, tools = [] } = (speaker?.publishedConfig ?? {}) as Partial<AgentConfig>
  return next === null ? cheapestHold() : holdAmount(mostExpensive(next, listTransferNumbers(tools)), longest)
}

const checkSchedule = (campaign: Campaign, { endsAt }: PreflightContext) =>
  endsAt !== null && endsAt <= clock.now()
    ? missing('schedule', `The schedule of the campaign ended at ${endsAt.toISOString()}.`, changeAction(campaign, 'schedule.end_date'))
    : null

/** Checks that the campaign's knowledge bases are uploaded to the agent's voice provider. */
async function checkKnowledge({ workspaceId }: Campaign, { settings, agent: speaker }: PreflightContext): Promise<MissingRequirement[]> {
  const engine = speaker ? publishedOf(speaker)?.engine : undefined
  const lacking = engine === undefined ? [] : await knowledgeCopies.listMissing(workspaceId, engine, settings.knowledgeBaseIds)
  return lacking.map(({ knowledgeBaseId, name, reason, error }) => {
    const base = `The knowledge base ${name ?? knowledgeBaseId}`
    if (reason === 'not_ready') return missing('knowledge_base', `${base} is still being uploaded to ${engine}.`, 'Start the campaign again in a minute.')
    const wrong = reason === 'deleted' ? 'was deleted' : `was rejected by ${engine} (${error})`
    return missing(
      'knowledge_base',
      `${base} ${wrong}.`,
      'Fix the knowledge base, or choose others with the mutation updateCampaignSettings (knowledgeBaseIds).',
    )
  })
}

/** Checks that the questions are supported and that answers can be validated against them. */
async function checkQuestions(campaign: Campaign) {
  const { extractionSchema, analysisConfig: config } = campaign
  const questions = analysisConfig.mergedSchemaOf(campaign)
  if (questions === null) return null
  const problem = errorOf(() => extraction.toAnalysisItems(questions)) ?? (await answers.findSchemaProblem(campaign.workspaceId, questions))
  if (problem === null) return null
  const inConfig = isObject(config) ? analysisConfig.findProblem(config, extractionSchema as JsonObject | null) : null
  const [field, message] = inConfig === null ? (['extraction_schema', problem] as const) : (['analysis_config', inConfig] as const)
  return missing(field, `${message.startsWith(field) ? message : `${field}: ${message}`}.`, changeAction(campaign, field))
}

function errorOf(work: () => unknown): string | null {
  try {
    return (work(), null)
  } catch (error) {
    return (error as Error).message
  }
}
