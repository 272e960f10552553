import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TranscriptLine } from '../../../src/providers/provider.ts'
import { findChange, mergeLines } from '../../../src/services/calls/progress/transcripts.ts'

const line = (text: string, startSeconds: number | null = null, role: TranscriptLine['role'] = 'agent'): TranscriptLine => ({ role, text, startSeconds })
const transcripts = fc.uniqueArray(
  fc.record({ role: fc.constantFrom('agent' as const, 'user' as const), text: fc.string({ minLength: 1 }), startSeconds: fc.nat({ max: 60 }) }),
  { selector: ({ role, text, startSeconds }) => `${role}|${text}|${startSeconds}`, maxLength: 12 },
)
const all = (lines: TranscriptLine[]) => ({ lines, mode: 'replace' as const, start: 0 })
const mergeOneByOne = (lines: TranscriptLine[]) =>
  lines.reduce<TranscriptLine[]>((merged, first) => mergeLines(merged, { lines: [first], mode: 'append', start: 0 }) ?? merged, [])

test('lines that arrive in any order, and twice, form one transcript ordered by time', () => {
  fc.assert(
    fc.property(
      transcripts.chain((lines) => fc.tuple(fc.shuffledSubarray(lines, { minLength: lines.length }), fc.shuffledSubarray(lines, { minLength: lines.length }))),
      ([first, second]) => {
        const transcript = mergeOneByOne(first)
        expect(transcript).toEqual(mergeOneByOne([...second, ...first]))
        expect(transcript.map(({ startSeconds }) => startSeconds)).toEqual(transcript.map(({ startSeconds }) => startSeconds).toSorted((a, b) => a! - b!))
        expect(transcript).toHaveLength(first.length)
      },
    ),
  )
})

test('of two complete transcripts the longer one wins, in any order', () => {
  const early = [line('Hello'), line('I am')]
  const late = [line('Hello'), line('I am Ada'), line('Yes?', null, 'user')]
  expect(mergeLines(early, all(late))).toEqual(late)
  expect(mergeLines(late, all(early))).toBeNull()
  expect(mergeLines(late, all(late))).toBeNull()
})

test('a client with an older transcript gets the new one by replacing the lines from the start index', () => {
  fc.assert(
    fc.property(transcripts, transcripts, (before, after) => {
      const change = findChange(before, after)
      expect(change ? [...before.slice(0, change.startIndex), ...change.lines] : before).toEqual(after)
    }),
  )
  expect(findChange([line('a'), line('b')], [line('a'), line('b, c')])).toEqual({ startIndex: 1, lines: [line('b, c')] })
})
