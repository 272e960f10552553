import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TranscriptLine } from '../../../src/providers/provider.ts'
import { findChange, mergeLines } from '../../../src/services/calls/progress/transcripts.ts'

const line = (text: string, startSeconds: number | null = null, role: TranscriptLine['role'] = 'agent'): TranscriptLine => ({ role, text, startSeconds })
const spoken = fc.uniqueArray(
  fc.record({ role: fc.constantFrom('agent' as const, 'user' as const), text: fc.string({ minLength: 1 }), startSeconds: fc.nat({ max: 60 }) }),
  { selector: ({ role, text, startSeconds }) => `${role}|${text}|${startSeconds}`, maxLength: 12 },
)
const heardOneByOne = (lines: TranscriptLine[]) => lines.reduce<TranscriptLine[]>((known, one) => mergeLines(known, [one], 'append') ?? known, [])

test('lines that arrive in any order, and twice, make one transcript in the order in which they were spoken', () => {
  fc.assert(
    fc.property(
      spoken.chain((lines) => fc.tuple(fc.shuffledSubarray(lines, { minLength: lines.length }), fc.shuffledSubarray(lines, { minLength: lines.length }))),
      ([one, other]) => {
        const transcript = heardOneByOne(one)
        expect(transcript).toEqual(heardOneByOne([...other, ...one]))
        expect(transcript.map(({ startSeconds }) => startSeconds)).toEqual(transcript.map(({ startSeconds }) => startSeconds).toSorted((a, b) => a! - b!))
        expect(transcript).toHaveLength(one.length)
      },
    ),
  )
})

test('of two whole transcripts the one that says more stands, whichever comes last', () => {
  const early = [line('Hello'), line('I am')]
  const late = [line('Hello'), line('I am Ada'), line('Yes?', null, 'user')]
  expect(mergeLines(early, late, 'replace')).toEqual(late)
  expect(mergeLines(late, early, 'replace')).toBeNull()
  expect(mergeLines(late, late, 'replace')).toBeNull()
})

test('who knows an older transcript becomes right by cutting it where the change begins and adding its lines', () => {
  fc.assert(
    fc.property(spoken, spoken, (before, after) => {
      const change = findChange(before, after)
      expect(change ? [...before.slice(0, change.startIndex), ...change.lines] : before).toEqual(after)
    }),
  )
  expect(findChange([line('a'), line('b')], [line('a'), line('b, c')])).toEqual({ startIndex: 1, lines: [line('b, c')] })
})
