import { isObject } from '../../kernel/json/isObject.ts'
import type { JsonObject } from '../provider.ts'
import { copyOf, pick, removeLinks } from '../eventBodies.ts'

const LINKS = /recording\w*_url$|^public_log_url$/
const TRANSCRIPTS = ['transcript_object', 'transcript_with_tool_calls']
const UPDATE_FIELDS = ['call_id', 'metadata', ...TRANSCRIPTS]
const LINE_FIELDS = ['role', 'content', 'words']

/**
 * Returns the body of a webhook as it is stored: without links to audio, without the transcript as text where it is there as lines, and of each
 * line's words only the first, whose time is that of the line. Retell sends the whole transcript with every line, nine tenths of it times of
 * words. Of an event that only brings lines, the lines and their call are stored.
 */
export const toStored = (body: unknown): unknown =>
  removeLinks(isObject(body) && isObject(body.call) ? { ...body, call: withoutCopies(body.event, body.call) } : body, (key) => LINKS.test(key))

function withoutCopies(event: unknown, call: JsonObject): JsonObject {
  const isCopy = Array.isArray(call.transcript_object)
  return copyOf(
    call,
    (key) => (event === 'transcript_updated' ? UPDATE_FIELDS.includes(key) : !(isCopy && key === 'transcript')),
    (value, key) => (TRANSCRIPTS.includes(key) && Array.isArray(value) ? value.map(shorten) : value),
  )
}

const shorten = (line: unknown) =>
  isObject(line) ? { ...pick(line, LINE_FIELDS), ...(Array.isArray(line.words) && { words: line.words.slice(0, 1).map(keepStart) }) } : line
const keepStart = (word: unknown) => (isObject(word) ? pick(word, ['start']) : word)
