import { isObject } from '../../kernel/json/isObject.ts'
import type { JsonObject } from '../provider.ts'
import { removeLinks } from '../eventBodies.ts'

const LINKS = /recording\w*_url$|^public_log_url$/
const TRANSCRIPTS = ['transcript_object', 'transcript_with_tool_calls']

/**
 * Returns the body of a webhook as it is stored: without links to audio, without the transcript as text where it is there as lines, and of each
 * line's words only the first, whose time is that of the line. Retell sends the whole transcript with every line, nine tenths of it times of words.
 */
export const toStored = (body: unknown): unknown =>
  removeLinks(isObject(body) && isObject(body.call) ? { ...body, call: withoutCopies(body.call) } : body, (key) => LINKS.test(key))

function withoutCopies(call: JsonObject): JsonObject {
  const entries = Object.entries(call).map(([key, value]) => [key, TRANSCRIPTS.includes(key) && Array.isArray(value) ? value.map(withFirstWord) : value] as const)
  return Object.fromEntries(entries.filter(([key]) => key !== 'transcript' || !Array.isArray(call.transcript_object)))
}

const withFirstWord = (line: unknown) => (isObject(line) && Array.isArray(line.words) ? { ...line, words: line.words.slice(0, 1) } : line)
