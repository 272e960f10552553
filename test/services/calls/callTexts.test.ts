import { afterAll, describe, expect, test } from 'vitest'
import { MalformedJsonError } from '../../../src/kernel/json/untrustedJson.ts'
import { REDACTIONS } from '../../../src/inputs/privacySettings.ts'
import { MAX_TRANSCRIPT_CHARACTERS, MAX_TRANSCRIPT_LINES, truncateTranscript } from '../../../src/providers/spokenLines.ts'
import * as bodies from '../../../src/services/calls/progress/callBodies.ts'
import * as callTexts from '../../../src/services/calls/progress/callTexts.ts'
import { redactJson, redactLines } from '../../../src/services/redaction/redaction.ts'

afterAll(callTexts.close)

const said = Array.from({ length: 200 }, (_, at) => ({
  role: at % 2 ? 'user' : 'agent',
  text: `The card is 4242 4242 4242 4242, line ${at}`,
  startSeconds: at,
}))

/** The long conversation waits for the thread to start in which it is masked. */
test.each([3, 200])('a conversation of %i lines is masked alike, in a thread or not', async (count) => {
  const lines = said.slice(0, count)
  expect(await callTexts.maskLines(1, lines, REDACTIONS)).toEqual(redactLines(lines, REDACTIONS))
  const answers = { said: lines.map(({ text }) => text) }
  expect(await callTexts.maskJson(1, answers, REDACTIONS)).toEqual(redactJson(answers, REDACTIONS))
})

const retell = (lines: number, more: object = {}) => {
  const transcript_object = Array.from({ length: lines }, (_, at) => ({
    role: 'agent',
    content: `Line ${at}`,
    words: [{ word: 'Line', start: at, end: at + 1 }],
  }))
  return Buffer.from(JSON.stringify({ event: 'call_ended', call: { call_id: 'c1', transcript_object, ...more } }))
}

describe('a webhook', () => {
  test.each([10, 2_000])('of %i lines says the same, read in a thread or not, and so does what is stored of it', async (lines) => {
    const read = await callTexts.parseBody(1, 'retell', retell(lines))
    expect(read).toEqual(bodies.parseBody('retell', retell(lines)))
    expect(await callTexts.parseStoredEvent(1, 'retell', read.text)).toEqual(read.event)
    expect(read.event).toMatchObject({ call: { transcript: { length: lines, 1: { text: 'Line 1', startSeconds: 1 } } } })
  })

  test.each([
    ['too many values', `[${'{},'.repeat(600_000)}{}]`],
    ['too deep', '['.repeat(100_000)],
    ['no JSON', 'x'.repeat(100_000)],
  ])('that cannot be read is malformed, however long: %s', async (_name, text) => {
    await expect(callTexts.parseBody(1, 'retell', Buffer.from(text))).rejects.toBeInstanceOf(MalformedJsonError)
  })

  test('whose analysis is no answer to any question tells the rest', async () => {
    const { event } = await callTexts.parseBody(1, 'retell', retell(1, { call_analysis: { call_summary: 'x'.repeat(200_000) } }))
    expect(event).toMatchObject({ type: 'call', call: { providerCallId: 'c1', analysis: null } })
  })
})

test('of a conversation the beginning is kept, up to so many lines and characters', () => {
  const line = (text: string) => ({ role: 'agent' as const, text, startSeconds: null })
  expect(truncateTranscript(Array.from({ length: MAX_TRANSCRIPT_LINES + 1 }, () => line('a')))).toHaveLength(MAX_TRANSCRIPT_LINES)
  expect(truncateTranscript([line('a'.repeat(MAX_TRANSCRIPT_CHARACTERS)), line('b')])).toHaveLength(1)
  expect(truncateTranscript([line('a'), line('b')])).toHaveLength(2)
})
