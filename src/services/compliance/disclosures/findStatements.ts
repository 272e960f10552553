import { ALL_FILLERS, MAX_LINE_LENGTH, type Sentence, splitSentences } from '../optOuts/sentences.ts'
import { LANGUAGES } from './languages/languages.ts'
import { compile, counts, isOrdered, isPersona, isSpoken, type Rules, type Statement, STATEMENTS } from './statements.ts'

/** Names of variables that hold the name of a company, such as `company` and `clinic_name`. */
const COMPANY =
  /compan|business|brand|firm|organi[sz]ation|clinic|practice|agency|store|shop|employer|client_?name|azienda|empresa|entreprise|societ|unternehm|bedrijf|negocio/i

let compiled: readonly Rules[] | undefined
const rulesOfAllLanguages = () => (compiled ??= Object.values(LANGUAGES).map(compile))

/** Returns which of the wanted statements a spoken text makes, in any of the languages. Pure; linear in the text. */
export const findSpoken = (text: string, wanted: readonly Statement[] = STATEMENTS): ReadonlySet<Statement> => find(text, isSpoken, wanted)

/** Returns the statements that a prompt has the agent make: it tells the agent to, or has a sentence to speak. Pure; linear in the text. */
export const findOrdered = (prompt: string): ReadonlySet<Statement> =>
  find(prompt, (rules, tokens, statement) => (isSpoken(rules, tokens, statement) && !isPersona(rules, tokens)) || isOrdered(rules, tokens, statement))

function find(text: string, makes: typeof isSpoken, wanted: readonly Statement[] = STATEMENTS): ReadonlySet<Statement> {
  const found = new Set<Statement>()
  for (const { tokens } of sentencesOf(text)) {
    if (found.size === wanted.length) break
    for (const rules of rulesOfAllLanguages()) {
      const made = wanted.filter((statement) => !found.has(statement) && makes(rules, tokens, statement))
      if (made.length > 0 && counts(rules, tokens)) for (const statement of made) found.add(statement)
    }
  }
  return found
}

/** Questions of up to this many words state nothing. Longer ones often begin with a statement. */
const QUESTION_WORDS = 9

/** Splits a text of any length into sentences, without its questions. */
function* sentencesOf(text: string): Generator<Sentence> {
  const plain = text
    .replace(/\{\{([^{}]{1,100})\}\}/g, (_, name: string) => (COMPANY.test(name) ? ' xcompany ' : ' xvalue '))
    .replace(/\b([AI])\.\s?([AI])\./gi, '$1$2')
    .split(/(?<=[.!?;…\n])/u)
    .map(withoutQuestion)
    .join('')
  for (let start = 0; start < plain.length; start += MAX_LINE_LENGTH) yield* splitSentences(plain.slice(start, start + MAX_LINE_LENGTH), ALL_FILLERS)
}

function withoutQuestion(sentence: string): string {
  if (!sentence.endsWith('?')) return sentence
  const comma = sentence.lastIndexOf(',')
  const question = sentence.slice(comma + 1)
  return question.trim().split(/\s+/).length > QUESTION_WORDS ? sentence : `${sentence.slice(0, Math.max(comma, 0))}\n`
}
