import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { ROLE_SCOPES } from '../../../src/kernel/vocabulary/scopes.ts'
import * as documentLoading from '../../../src/services/documentation/documentLoading.ts'
import * as documentSearch from '../../../src/services/documentation/documentSearch.ts'
import { useDatabase } from '../../kit/server/database.ts'
import questions from './documentQuestions.json' with { type: 'json' }
import words from './documentWords.json' with { type: 'json' }

useDatabase()
const reader: Actor = { kind: 'session', workspaceId: 1, userId: 1, sessionId: 'quality', scopes: ROLE_SCOPES.viewer }
beforeAll(() => documentLoading.load())

/**
 * Questions and the pages that answer them, in languages that have these pages. The second set, of keywords, names, colloquial and
 * misspelled words, was written with knowledge of the headings but not of the search.
 */
const questionSets = [
  { set: 'questions', lists: questions, least: { recall: 0.9, reciprocal: 0.8 } },
  { set: 'words', lists: words, least: { recall: 0.85, reciprocal: 0.75 } },
].flatMap(({ set, lists, least }) =>
  Object.entries(lists).map(([locale, list]) => ({ set, locale, least, list: list.map(([q, right]) => ({ q: q!, right: right!.split(' ') })) })),
)

describe.each(questionSets)('$set in $locale', ({ set, locale, least, list }) => {
  /** Runs up to seventy searches, one after another. */
  test('find their page among the first three results, mostly first', async () => {
    const pages = new Set(
      (await anyWorkspace.document.findMany({ where: { workspaceId: null, language: locale }, select: { slug: true } })).map(({ slug }) => slug),
    )
    const answerable = list.filter(({ right }) => right.some((slug) => pages.has(slug)))
    if (answerable.length < 20) return
    const missed: string[] = []
    let [found, reciprocal] = [0, 0]
    for (const { q, right } of answerable) {
      const { results } = await documentSearch.search({ ...reader, sessionId: `${set} ${locale}` }, { q, locale })
      const place = results.filter(({ language }) => language === locale).findIndex(({ slug }) => right.includes(slug)) + 1
      if (place > 0) reciprocal += 1 / place
      if (place > 0 && place <= 3) found += 1
      else missed.push(`${q}: ${results.map(({ slug }) => slug).join(', ')}`)
    }
    expect({ recall: found / answerable.length >= least.recall, missed }).toEqual({ recall: true, missed: expect.any(Array) })
    expect(reciprocal / answerable.length).toBeGreaterThan(least.reciprocal)
  })
})

test('capitals, accents and punctuation of a question do not matter', async () => {
  const slugs = async (q: string, locale: string) => (await documentSearch.search(reader, { q, locale })).results.map(({ slug }) => slug)
  expect(await slugs('HOW DO I VERIFY A WEBHOOK SIGNATURE?!', 'en-US')).toEqual(await slugs('how do i verify a webhook signature?', 'en-US'))
  expect(await slugs('Perché il numero non può?', 'it-IT')).toEqual(await slugs('perche il numero non puo?', 'it'))
})
