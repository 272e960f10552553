import type { JsonObject } from '../../providers/provider.ts'
import { generateAnswer, type Field, type Respondent, toSpeech } from './answers.ts'
import type { Call, Conversation, Line } from './call.ts'
import { asList, asText } from '../wire/json.ts'
import { otherLanguageOf, findRequestedLanguage, selectLanguage, phrasesFor } from './languages.ts'
import { findLookup } from './lookups.ts'
import type { Scenario } from './testNumbers.ts'
import type { Phrases } from './phrases/phrases.ts'
import { fillVariables, personaOf, type PromptQuestion, findQuestions } from './prompts.ts'
import { isAnswered, isSuccess } from './scenario.ts'
import { endOf, PAUSE_SECONDS, speechSecondsOf, talkSecondsOf } from './timeline.ts'

/** The agent's configuration that shapes a conversation. `{{names}}` are replaced by variables. */
export interface Script {
  agentName: string
  prompt: string
  /** The agent's first message; empty if it has none. */
  firstMessage: string
  /** What the agent leaves on voicemail: its own message, a `default` one, or `none`. */
  voicemail: { text: string } | 'default' | 'none'
  variables: JsonObject
  /** A BCP-47 tag, a list of tags, or `multi`. */
  language: unknown
  fields: Field[]
  /** Texts of the agent's knowledge bases. */
  knowledge: string[]
  /** Prompt of the summary; can name its language. */
  summary: string
}

const LABEL_LENGTH = 100
const LONG_CALL_SECONDS = 300

/** Fields that the vendor's analysis fills without asking. Both are known for every answered call. */
const BUILT_IN_FIELDS: Record<string, (field: Field, scenario: Scenario, spokenTag: string) => unknown> = {
  detected_language: (_field, _scenario, spokenTag) => spokenTag,
  call_outcome: (field, scenario) => chooseOutcome(asList(field.schema.enum).map(String), scenario),
}

/** An own key, so that a field named `constructor` is not built in. */
const isBuiltIn = ({ name }: Field) => Object.hasOwn(BUILT_IN_FIELDS, name)

/** Scenarios that are also outcomes, by the same name. */
const OUTCOMES: ReadonlySet<Scenario> = new Set<Scenario>(['not_interested', 'do_not_call', 'voicemail', 'callback'])

function chooseOutcome(choices: string[], scenario: Scenario): string {
  const outcome = isSuccess(scenario) ? 'success' : OUTCOMES.has(scenario) ? scenario : 'unknown'
  return [outcome, 'unknown'].find((choice) => choices.includes(choice)) ?? choices.at(-1) ?? outcome
}

/** The person who speaks with the agent. */
interface Contact {
  seed: string
  number: string
  /** The called number, the contact's or the workspace's. */
  called: string
  isCaller: boolean
  day: Date
}

/** A question and the contact's answer. */
interface Exchange {
  question: string
  answer: string
}

/** Decides every line and result of a call. The same seed, number and agent produce the same conversation. */
export function createConversation(script: Script, scenario: Scenario, contact: Contact): Conversation {
  const language = selectLanguage(script.language, contact.called)
  const spokenTag = scenario === 'other_language' ? otherLanguageOf(language) : language
  const phrases = phrasesFor(language)
  const contactPhrases = phrasesFor(spokenTag)
  const respondent: Respondent = { ...contact, phrases: contactPhrases, remarks: contactPhrases.remarks }
  const askedFields = script.fields.filter((field) => !isBuiltIn(field))
  const toAnalysisAnswer = (field: Field) => {
    const remarkLanguage = findRequestedLanguage(asText(field.schema.description))
    return generateAnswer(field, remarkLanguage ? { ...respondent, remarks: phrasesFor(remarkLanguage).remarks } : respondent)
  }
  const exchanges = [
    ...selectPromptQuestions(script, askedFields).map((promptQuestion) => ({
      question: promptQuestion.text,
      answer: toSpeech(generatePromptAnswer(promptQuestion, respondent), contactPhrases),
    })),
    ...askedFields.map((field) => ({ question: toQuestion(field, phrases), answer: toSpeech(generateAnswer(field, respondent), contactPhrases) })),
  ]
  const toBuiltInAnswers = (outcome: Scenario) =>
    Object.fromEntries(script.fields.filter(isBuiltIn).map((field) => [field.name, BUILT_IN_FIELDS[field.name]!(field, outcome, spokenTag)]))
  return {
    language,
    spoken: spokenTag,
    written: findRequestedLanguage(script.summary) ?? language,
    lines: linesOf(script, scenario, {
      phrases,
      contactPhrases,
      exchanges,
      lookup: toLookupLines(script, respondent, phrases, contactPhrases),
      isCaller: contact.isCaller,
    }),
    answers: {
      ...(isSuccess(scenario) ? Object.fromEntries(askedFields.map((field) => [field.name, toAnalysisAnswer(field)])) : {}),
      ...toBuiltInAnswers(scenario),
    },
    cutShort: toBuiltInAnswers('provider_error'),
  }
}

/** Creates a conversation in which the agent says one sentence and hangs up. */
export const createAnnouncement = (text: string): Conversation => ({
  language: 'en',
  spoken: 'en',
  written: 'en',
  lines: text ? [{ role: 'agent', text }] : [],
  answers: {},
  cutShort: {},
})

/** Returns the vendor's analysis of a call as it went. */
export function analyzeCall(call: Call): { summary: string; answers: JsonObject; success: boolean } {
  const { written, answers, cutShort } = call.conversation
  const { summary } = phrasesFor(written)
  if (talkSecondsOf(call) === null) return { summary: summary.unanswered, answers: {}, success: false }
  if (endOf(call).cause !== call.scenario) return { summary: summary.provider_error, answers: cutShort, success: false }
  const success = isSuccess(call.scenario)
  const text = success ? summary.success : summary[call.scenario as keyof Phrases['summary']]
  return { summary: text ?? summary.unanswered, answers, success }
}

