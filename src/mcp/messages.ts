import type { IncomingMessage } from 'node:http'
import type { Admission } from '../kernel/http/bodyTurns.ts'
import { DomainError, HTTP_STATUS } from '../kernel/vocabulary/errors.ts'
import { isObject } from '../kernel/json/isObject.ts'
import { decodeLongText, parseLong } from '../kernel/json/json.ts'
import { BodyError, readBytes } from '../kernel/http/requestBody.ts'
import { rememberSources } from '../kernel/json/jsonMembers.ts'
import type { RequestId } from './refusals.ts'

const MAX_BODY_BYTES = 4 * 1024 * 1024
/** Maximum messages in one request. Revision 2025-03-26 of MCP allows several. */
const MAX_MESSAGES = 20
/** Maximum nesting, deeper than any message with any body of the API. */
const MAX_DEPTH = 200
/** Depth of the deepest free JSON, `[0].params.arguments.leads[0].data`. */
const FREE_JSON_DEPTH = 6

/** The request is not a valid message. Has the HTTP status and the JSON-RPC code of the response. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError'
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A tool call before its arguments are parsed. */
export interface ToolCall {
  id: RequestId
  tool: string
}
export interface Messages {
  /** The parsed body, as sent. */
  body: unknown
  calls: ToolCall[]
  /** Number of messages that are not tool calls. */
  others: number
}

/** Maximum size of a message without the body of its tool. */
const MAX_ENVELOPE_CHARACTERS = 65_536

interface ReadOptions {
  admission: Admission
  /** Returns the maximum size of a tool's body in bytes. */
  limitOf: (tool: string) => number
}

/** Reads the messages of a request. Throws InvalidMessageError and RequestAbortedError. */
export async function readMessages(req: IncomingMessage, { admission, limitOf }: ReadOptions): Promise<Messages> {
  const raw = await readBody(req, admission)
  const { text, body } = await parseBody(raw)
  const messages = [body].flat()
  if (messages.length > MAX_MESSAGES) throw new InvalidMessageError(400, -32_600, `A batch can have at most ${MAX_MESSAGES} messages.`)
  const calls = messages.flatMap(findCall)
  const maxCharacters = calls.reduce((sum, { tool }) => sum + limitOf(tool) + MAX_ENVELOPE_CHARACTERS, 0)
  // The tool refuses a longer body anyway, so its source text is not needed.
  if (text.length <= maxCharacters) await rememberSources(text, body as object, FREE_JSON_DEPTH)
  return { body, calls, others: messages.length - calls.length }
}

function findCall(message: unknown): ToolCall[] {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return []
  const { id } = message
  return [{ id: typeof id === 'string' || typeof id === 'number' ? id : null, tool: String(message.params.name) }]
}

async function readBody(req: IncomingMessage, admission: Admission): Promise<Buffer> {
  try {
    return await readBytes(req, { limitBytes: MAX_BODY_BYTES, admission })
  } catch (error) {
    if (error instanceof BodyError) throw new InvalidMessageError(error.status, -32_000, error.message)
    if (error instanceof DomainError) throw new InvalidMessageError(HTTP_STATUS[error.code], -32_000, error.message)
    throw error
  }
}

async function parseBody(raw: Buffer): Promise<{ text: string; body: unknown }> {
  try {
    const text = await decodeLongText(raw)
    return { text, body: await parseLong(text, MAX_DEPTH) }
  } catch (error) {
    if (error instanceof BodyError) throw new InvalidMessageError(400, -32_700, `Parse error: ${error.message}`)
    throw error
  }
}
