import type { JsonObject } from '../../providers/provider.ts'
import { type Language, PHRASES } from './languages.ts'

/** A question that a prompt tells the agent to ask, and the kind of its answer. */
export interface PromptQuestion {
  text: string
  /** What the question is about, in the prompt's words. */
  topic: string
  kind: 'yes_no' | 'number' | 'text'
}

interface Wording {
  /** How an instruction to ask begins. */
  ask: string
  /** How a question with a yes-or-no answer begins. */
  whether: string
  /** How other questions begin, and those answered with a number. */
  open: string
  many: string
}

/** How prompts are worded in each language. Every prompt is searched for all of them. */
const WORDINGS: Record<Language, Wording> = {
  en: {
    ask: 'ask(?: them| the \\w+| him| her)?|find out',
    whether: 'whether|if',
    open: 'what|which|when|where|who|whose|why|how',
    many: 'how (?:many|much|old)',
  },
  it: { ask: 'chied(?:i|ere|a)(?:gli|le)?|domanda', whether: 'se', open: 'che|cosa|quale?i?|quando|dove|chi|perché|come|a che', many: 'quant[ioae]' },
  de: { ask: 'frag(?:e|en Sie|en)(?: nach)?|erfrage', whether: 'ob', open: 'was|welche[rs]?|wann|wo|wer|wem|warum|wie|seit wann', many: 'wie ?viele?|wie alt' },
  es: { ask: 'preg[uú]nt(?:a|e|ar)(?:le|les)?|pide|averigua', whether: 'si', open: 'qué|cuál(?:es)?|cuándo|dónde|quién|por qué|cómo', many: 'cuánt[oa]s?' },
  fr: { ask: 'demand(?:e|ez|er)(?:-lui|-leur)?', whether: "si|s[’']il", open: 'que|quel(?:le)?s?|quand|où|qui|pourquoi|comment', many: 'combien' },
  pt: { ask: 'pergunt(?:a|e|ar)(?:-lhe)?|pede', whether: 'se', open: 'o que|que|qual|quais|quando|onde|quem|por ?qu[eê]|como', many: 'quant[oa]s?' },
  nl: { ask: 'vraag(?: naar)?', whether: 'of', open: 'wat|welke|wanneer|waar|wie|waarom|hoe', many: 'hoeveel|hoe oud' },
  pl: { ask: 'zapytaj|spytaj|pytaj', whether: 'czy', open: 'co|jaki|jaka|jakie|który|kiedy|gdzie|kto|dlaczego|jak', many: 'ilu?' },
}
const MAX_QUESTIONS = 8
const MAX_QUESTION_LENGTH = 200
/** What precedes an instruction to ask. After "never" or "if they", it is not an instruction. */
const INSTRUCTION_START = '(?:^|[,;:*•–-]\\s*|(?<!\\p{L})(?:and|then|please|must|should|e|poi|und|dann|bitte|y|luego|et|puis|depois|en|dan|i)\\s+)'
const PERSONA =
  /(?<!\p{L})(?:You are|Your name is|Sei|Ti chiami|Du bist|Sie sind|Eres|Te llamas|Tu es|Vous êtes|Você é|És|Je bent|U bent|Jesteś|Nazywasz się) (\p{Lu}[\p{L}'’-]+)/u

const NAME = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{N}_ ./-]{0,98}[\p{L}\p{N}_./-])?`
/** The filter of Liquid, which Vapi reads, with a text in quotation marks. */
const DEFAULT = String.raw`\|\s{0,20}default\s{0,20}:\s{0,20}("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`
const PLACEHOLDER = new RegExp(String.raw`\{\{-?\s{0,20}(${NAME})\s{0,20}(?:${DEFAULT}\s{0,20})?-?\}\}`, 'gu')

/**
 * Replaces every `{{name}}` by its variable; an unknown one becomes empty, or the default in the text as in `{{name | default: "you"}}`. Names
 * can have spaces, dots, slashes and hyphens, as at the vendors.
 */
export const fillVariables = (text: string, variables: JsonObject): string =>
  text.replace(PLACEHOLDER, (_match, name: string, fallback: string | undefined) => toSpokenText(variables[name]) || unquote(fallback ?? '""'))

/** The value of a text in Liquid, as LiquidJS reads its escapes. */
const unquote = (literal: string) =>
  literal.slice(1, -1).replace(/\\(?:u([\da-f]{4})|n|.)/gi, (escape, code: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return escape === String.raw`\n` ? '\n' : escape.slice(1)
  })

const toSpokenText = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '')

/** The name that the prompt gives the agent: "You are Ada, …". */
export const personaOf = (prompt: string): string | undefined => PERSONA.exec(prompt)?.[1]

/** Finds what the prompt says to ask: its questions, word for word, and what follows "Ask whether …" or "Ask for their …". */
export function findQuestions(prompt: string): PromptQuestion[] {
  const sentences = prompt.match(/[^.!?\n]+[.!?]*/g) ?? []
  const questions = sentences.map((sentence) => sentence.trim()).flatMap((sentence) => parseQuestion(sentence) ?? parseInstruction(sentence) ?? [])
  return [...new Map(questions.map((question) => [question.text.toLowerCase(), question])).values()].slice(0, MAX_QUESTIONS)
}

/** Parses a literal question, without what introduces it: `Ask: how old is it?`. */
function parseQuestion(sentence: string): PromptQuestion | null {
  if (!sentence.endsWith('?') || sentence.length > MAX_QUESTION_LENGTH) return null
  const words = sentence.replace(/^[\s\-*•\d.)]+/, '').replace(/^[^?]*[:"“«„]\s*/, '')
  const startsWithWording = (key: 'open' | 'many') => Object.values(WORDINGS).some((wording) => startsWith(words.replace(/^[¿\s]+/, ''), wording[key]))
  const kind = startsWithWording('many') ? 'number' : startsWithWording('open') ? 'text' : 'yes_no'
  return { text: words.charAt(0).toUpperCase() + words.slice(1), topic: words, kind }
}

function parseInstruction(sentence: string): PromptQuestion | null {
  for (const [language, { ask, whether, many }] of Object.entries(WORDINGS) as [Language, Wording][]) {
    const rest = new RegExp(`${INSTRUCTION_START}(?:${ask}),?\\s+(.+?)[.!]*$`, 'iu').exec(sentence)?.[1]
    if (!rest || rest.length > MAX_QUESTION_LENGTH) continue
    const kind = startsWith(rest, whether) ? 'yes_no' : startsWith(rest, many) ? 'number' : 'text'
    return { text: PHRASES[language].askFor(language === 'en' ? toSecondPerson(rest) : rest), topic: rest, kind }
  }
  return null
}

const startsWith = (text: string, pattern: string) => new RegExp(`^(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu').test(text)

/** Rewords "whether they own their bike" for the person addressed. */
const toSecondPerson = (text: string) =>
  text
    .replace(/\b(?:they are|he is|she is|the (?:person|caller|customer|lead|contact) is)\b/gi, 'you are')
    .replace(/\b(?:he|she|the (?:person|caller|customer|lead|contact)) (owns?|has|uses?|wants?|needs?|likes?|knows?)\b/gi, (_match, verb: string) =>
      verb === 'has' ? 'you have' : `you ${verb.replace(/s$/, '')}`,
    )
    .replace(/\b(?:their|his)\b/gi, 'your')
    .replace(/\b(?:they|them|he|she|the (?:person|caller|customer|lead|contact))\b/gi, 'you')
