import type { JsonObject } from '../provider.ts'
import { answerFor, type Field, type Respondent, spoken } from './answers.ts'
import type { Call, Conversation, Line } from './call.ts'
import { asList, asText } from './json.ts'
import { languageTag, type Phrases, phrasesFor } from './phrases.ts'
import { isAnswered, type Scenario } from './scenario.ts'
import { endOf, talkSeconds } from './timeline.ts'

/** What the call's agent is, as far as it shapes what is said. */
export interface Script {
  agentName: string
  prompt: string
  /** The agent's own first words, if it has any; `{{names}}` are filled in from the variables. */
  firstMessage: string
  variables: JsonObject
  /** BCP-47, a list of it, or `multi`. */
  language: unknown
  fields: Field[]
}

const LABEL_LENGTH = 100

/** Fields the vendor's analysis fills in without asking; both are known for every answered call. */
const SILENT_FIELDS: Record<string, (field: Field, scenario: Scenario, language: string) => unknown> = {
  detected_language: (_field, _scenario, language) => language,
  call_outcome: (field, scenario) => outcomeAmong(asList(field.schema.enum).map(String), scenario),
}

function outcomeAmong(choices: string[], scenario: Scenario): string {
  const wanted = scenario === 'success' || scenario === 'not_interested' || scenario === 'voicemail' ? scenario : 'unknown'
  return [wanted, 'unknown'].find((choice) => choices.includes(choice)) ?? choices.at(-1) ?? wanted
}

/** Decides everything that will be said and found out on a call; the same seed, number and agent give the same. */
export function converse(script: Script, scenario: Scenario, call: { seed: string; to: string; day: Date }): Conversation {
  const language = languageTag(script.language, call.to)
  const phrases = phrasesFor(language)
  const who: Respondent = { seed: call.seed, number: call.to, phrases, day: call.day }
  const asked = script.fields.filter(({ name }) => !(name in SILENT_FIELDS))
  const said = asked.map((field) => ({ field, answer: answerFor(field, who) }))
  const unasked = (outcome: Scenario) =>
    Object.fromEntries(
      script.fields.flatMap((field) => {
        const fill = SILENT_FIELDS[field.name]
        return fill ? [[field.name, fill(field, outcome, language)]] : []
      }),
    )
  return {
    language,
    lines: linesOf(scenario, openingOf(script, phrases), phrases, said),
    answers: { ...(scenario === 'success' ? Object.fromEntries(said.map(({ field, answer }) => [field.name, answer])) : {}), ...unasked(scenario) },
    cutShort: unasked('provider_error'),
  }
}

/** What the vendor's analysis finds in the call as it went. */
export function findingsOf(call: Call): { summary: string; answers: JsonObject; success: boolean } {
  const { language, answers, cutShort } = call.conversation
  const { summary } = phrasesFor(language)
  if (talkSeconds(call) === null) return { summary: summary.unanswered, answers: {}, success: false }
  if (endOf(call).cause !== call.scenario) return { summary: summary.provider_error, answers: cutShort, success: false }
  return { summary: summary[call.scenario as keyof Phrases['summary']], answers, success: call.scenario === 'success' }
}

function linesOf(scenario: Scenario, opening: string, phrases: Phrases, said: { field: Field; answer: unknown }[]): Line[] {
  const agent = (text: string): Line => ({ role: 'agent', text })
  const user = (text: string): Line => ({ role: 'user', text })
  if (!isAnswered(scenario)) return []
  if (scenario === 'voicemail') return [user(phrases.afterTheTone), agent(phrases.messageLeft)]
  if (scenario === 'silence') return [agent(opening), agent(phrases.areYouThere), agent(phrases.hangingUp)]
  if (scenario === 'not_interested') return [agent(opening), user(phrases.whoIsThis), agent(phrases.aboutYourRequest), user(phrases.notInterested)]
  const interview = said.flatMap(({ field, answer }) => [agent(question(field, phrases)), user(`${spoken(answer, phrases)}.`)])
  const whole = [agent(opening), user(phrases.goAhead), ...interview, agent(phrases.thanks), user(phrases.goodbye)]
  return scenario === 'provider_error' ? whole.slice(0, Math.ceil(whole.length / 2)) : whole
}

/** The agent's own first words, else a greeting in the name its prompt gives it ("You are Ada, …"), else in the agent's. */
function openingOf({ agentName, prompt, firstMessage, variables }: Script, phrases: Phrases): string {
  const persona = /\b(?:You are|Your name is|Sei|Ti chiami|Du bist|Sie sind|Eres|Te llamas|Tu es|Vous êtes) (\p{Lu}[\p{L}'’-]+)/u.exec(prompt)?.[1]
  const text = firstMessage.trim() || phrases.greeting(persona || agentName || 'your assistant')
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_hole, name: string) => asText(variables[name]))
}

/** A description that is a question is asked as it is; any other is asked about. */
function question({ name, schema }: Field, phrases: Phrases): string {
  const description = asText(schema.description).trim()
  if (description.endsWith('?') && description.length <= LABEL_LENGTH * 2) return description
  const sentence = (asText(schema.title) || description).split(/[.\n]/, 1)[0]!.trim()
  const label = sentence && sentence.length <= LABEL_LENGTH ? sentence : name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')
  return phrases.ask(label.charAt(0).toLowerCase() + label.slice(1))
}
