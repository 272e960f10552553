import type { Agent } from '../../generated/prisma/client.ts'
import type { DisclosureMode } from '../../inputs/disclosure.ts'
import type { Problem } from '../../providers/provider.ts'
import { findOrdered, findSpoken } from '../compliance/disclosures/findStatements.ts'
import { LANGUAGES } from '../compliance/disclosures/languages/languages.ts'
import { type Statement, STATEMENTS } from '../compliance/disclosures/statements.ts'
import * as recordingRules from '../compliance/recordingRules.ts'
import * as workspaces from '../workspaces/workspaces.ts'

/** A statement that a draft leaves out. */
export interface DisclosureAdvisory {
  statement: Statement
  /** Field in which the sentence belongs. */
  field: string
  message: string
  laws: string[]
  /** Sentence to add, in the language of the agent, or in English. */
  sentence: string
}

const LAWS = {
  ai: ['EU: Regulation (EU) 2024/1689 (AI Act), art. 50(1), since 2026-08-02'],
  caller: ['US: 47 CFR 64.1200(b)(1)', 'US: FCC 24-17 (AI voices are artificial voices)'],
}

const MISSING: Record<Statement, string> = {
  ai: 'The agent does not say that it is an AI.',
  caller: 'The agent does not say on whose behalf it calls.',
  recording: 'The agent does not say that the call is recorded.',
}

/**
 * Lists what the draft's first message and prompt leave out of what callers must state at the beginning. The law on recording is that of the
 * country of the agent's language, because the agent does not know yet whom it will call. Pure.
 */
export function listAdvisories(agent: Pick<Agent, 'lang' | 'firstMessage' | 'systemPrompt' | 'recordingEnabled'>): DisclosureAdvisory[] {
  const { language, region = null } = new Intl.Locale(agent.lang).maximize()
  const stated = new Set([...findSpoken(agent.firstMessage ?? ''), ...findOrdered(agent.systemPrompt ?? '')])
  const isRequired = (statement: Statement) => statement !== 'recording' || (agent.recordingEnabled && recordingRules.needsAnnouncement(region))
  const { sentences } = language in LANGUAGES ? LANGUAGES[language as keyof typeof LANGUAGES] : LANGUAGES.en
  return STATEMENTS.filter((statement) => isRequired(statement) && !stated.has(statement)).map((statement) => ({
    statement,
    field: agent.firstMessage ? 'first_message' : 'system_prompt',
    message: MISSING[statement],
    laws: statement === 'recording' ? [lawOnRecording(region!)] : LAWS[statement],
    sentence: sentences[statement],
  }))
}

const lawOnRecording = (country: string) => `${country}: ${recordingRules.ruleOf(country)?.basis || 'notice of recording'}`

/** Lists the advisories as problems that prevent publishing, if the workspace refuses to publish without the statements. */
export async function listProblems(agent: Agent): Promise<Problem[]> {
  const advisories = listAdvisories(agent)
  if (advisories.length === 0 || (await modeOf(agent)) === 'advise') return []
  return advisories.map(({ field, message, laws, sentence }) => ({ field, reason: `${message} Add a sentence such as "${sentence}" (${laws.join('; ')})` }))
}

const modeOf = async (agent: Agent) => (await workspaces.get(agent)).disclosure as DisclosureMode
