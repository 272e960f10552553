import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findOrdered, findSpoken } from '../../../../src/services/compliance/disclosures/findStatements.ts'
import { LANGUAGES } from '../../../../src/services/compliance/disclosures/languages/languages.ts'
import { type Statement, STATEMENTS } from '../../../../src/services/compliance/disclosures/statements.ts'

type Sentences = Record<Statement, { said: string[]; not: string[] }>
const corpora = Object.keys(LANGUAGES).map(
  (language) => JSON.parse(readFileSync(new URL(`corpus.${language}.json`, import.meta.url), 'utf8')) as Record<'spoken' | 'ordered', Sentences>,
)

/** Precision and recall of a statement over the sentences of all languages, with the sentences that were judged wrongly. */
function measure(kind: 'spoken' | 'ordered', statement: Statement) {
  const find = kind === 'spoken' ? findSpoken : findOrdered
  const said = corpora.flatMap((corpus) => corpus[kind][statement].said)
  const not = corpora.flatMap((corpus) => corpus[kind][statement].not)
  const missed = said.filter((sentence) => !find(sentence).has(statement))
  const wrong = not.filter((sentence) => find(sentence).has(statement))
  const found = said.length - missed.length
  return { said: said.length, not: not.length, precision: found / (found + wrong.length), recall: found / said.length, missed, wrong }
}

describe.each(['spoken', 'ordered'] as const)('of %s sentences in eight languages', (kind) => {
  test.each(STATEMENTS)('the statement `%s` is found, and what sounds like it is not', (statement) => {
    const { said, not, precision, recall, missed, wrong } = measure(kind, statement)
    expect(Math.min(said, not)).toBeGreaterThanOrEqual(20)
    expect({ missed, wrong, isPrecise: precision >= 0.98, isComplete: recall >= 0.95 }).toMatchObject({ isPrecise: true, isComplete: true })
  })
})

test.each(Object.entries(LANGUAGES))('the sentences that we propose in %s make their statements', (_, { sentences }) => {
  for (const statement of STATEMENTS) expect([statement, findSpoken(sentences[statement]).has(statement)]).toEqual([statement, true])
})

test('a statement is found beyond the first 20,000 characters and in a long greeting that ends as a question', () => {
  expect(findOrdered(`${'Be friendly. '.repeat(3_000)}Say that you are an AI.`)).toEqual(new Set(['ai']))
  expect(findSpoken('Hi, this is Ada, an AI assistant from {{company_name}}, on a recorded line. How are you today?')).toEqual(new Set(STATEMENTS))
})

test('a variable with another value names no company', () => {
  expect(findSpoken('Hello {{first_name}}, this is Ada from {{company}}.').has('caller')).toBe(true)
  expect(findSpoken('Hello, is this {{first_name}}? I have a question for {{first_name}}.').has('caller')).toBe(false)
})
