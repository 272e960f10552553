import type { Agent } from '../../generated/prisma/client.ts'
import type { DisclosureMode } from '../../inputs/disclosure.ts'
import { causeOf, type Problem } from '../../providers/problem.ts'
import { findOrdered, findSpoken } from '../compliance/disclosures/findStatements.ts'
import { LANGUAGES } from '../compliance/disclosures/languages/languages.ts'
import { type Statement, STATEMENTS } from '../compliance/disclosures/statements.ts'
import * as recordingRules from '../compliance/recordingRules.ts'
import { lawCountryOf } from '../compliance/territories.ts'
import * as agentCountries from './agentCountries.ts'
import * as workspaces from '../workspaces/workspaces.ts'

/** A statement that a draft leaves out. */
export interface DisclosureAdvisory {
  statement: Statement
  /** Field in which the sentence belongs. */
  field: string
  message: string
  /** Laws that demand it, in English. */
  laws: string[]
  demands: Omit<Demand, 'text'>[]
  /** Sentence to add, in the language of the agent, or in English. */
  sentence: string
}

/** Laws that demand a statement. */
export const DISCLOSURE_LAWS = ['eu_ai_act', 'us_artificial_voices', 'us_ai_voices', 'recording_notice'] as const

/** A law that demands a statement. */
interface Demand {
  law: (typeof DISCLOSURE_LAWS)[number]
  /** Country of a rule on recording, as an ISO 3166 code. Null if it is that of most countries. */
  country: string | null
  /** The law in English. */
  text: string
}

/** Laws that demand a statement wherever they apply, with the countries in which they do. */
const LAWS: Record<Exclude<Statement, 'recording'>, { countries: string[]; demands: Demand[] }> = {
  ai: {
    countries: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
    demands: [{ law: 'eu_ai_act', country: null, text: 'EU: Regulation (EU) 2024/1689 (AI Act), art. 50(1), since 2026-08-02' }],
  },
  caller: {
    countries: ['US'],
    demands: [
      { law: 'us_artificial_voices', country: 'US', text: 'US: 47 CFR 64.1200(b)(1)' },
      { law: 'us_ai_voices', country: 'US', text: 'US: FCC 24-17 (AI voices are artificial voices)' },
    ],
  },
}

const MISSING: Record<Statement, string> = {
  ai: 'The agent does not say that it is an AI.',
  caller: 'The agent does not say on whose behalf it calls.',
  recording: 'The agent does not say that the call is recorded.',
}

/** How many laws an advisory names at most. */
const MAX_LAWS = 5
const LAW_OF_UNKNOWN_COUNTRY: Demand = { law: 'recording_notice', country: null, text: 'In most countries: notice of recording, or consent to it' }

/** A statement that a draft leaves out, and the laws of the known countries that demand it. */
interface Omission {
  statement: Statement
  demandedBy: Demand[]
}

type Draft = Pick<Agent, 'workspaceId' | 'id' | 'lang' | 'firstMessage' | 'systemPrompt' | 'recordingEnabled'>

/**
 * Lists what the draft's first message and prompt leave out of what callers must state at the beginning. Whether a recording has to be
 * announced depends on the countries of the agent's calls. Where none is known, on the country that its language names, such as `de-AT`.
 */
export async function listAdvisories(agent: Draft): Promise<DisclosureAdvisory[]> {
  const unsaid = listUnsaid(agent)
  const countries = unsaid.includes('recording') ? await agentCountries.list(agent) : []
  const omissions = unsaid.map((statement) => ({
    statement,
    demandedBy: statement === 'recording' ? recordingLaws(agent, countries) : LAWS[statement].demands,
  }))
  return omissions.filter(({ demandedBy }) => demandedBy.length > 0).map((omission) => toAdvisory(agent, omission))
}

/** Lists as problems, which prevent publishing, what the law of a country of the agent's calls demands, if the workspace refuses to publish without it. */
export async function listProblems(agent: Agent): Promise<Problem[]> {
  const unsaid = listUnsaid(agent)
  if (unsaid.length === 0 || (await modeOf(agent)) === 'advise') return []
  const countries = await agentCountries.list(agent)
  const omissions = unsaid.map((statement) => ({ statement, demandedBy: demandsOf(statement, countries) })).filter(({ demandedBy }) => demandedBy.length > 0)
  return omissions
    .map((omission) => toAdvisory(agent, omission))
    .map(({ field, statement, laws, demands, sentence }) => ({
      field,
      ...causeOf(`statement_${statement}_missing`, { sentence, laws: laws.join('; '), demands }),
    }))
}

function listUnsaid({ firstMessage, systemPrompt, recordingEnabled }: Draft): Statement[] {
  const stated = new Set([...findSpoken(firstMessage ?? ''), ...findOrdered(systemPrompt ?? '')])
  return STATEMENTS.filter((statement) => !stated.has(statement) && (statement !== 'recording' || recordingEnabled))
}

function toAdvisory({ lang, firstMessage }: Draft, { statement, demandedBy }: Omission): DisclosureAdvisory {
  const { language } = new Intl.Locale(lang)
  const { sentences } = language in LANGUAGES ? LANGUAGES[language as keyof typeof LANGUAGES] : LANGUAGES.en
  const field = firstMessage ? 'first_message' : 'system_prompt'
  const demands = demandedBy.slice(0, MAX_LAWS)
  return {
    statement,
    field,
    message: MISSING[statement],
    laws: demands.map(({ text }) => text),
    demands: demands.map(({ law, country }) => ({ law, country })),
    sentence: sentences[statement],
  }
}

/** Lists the laws of these countries that demand a statement. */
function demandsOf(statement: Statement, countries: readonly string[]): Demand[] {
  if (statement !== 'recording') return countries.some((country) => LAWS[statement].countries.includes(lawCountryOf(country)!)) ? LAWS[statement].demands : []
  return countries
    .filter((country) => recordingRules.needsAnnouncement(country))
    .map((country) => ({ law: 'recording_notice', country, text: `${country}: ${recordingRules.ruleOf(country)?.basis || 'notice of recording'}` }))
}

function recordingLaws({ lang }: Draft, countries: readonly string[]): Demand[] {
  const { region } = new Intl.Locale(lang)
  if (countries.length > 0 || region) return demandsOf('recording', countries.length > 0 ? countries : [region!])
  return [LAW_OF_UNKNOWN_COUNTRY]
}

const modeOf = async (agent: Agent) => (await workspaces.get(agent)).disclosure as DisclosureMode
