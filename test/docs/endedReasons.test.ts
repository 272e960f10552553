import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENDED_REASONS, meaningOf } from '../../src/kernel/vocabulary/endedReasons.ts'

const rowsOf = (page: string) =>
  readFileSync(page, 'utf8')
    .split('\n## ')
    .find((section) => section.includes('\n| `ended_reason` |'))!
    .split('\n')
    .map((line) => /^\| `(\w+)` \| (.+) \|$/.exec(line))
    .filter((row) => row !== null && row[1] !== 'ended_reason')
    .map((row) => [row![1], row![2]])

test('the page about calls explains every end reason, in the words of the API', () => {
  expect(rowsOf('docs/calls.md')).toEqual(ENDED_REASONS.map((reason) => [reason, meaningOf(reason)]))
})

test.each(['de', 'es', 'fr', 'it'])('the page in %s explains the same', (language) => {
  expect(rowsOf(`docs/${language}/calls.md`).map(([word]) => word)).toEqual(ENDED_REASONS)
})
