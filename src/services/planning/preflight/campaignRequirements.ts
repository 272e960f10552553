import { SIMULATED_CARRIER } from '../../../kernel/vocabulary/carrierNames.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign, PhoneNumber } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { CURRENCY, formatMicros } from '../../../kernel/lib/money.ts'
import type { AgentConfig, JsonObject } from '../../../providers/provider.ts'
import { isSimulated } from '../../../kernel/config/simulation.ts'
import type { Ground } from './preflightFacts.ts'
import { shown } from '../../billing/appAllowances.ts'
import * as analysisConfig from '../../extraction/analysisConfig.ts'
import * as answers from '../../extraction/answers.ts'
import * as extraction from '../../extraction/extraction.ts'
import * as knowledgeCopies from '../../knowledge/knowledgeCopies.ts'
import { isWithin } from '../../campaigns/rules/dialRoom.ts'
import { cheapestHold, holdAmount } from '../../billing/pricing.ts'
import { dearest, numbersIn } from '../../agents/transferRules.ts'
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

/** What keeps a campaign from starting, and which call or page mends it (spec: campaign not ready). */
export interface Missing {
  /** A stable word for programs. */
  requirement: Requirement
  message: string
  action: string
}

/** Everything that a start still needs (contract: Start, pre-flight requirements). */
export async function missingIn(campaign: Campaign, ground: Ground): Promise<Missing[]> {
  const found = [agent(campaign, ground), leads(campaign, ground), ...numbers(campaign, ground), wallet(ground), appCaps(ground), schedule(campaign, ground)]
  return [...found, await questions(campaign), ...(await knowledge(campaign, ground))].filter((each) => each !== null)
}

const missing = (requirement: Requirement, message: string, action: string): Missing => ({ requirement, message, action })
const change = ({ id }: Campaign, field: string) => `Set ${field} with PATCH /campaigns/${id}.`

function agent(campaign: Campaign, { agent: found }: Ground) {
  if (!found) return missing('agent', 'The campaign has no agent.', change(campaign, 'agent_ref_id'))
  const named = `The agent ${found.name}`
  if (!found.isActive)
    return missing('agent_active', `${named} is archived (inactive).`, `Set is_active to true with PATCH /agents/${found.id}, or choose another agent. ${change(campaign, 'agent_ref_id')}`)
  const publish = `POST /agents/${found.id}/publish`
  if (found.lastPublish === 'failed')
    return missing('agent_published', `The last publish of the agent ${found.name} failed (${found.publishError}).`, `Fix the problem and publish the agent again with ${publish}.`)
  return found.published ? null : missing('agent_published', `${named} is not published.`, `Publish the agent with ${publish}.`)
}

function leads({ id }: Campaign, { leads: { pending, next } }: Ground) {
  if (pending === 0) return missing('leads', 'The campaign has no leads to call.', `Add leads with POST /campaigns/${id}/leads.`)
  if (next !== null) return null
  return missing('leads', `None of the ${pending} pending leads can be called.`, `Add other leads with POST /campaigns/${id}/leads. The field skipped lists the reasons.`)
}

/** Each number that is set must be usable; with none set the workspace needs one. */
function numbers(campaign: Campaign, { numbers: found, settings, agent: speaker }: Ground): Missing[] {
  const engine = speaker && publishedOf(speaker)?.engine
  const wrong = (number: PhoneNumber | undefined, id: number) => {
    if (!number?.isActive) return `The phone number ${number?.phoneNumber ?? id} is no longer connected.`
    if (engine && number.carrier === SIMULATED_CARRIER && !isSimulated(engine)) return `The phone number ${number.phoneNumber} is simulated and cannot place real calls.`
    return null
  }
  const link = 'Connect a phone number with POST /phone-numbers/link.'
  const isPool = settings.numberIds.length > 0
  const wanted = isPool ? settings.numberIds : campaign.fromNumberId === null ? [] : [campaign.fromNumberId]
  if (wanted.length === 0) {
    const active = found.filter(({ isActive }) => isActive)
    const first = active.find((number) => wrong(number, number.id) === null) ?? active[0]
    if (!first) return [missing('from_number', 'The workspace has no active phone number to call from.', link)]
    const problem = wrong(first, first.id)
    return problem === null ? [] : [missing('from_number', problem, link)]
  }
  const action = isPool
    ? 'Choose other numbers with the mutation updateCampaignSettings (numberIds).'
    : `${change(campaign, 'from_number_id')} Set it to null to use the first active number.`
  return wanted.flatMap((id) => {
    const problem = wrong(
      found.find((number) => number.id === id),
      id,
    )
    return problem === null ? [] : [missing('from_number', problem, action)]
  })
}

