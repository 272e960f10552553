import type { JsonObject } from '../../providers/provider.ts'
import { answerFor, type Field, type Respondent, spoken } from './answers.ts'
import type { Call, Conversation, Line } from './call.ts'
import { asList, asText } from '../wire/json.ts'
import { anotherLanguage, languageAskedFor, languageTag, phrasesFor } from './languages.ts'
import { lookupIn } from './lookups.ts'
import type { Scenario } from './magic.ts'
import type { Phrases } from './phrases/words.ts'
import { filled, personaOf, type PromptQuestion, questionsIn } from './prompts.ts'
import { isAnswered, isSuccess } from './scenario.ts'
import { endOf, PAUSE, spokenSeconds, talkSeconds } from './timeline.ts'

/** What the call's agent is, as far as it shapes what is said. `{{names}}` are filled in from the variables. */
export interface Script {
  agentName: string
  prompt: string
  /** The agent's own first words, if it has any. */
  firstMessage: string
  /** What it leaves on an answering machine: words of its own, `usual` ones, or nothing at all. */
  voicemail: { text: string } | 'usual' | 'nothing'
  variables: JsonObject
  /** BCP-47, a list of it, or `multi`. */
  language: unknown
  fields: Field[]
  /** Texts that it can look into. */
  knowledge: string[]
  /** How the summary is asked for; it may name a language to write it in. */
  summary: string
}

const LABEL_LENGTH = 100
const LONG_CALL_SECONDS = 300

/** Fields the vendor's analysis fills in without asking; both are known for every answered call. */
const SILENT_FIELDS: Record<string, (field: Field, scenario: Scenario, spokenTag: string) => unknown> = {
  detected_language: (_field, _scenario, spokenTag) => spokenTag,
  call_outcome: (field, scenario) => outcomeAmong(asList(field.schema.enum).map(String), scenario),
}

/** Scenarios that are outcomes by the same name. */
const OUTCOMES: ReadonlySet<Scenario> = new Set<Scenario>(['not_interested', 'do_not_call', 'voicemail', 'callback'])

function outcomeAmong(choices: string[], scenario: Scenario): string {
  const wanted = isSuccess(scenario) ? 'success' : OUTCOMES.has(scenario) ? scenario : 'unknown'
  return [wanted, 'unknown'].find((choice) => choices.includes(choice)) ?? choices.at(-1) ?? wanted
}

/** Who speaks with the agent. */
interface Person {
  seed: string
  number: string
  /** The called number, theirs or ours. */
  called: string
  isCaller: boolean
  day: Date
}

/** A question, and what the person says to it. */
interface Exchange {
  question: string
  answer: string
}

/** Decides everything that will be said and found out on a call; the same seed, number and agent give the same. */
export function converse(script: Script, scenario: Scenario, person: Person): Conversation {
  const language = languageTag(script.language, person.called)
  const spokenTag = scenario === 'other_language' ? anotherLanguage(language) : language
  const phrases = phrasesFor(language)
  const theirs = phrasesFor(spokenTag)
  const who: Respondent = { ...person, phrases: theirs, remarks: theirs.remarks }
  const asked = script.fields.filter(({ name }) => !(name in SILENT_FIELDS))
  const noted = (field: Field) => {
    const written = languageAskedFor(asText(field.schema.description))
    return answerFor(field, written ? { ...who, remarks: phrasesFor(written).remarks } : who)
  }
  const exchanges = [
    ...promptQuestions(script, asked).map((one) => ({ question: one.text, answer: spoken(answerTo(one, who), theirs) })),
    ...asked.map((field) => ({ question: question(field, phrases), answer: spoken(answerFor(field, who), theirs) })),
  ]
  const unasked = (outcome: Scenario) =>
    Object.fromEntries(
      script.fields.flatMap((field) => {
        const fill = SILENT_FIELDS[field.name]
        return fill ? [[field.name, fill(field, outcome, spokenTag)]] : []
      }),
    )
  return {
    language,
    spoken: spokenTag,
    written: languageAskedFor(script.summary) ?? language,
    lines: linesOf(script, scenario, { phrases, theirs, exchanges, lookup: lookedUp(script, who, phrases, theirs), isCaller: person.isCaller }),
    answers: { ...(isSuccess(scenario) ? Object.fromEntries(asked.map((field) => [field.name, noted(field)])) : {}), ...unasked(scenario) },
    cutShort: unasked('provider_error'),
  }
}

/** A call on which one sentence is said, and then hung up. */
export const spokenOnce = (text: string): Conversation => ({
  language: 'en',
  spoken: 'en',
  written: 'en',
  lines: text ? [{ role: 'agent', text }] : [],
  answers: {},
  cutShort: {},
})

/** What the vendor's analysis finds in the call as it went. */
export function findingsOf(call: Call): { summary: string; answers: JsonObject; success: boolean } {
  const { written, answers, cutShort } = call.conversation
  const { summary } = phrasesFor(written)
  if (talkSeconds(call) === null) return { summary: summary.unanswered, answers: {}, success: false }
  if (endOf(call).cause !== call.scenario) return { summary: summary.provider_error, answers: cutShort, success: false }
  const success = isSuccess(call.scenario)
  const words = success ? summary.success : summary[call.scenario as keyof Phrases['summary']]
  return { summary: words ?? summary.unanswered, answers, success }
}