interface LineParts {
  phrases: Phrases
  contactPhrases: Phrases
  exchanges: Exchange[]
  /** The contact's own question and the agent's answer. */
  lookup: Line[]
  isCaller: boolean
}

function linesOf(script: Script, scenario: Scenario, { phrases, contactPhrases, exchanges, lookup, isCaller }: LineParts): Line[] {
  const opening = agentLine(openingOf(script, isCaller ? phrases.welcome : phrases.greeting))
  const start = [opening, userLine(isCaller ? contactPhrases.iAmCalling : contactPhrases.goAhead)]
  // For contacts who end the call early.
  const approach = isCaller ? [...start, agentLine(phrases.chat[0]![0])] : [opening, userLine(contactPhrases.whoIsThis), agentLine(phrases.aboutYourRequest)]
  const interview = exchanges.flatMap(({ question, answer }) => [agentLine(question), userLine(`${answer}.`)])
  const end = [agentLine(phrases.thanks), userLine(contactPhrases.goodbye)]
  const whole = [...start, ...interview, ...lookup, ...end]
  if (!isAnswered(scenario)) return []
  if (scenario === 'voicemail') return [userLine(contactPhrases.afterTheTone), ...toVoicemailLines(script, phrases)]
  if (scenario === 'silence') return [opening, agentLine(phrases.areYouThere), agentLine(phrases.hangingUp)]
  if (scenario === 'not_interested') return [...approach, userLine(contactPhrases.notInterested)]
  if (scenario === 'do_not_call') return [...approach, userLine(contactPhrases.neverAgain)]
  if (scenario === 'callback') return [opening, userLine(contactPhrases.busyNow), agentLine(phrases.willCallBack), userLine(contactPhrases.goodbye)]
  if (scenario === 'hung_up') return [...start, interview[0] ?? agentLine(phrases.chat[0]![0]), userLine(contactPhrases.cutOff)]
  if (scenario === 'long') return [...start, ...interview, ...lookup, ...toSmallTalkLines(LONG_CALL_SECONDS - secondsOf(whole), phrases), ...end]
  return scenario === 'provider_error' ? whole.slice(0, Math.ceil(whole.length / 2)) : whole
}

/** The contact asks about a topic of the agent's knowledge, and the agent answers with the best matching sentence. */
function toLookupLines({ knowledge }: Script, { seed, number }: Respondent, phrases: Phrases, contactPhrases: Phrases): Line[] {
  const lookup = findLookup(knowledge, `${seed}:${number}`)
  return lookup ? [agentLine(phrases.anyQuestions), userLine(contactPhrases.askAbout(lookup.topic)), agentLine(lookup.answer)] : []
}

const agentLine = (text: string): Line => ({ role: 'agent', text })
const userLine = (text: string): Line => ({ role: 'user', text })
const secondsOf = (lines: Line[]) => lines.reduce((sum, { text }) => sum + speechSecondsOf(text) + PAUSE_SECONDS, 0)

/** Small talk of at least this many seconds. */
function toSmallTalkLines(seconds: number, { chat }: Phrases): Line[] {
  const lines: Line[] = []
  for (let turn = 0; secondsOf(lines) < seconds; turn++) {
    const [question, answer] = chat[turn % chat.length]!
    lines.push(agentLine(question), userLine(answer))
  }
  return lines
}

function toVoicemailLines({ voicemail, variables }: Script, phrases: Phrases): Line[] {
  if (voicemail === 'none') return []
  return [agentLine(voicemail === 'default' ? phrases.messageLeft : fillVariables(voicemail.text, variables))]
}

/** The agent's first message; otherwise a greeting with the name from its prompt, or with the agent's name. */
function openingOf({ agentName, prompt, firstMessage, variables }: Script, greet: (name: string) => string): string {
  const text = fillVariables(firstMessage, variables).trim()
  return text || greet(personaOf(fillVariables(prompt, variables)) || agentName || 'your assistant')
}

/** The prompt's questions, except those that a field asks anyway. */
function selectPromptQuestions({ prompt, variables }: Script, fields: Field[]): PromptQuestion[] {
  const fieldWords = fields.flatMap(({ name, schema }) => wordsOf(`${name} ${asText(schema.title)} ${asText(schema.description).split('\n', 1)[0]}`))
  return findQuestions(fillVariables(prompt, variables)).filter(({ topic }) => !wordsOf(topic).some((word) => fieldWords.includes(word)))
}

const COMMON_WORDS = new Set(['their', 'whether', 'about', 'which', 'would', 'that', 'they', 'have', 'with', 'person', 'people', 'what', 'when', 'like'])
const wordsOf = (text: string) => (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !COMMON_WORDS.has(word))

const generatePromptAnswer = ({ topic, kind }: PromptQuestion, respondent: Respondent) =>
  generateAnswer({ name: topic, schema: { type: kind === 'yes_no' ? 'boolean' : kind === 'number' ? 'integer' : 'string' } }, respondent)

/** Uses a description that is a question as it is; otherwise asks for its label. */
function toQuestion({ name, schema }: Field, phrases: Phrases): string {
  const description = asText(schema.description).trim()
  if (description.endsWith('?') && description.length <= LABEL_LENGTH * 2) return description
  const sentence = (asText(schema.title) || description).split(/[.\n]/, 1)[0]!.trim()
  const label = sentence && sentence.length <= LABEL_LENGTH ? sentence : name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')
  return phrases.ask(label.charAt(0).toLowerCase() + label.slice(1))
}
