import type { IncomingMessage } from 'node:http'
import type { Admission } from '../kernel/http/bodyTurns.ts'
import { DomainError, HTTP_STATUS } from '../kernel/vocabulary/errors.ts'
import { isObject, decodeLongText, parseLong } from '../kernel/json/json.ts'
import { BodyError, readBytes } from '../kernel/http/requestBody.ts'
import { rememberSources } from '../kernel/json/jsonMembers.ts'
import type { RequestId } from './refusals.ts'

const BODY_LIMIT = 4 * 1024 * 1024
/** Messages in one request; the revision of 2025-03-26 lets clients send several. */
const MAX_MESSAGES = 20
/** Deeper than any message of the protocol with any body of ours. */
const LEVELS = 200
/** `[0].params.arguments.leads[0].data`: the deepest place of free JSON. */
const FREE_JSON_LEVELS = 6

/** A request that is no message: with the status and the code of JSON-RPC that say so. */
export class InvalidMessageError extends Error {
  override readonly name = 'NoMessage'
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A call of a tool, as far as it is known before it is read in full. */
export interface ToolCall {
  id: RequestId
  tool: string
}
export interface Messages {
  /** As it was sent. */
  body: unknown
  calls: ToolCall[]
  /** How many messages are no calls. */
  others: number
}

/** What a message holds beside the body of its tool, at most. */
const MAX_ENVELOPE_CHARACTERS = 65_536

interface ReadOptions {
  admission: Admission
  /** Bytes that the body of a tool may have. */
  limitOf: (tool: string) => number
}

/** The messages of a request. Throws NoMessage where there are none, and Aborted. */
export async function readMessages(req: IncomingMessage, { admission, limitOf }: ReadOptions): Promise<Messages> {
  const raw = await bytesOf(req, admission)
  const { text, body } = await parseBody(raw)
  const messages = [body].flat()
  if (messages.length > MAX_MESSAGES) throw new InvalidMessageError(400, -32_600, `A batch can have at most ${MAX_MESSAGES} messages.`)
  const calls = messages.flatMap(findCall)
  const most = calls.reduce((sum, { tool }) => sum + limitOf(tool) + MAX_ENVELOPE_CHARACTERS, 0)
  // What is longer is refused by its tool: how it was written is no matter.
  if (text.length <= most) await rememberSources(text, body as object, FREE_JSON_LEVELS)
  return { body, calls, others: messages.length - calls.length }
}

function findCall(message: unknown): ToolCall[] {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return []
  const { id } = message
  return [{ id: typeof id === 'string' || typeof id === 'number' ? id : null, tool: String(message.params.name) }]
}

async function bytesOf(req: IncomingMessage, admission: Admission): Promise<Buffer> {
  try {
    return await readBytes(req, BODY_LIMIT, admission)
  } catch (error) {
    if (error instanceof BodyError) throw new InvalidMessageError(error.status, -32_000, error.message)
    if (error instanceof DomainError) throw new InvalidMessageError(HTTP_STATUS[error.code], -32_000, error.message)
    throw error
  }
}

async function parseBody(raw: Buffer): Promise<{ text: string; body: unknown }> {
  try {
    const text = await decodeLongText(raw)
    return { text, body: await parseLong(text, LEVELS) }
  } catch (error) {
    if (error instanceof BodyError) throw new InvalidMessageError(400, -32_700, `Parse error: ${error.message}`)
    throw error
  }
}
