import type { IncomingMessage } from 'node:http'
import { BodyError, isNestedWithin, isObject, parseJson, readBytes } from '../json.ts'
import type { RequestId } from './refusals.ts'

const BODY_LIMIT = 4 * 1024 * 1024
/** Messages in one request; the revision of 2025-03-26 lets clients send several. */
const MOST = 20
/** Deeper than any message of the protocol with any body of ours. */
const LEVELS = 200

/** A request that is no message: with the status and the code of JSON-RPC that say so. */
export class NoMessage extends Error {
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

/** The messages of a request. Throws NoMessage where there are none, and Aborted. */
export async function readMessages(req: IncomingMessage): Promise<Messages> {
  const body = parsed(await bytesOf(req))
  if (!isNestedWithin(body, LEVELS)) throw new NoMessage(400, -32_600, `Messages may be nested ${LEVELS} levels deep`)
  const messages = [body].flat()
  if (messages.length > MOST) throw new NoMessage(400, -32_600, `At most ${MOST} messages may be sent at once`)
  const calls = messages.flatMap(callIn)
  return { body, calls, others: messages.length - calls.length }
}

function callIn(message: unknown): ToolCall[] {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return []
  const { id } = message
  return [{ id: typeof id === 'string' || typeof id === 'number' ? id : null, tool: String(message.params.name) }]
}

async function bytesOf(req: IncomingMessage): Promise<Buffer> {
  try {
    return await readBytes(req, BODY_LIMIT)
  } catch (error) {
    if (error instanceof BodyError) throw new NoMessage(error.status, -32_000, error.message)
    throw error
  }
}

function parsed(raw: Buffer): unknown {
  try {
    return parseJson(raw)
  } catch (error) {
    if (error instanceof BodyError) throw new NoMessage(400, -32_700, `Parse error: ${error.message}`)
    throw error
  }
}