function wallet(ground: Ground) {
  const { available } = ground
  const needed = firstHold(ground)
  if (available >= needed) return null
  const message = `The available balance is ${formatMicros(available)} ${CURRENCY}, and a call reserves ${formatMicros(needed)} ${CURRENCY}.`
  return missing('wallet', message, 'Ask your server administrator to add funds. GET /billing/usage shows the balance.')
}

/** An app that no further call is allowed to starts nothing. */
function appCaps(ground: Ground) {
  const { allowance } = ground
  if (allowance === null || isWithin(allowance, 1, firstHold(ground))) return null
  const { calls_left: calls, spend_left: spend } = shown(allowance)
  const message = `The app can place ${calls ?? 'any number of'} more calls${spend === null ? '' : ` and spend ${spend} ${CURRENCY} more`}, and a call reserves ${formatMicros(firstHold(ground))} ${CURRENCY}.`
  return missing('app_cap', message, 'The member who connected the app can raise its limits under API access, or start the campaign in the dashboard.')
}

/** What is set aside for the first call. */
function firstHold({ leads: { next }, agent: speaker }: Ground) {
  const { maxDurationSeconds: longest, tools = [] } = (speaker?.publishedConfig ?? {}) as Partial<AgentConfig>
  return next === null ? cheapestHold() : holdAmount(dearest(next, numbersIn(tools)), longest)
}

const schedule = (campaign: Campaign, { endsAt }: Ground) =>
  endsAt !== null && endsAt <= clock.now() ? missing('schedule', `The schedule of the campaign ended at ${endsAt.toISOString()}.`, change(campaign, 'schedule.end_date')) : null

/** What its calls are to be answered from has to be at the agent's voice provider. */
async function knowledge({ workspaceId }: Campaign, { settings, agent: speaker }: Ground): Promise<Missing[]> {
  const engine = speaker ? publishedOf(speaker)?.engine : undefined
  const lacking = engine === undefined ? [] : await knowledgeCopies.missing(workspaceId, engine, settings.knowledgeBaseIds)
  return lacking.map(({ knowledgeBaseId, name, reason, error }) => {
    const base = `The knowledge base ${name ?? knowledgeBaseId}`
    if (reason === 'not_ready') return missing('knowledge_base', `${base} is still being uploaded to ${engine}.`, 'Start the campaign again in a minute.')
    const wrong = reason === 'deleted' ? 'was deleted' : `was rejected by ${engine} (${error})`
    return missing('knowledge_base', `${base} ${wrong}.`, 'Fix the knowledge base, or choose others with the mutation updateCampaignSettings (knowledgeBaseIds).')
  })
}

/** What its calls are asked has to be something that can be asked, and that answers can be held against. */
async function questions(campaign: Campaign) {
  const { extractionSchema, analysisConfig: config } = campaign
  const asked = analysisConfig.questionsOf(campaign)
  if (asked === null) return null
  const problem = refused(() => extraction.itemsOf(asked)) ?? (await answers.problemOf(campaign.workspaceId, asked))
  if (problem === null) return null
  const inConfig = isObject(config) ? analysisConfig.problemsOf(config, extractionSchema as JsonObject | null) : null
  const [field, message] = inConfig === null ? (['extraction_schema', problem] as const) : (['analysis_config', inConfig] as const)
  return missing(field, `${message.startsWith(field) ? message : `${field}: ${message}`}.`, change(campaign, field))
}

function refused(work: () => unknown): string | null {
  try {
    return (work(), null)
  } catch (error) {
    return (error as Error).message
  }
}
