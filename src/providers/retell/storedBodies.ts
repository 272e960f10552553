import { isObject } from '../../kernel/json/isObject.ts'
import type { JsonObject } from '../provider.ts'
import { pick, removeLinks } from '../eventBodies.ts'
import { isSpoken, RetellCall } from './call.ts'

const LINKS = /recording\w*_url$|^public_log_url$/
/** What `toSnapshot` reads of a call. */
const CALL_FIELDS = Object.keys(RetellCall.shape)
const LINE_FIELDS = ['role', 'content', 'words']
/** Lines of an update that are stored: the new one, the one before it, which may have grown, and one in case an update is lost. */
const MAX_UPDATED_LINES = 3

/**
 * Returns the body of a webhook as it is stored: of a call only what is read, without links to audio, with the transcript in one of its three forms, and of
 * each line's words only the first, whose time is that of the line. Retell sends the whole transcript with every line. Of an event that only brings lines, the
 * last ones and their call are stored, so that a call takes space in proportion to its length.
 */
export const toStored = (body: unknown): unknown =>
  removeLinks(isObject(body) && isObject(body.call) ? { ...body, call: toStoredCall(body.event, body.call) } : body, (key) => LINKS.test(key))

function toStoredCall(event: unknown, call: JsonObject): JsonObject {
  if (event === 'transcript_updated') return { ...pick(call, ['call_id', 'metadata']), ...lastLinesOf(call) }
  const { transcript_object: lines, transcript_with_tool_calls: withTools, call_cost: cost, ...fields } = pick(call, CALL_FIELDS)
  return {
    ...fields,
    ...(isObject(cost) && { call_cost: pick(cost, ['combined_cost']) }),
    ...(Array.isArray(lines) ? { transcript_object: lines.map(shorten) } : withTools !== undefined && { transcript_with_tool_calls: withTools }),
  }
}

function lastLinesOf({ transcript_with_tool_calls: withTools, transcript_object: lines }: JsonObject): JsonObject {
  const spoken = [withTools, lines].map(spokenOf).find(({ length }) => length > 0) ?? []
  const start = Math.max(0, spoken.length - MAX_UPDATED_LINES)
  return { transcript_object: spoken.slice(start).map(shorten), ...(start > 0 && { transcript_start: start }) }
}

const spokenOf = (lines: unknown): unknown[] => (Array.isArray(lines) ? lines.filter((line) => isObject(line) && isSpoken(line)) : [])

const shorten = (line: unknown) =>
  isObject(line) ? { ...pick(line, LINE_FIELDS), ...(Array.isArray(line.words) && { words: line.words.slice(0, 1).map(keepStart) }) } : line
const keepStart = (word: unknown) => (isObject(word) ? pick(word, ['start']) : word)
