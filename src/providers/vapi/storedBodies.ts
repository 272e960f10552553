import { isObject } from '../../kernel/json/isObject.ts'
import type { JsonObject } from '../provider.ts'
import { pick, removeLinks } from '../eventBodies.ts'

/** Links, our secret, and a copy of the messages. */
const OMITTED =
  /^((stereo|video)?recordingUrl|recording|presigned\w*|(pcap|stereo|video|combined|assistant|customer|listen|control)Url|x-vapi-secret|messagesOpenAIFormatted)$/i
const LINE_FIELDS = ['type', 'transcriptType', 'role', 'transcript', 'timestamp', 'startedAt']
const CALL_FIELDS = ['id', 'type', 'name', 'startedAt', 'customer']

/** Returns the body of a webhook as it is stored: without links to audio, and of one that brings a line, only the line and its call. */
export const toStored = (body: unknown): unknown =>
  removeLinks(isObject(body) && isObject(body.message) ? { ...body, message: withoutContext(body.message) } : body, (key) => OMITTED.test(key))

function withoutContext(message: JsonObject): JsonObject {
  const { type, call } = message
  if (typeof type !== 'string' || !type.startsWith('transcript') || !isObject(call)) return message
  const { assistantOverrides } = call
  return {
    ...pick(message, LINE_FIELDS),
    call: { ...pick(call, CALL_FIELDS), ...(isObject(assistantOverrides) && { assistantOverrides: pick(assistantOverrides, ['metadata']) }) },
  }
}
