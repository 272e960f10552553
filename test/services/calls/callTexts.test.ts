import { afterAll, describe, expect, test } from 'vitest'
import { MalformedJsonError } from '../../../src/kernel/json/untrustedJson.ts'
import { REDACTIONS } from '../../../src/inputs/privacySettings.ts'
import { MAX_TRANSCRIPT_CHARACTERS, MAX_TRANSCRIPT_LINES, truncateTranscript } from '../../../src/providers/spokenLines.ts'
import * as bodies from '../../../src/services/calls/progress/callBodies.ts'
import * as callTexts from '../../../src/services/calls/progress/callTexts.ts'
import { redactJson, redactLines } from '../../../src/services/redaction/redaction.ts'

afterAll(callTexts.close)

const conversation = Array.from({ length: 200 }, (_, at) => ({
  role: at % 2 ? 'user' : 'agent',
  text: `The card is 4242 4242 4242 4242, line ${at}`,
  startSeconds: at,
}))

/** The long conversation waits for the thread that redacts it to start. */
test.each([3, 200])('a conversation of %i lines is redacted the same way, in a thread or not', async (count) => {
  const lines = conversation.slice(0, count)
  expect(await callTexts.maskLines(1, lines, REDACTIONS)).toEqual(redactLines(lines, REDACTIONS))
  const answers = { said: lines.map(({ text }) => text) }
  expect(await callTexts.maskJson(1, answers, REDACTIONS)).toEqual(redactJson(answers, REDACTIONS))
})

const createRetellBody = (lines: number, more: object = {}) => {
  const transcript_object = Array.from({ length: lines }, (_, at) => ({
    role: 'agent',
    content: `Line ${at}`,
    words: [{ word: 'Line', start: at, end: at + 1 }],
  }))
  return Buffer.from(JSON.stringify({ event: 'call_ended', call: { call_id: 'c1', transcript_object, ...more } }))
}

describe('a webhook', () => {
  test.each([10, 2_000])('of %i lines gives the same event, parsed in a thread or not, and so does its stored body', async (lines) => {
    const parsed = await callTexts.parseBody(1, 'retell', createRetellBody(lines))
    expect(parsed).toEqual(bodies.parseBody('retell', createRetellBody(lines)))
    expect(await callTexts.parseStoredEvent(1, 'retell', parsed.text)).toEqual(parsed.event)
    expect(parsed.event).toMatchObject({ call: { transcript: { length: lines, 1: { text: 'Line 1', startSeconds: 1 } } } })
  })

  test.each([
    ['too many values', `[${'{},'.repeat(600_000)}{}]`],
    ['too deep', '['.repeat(100_000)],
    ['not JSON', 'x'.repeat(100_000)],
  ])('that cannot be parsed is malformed, however long: %s', async (_name, text) => {
    await expect(callTexts.parseBody(1, 'retell', Buffer.from(text))).rejects.toBeInstanceOf(MalformedJsonError)
  })

  test('with an oversized analysis is parsed without it', async () => {
    const { event } = await callTexts.parseBody(1, 'retell', createRetellBody(1, { call_analysis: { call_summary: 'x'.repeat(200_000) } }))
    expect(event).toMatchObject({ type: 'call', call: { providerCallId: 'c1', analysis: null } })
  })
})

test('a long conversation is truncated to the maximum lines and characters, keeping its beginning', () => {
  const line = (text: string) => ({ role: 'agent' as const, text, startSeconds: null })
  expect(truncateTranscript(Array.from({ length: MAX_TRANSCRIPT_LINES + 1 }, () => line('a')))).toHaveLength(MAX_TRANSCRIPT_LINES)
  expect(truncateTranscript([line('a'.repeat(MAX_TRANSCRIPT_CHARACTERS)), line('b')])).toHaveLength(1)
  expect(truncateTranscript([line('a'), line('b')])).toHaveLength(2)
})