interface Speakers {
  phrases: Phrases
  theirs: Phrases
  exchanges: Exchange[]
  /** What the person wants to know in turn. */
  lookup: Line[]
  isCaller: boolean
}

function linesOf(script: Script, scenario: Scenario, { phrases, theirs, exchanges, lookup, isCaller }: Speakers): Line[] {
  const opening = agent(openingOf(script, isCaller ? phrases.welcome : phrases.greeting))
  const start = [opening, user(isCaller ? theirs.iAmCalling : theirs.goAhead)]
  // What the agent says to who will not talk.
  const approach = isCaller ? [...start, agent(phrases.chat[0]![0])] : [opening, user(theirs.whoIsThis), agent(phrases.aboutYourRequest)]
  const interview = exchanges.flatMap(({ question: asked, answer }) => [agent(asked), user(`${answer}.`)])
  const end = [agent(phrases.thanks), user(theirs.goodbye)]
  const whole = [...start, ...interview, ...lookup, ...end]
  if (!isAnswered(scenario)) return []
  if (scenario === 'voicemail') return [user(theirs.afterTheTone), ...messageLeft(script, phrases)]
  if (scenario === 'silence') return [opening, agent(phrases.areYouThere), agent(phrases.hangingUp)]
  if (scenario === 'not_interested') return [...approach, user(theirs.notInterested)]
  if (scenario === 'do_not_call') return [...approach, user(theirs.neverAgain)]
  if (scenario === 'callback') return [opening, user(theirs.busyNow), agent(phrases.willCallBack), user(theirs.goodbye)]
  if (scenario === 'hung_up') return [...start, interview[0] ?? agent(phrases.chat[0]![0]), user(theirs.cutOff)]
  if (scenario === 'long') return [...start, ...interview, ...lookup, ...chatFor(LONG_CALL_SECONDS - secondsOf(whole), phrases), ...end]
  return scenario === 'provider_error' ? whole.slice(0, Math.ceil(whole.length / 2)) : whole
}

/** A question of the person that the agent's texts answer, in the words of the sentence that fits best. */
function lookedUp({ knowledge }: Script, { seed, number }: Respondent, phrases: Phrases, theirs: Phrases): Line[] {
  const found = lookupIn(knowledge, `${seed}:${number}`)
  return found ? [agent(phrases.anyQuestions), user(theirs.askAbout(found.topic)), agent(found.answer)] : []
}

const agent = (text: string): Line => ({ role: 'agent', text })
const user = (text: string): Line => ({ role: 'user', text })
const secondsOf = (lines: Line[]) => lines.reduce((sum, { text }) => sum + spokenSeconds(text) + PAUSE, 0)

/** Small talk of at least so many seconds. */
function chatFor(seconds: number, { chat }: Phrases): Line[] {
  const lines: Line[] = []
  for (let turn = 0; secondsOf(lines) < seconds; turn++) {
    const [asks, says] = chat[turn % chat.length]!
    lines.push(agent(asks), user(says))
  }
  return lines
}

function messageLeft({ voicemail, variables }: Script, phrases: Phrases): Line[] {
  if (voicemail === 'nothing') return []
  return [agent(voicemail === 'usual' ? phrases.messageLeft : filled(voicemail.text, variables))]
}

/** The agent's own first words, else a greeting in the name its prompt gives it, else in the agent's. */
function openingOf({ agentName, prompt, firstMessage, variables }: Script, greet: (name: string) => string): string {
  const own = filled(firstMessage, variables).trim()
  return own || greet(personaOf(filled(prompt, variables)) || agentName || 'your assistant')
}

/** What the prompt says to ask, except what is asked for a field anyway. */
function promptQuestions({ prompt, variables }: Script, fields: Field[]): PromptQuestion[] {
  const named = fields.flatMap(({ name, schema }) => wordsOf(`${name} ${asText(schema.title)} ${asText(schema.description).split('\n', 1)[0]}`))
  return questionsIn(filled(prompt, variables)).filter(({ topic }) => !wordsOf(topic).some((word) => named.includes(word)))
}

const COMMON_WORDS = new Set(['their', 'whether', 'about', 'which', 'would', 'that', 'they', 'have', 'with', 'person', 'people', 'what', 'when', 'like'])
const wordsOf = (text: string) => (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !COMMON_WORDS.has(word))

const answerTo = ({ topic, kind }: PromptQuestion, who: Respondent) =>
  answerFor({ name: topic, schema: { type: kind === 'yes_no' ? 'boolean' : kind === 'number' ? 'integer' : 'string' } }, who)

/** A description that is a question is asked as it is; any other is asked about. */
function question({ name, schema }: Field, phrases: Phrases): string {
  const description = asText(schema.description).trim()
  if (description.endsWith('?') && description.length <= LABEL_LENGTH * 2) return description
  const sentence = (asText(schema.title) || description).split(/[.\n]/, 1)[0]!.trim()
  const label = sentence && sentence.length <= LABEL_LENGTH ? sentence : name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')
  return phrases.ask(label.charAt(0).toLowerCase() + label.slice(1))
}
