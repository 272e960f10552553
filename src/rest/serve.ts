import type { IncomingMessage, ServerResponse } from 'node:http'
import { Aborted } from '../kernel/http/requestBody.ts'
import { log } from '../kernel/log.ts'
import { beginRequest, type RequestRecord } from '../kernel/http/requests.ts'
import { failure } from './errors.ts'
import type { Answer } from './once.ts'

/** What a request and its answer share. */
export interface Exchange {
  req: IncomingMessage & { params: Record<string, unknown> }
  res: ServerResponse
  record: RequestRecord
}
/** Answers an exchange; null when it has written the answer itself. */
export type Work = (exchange: Exchange) => Promise<Answer | null>

/**
 * A route's handler: gives the request its id, does the work, turns what is thrown into an answer, and writes a line
 * to the log. It needs nothing of Express' request and response, since those would double the cost of a request.
 */
export const serve = (template: string, work: Work) => async (req: Exchange['req'], res: ServerResponse) => {
  const exchange = { req, res, record: beginRequest(req, res, template) }
  try {
    const answer = await work(exchange)
    if (answer) send(res, answer)
  } catch (error) {
    fail(exchange, error)
  }
}

/** What is done for each method; any other is a 405. HEAD is GET without the body, which Node leaves out by itself. */
export const byMethod =
  (works: ReadonlyMap<string, Work>): Work =>
  async (exchange) => {
    const { method = '' } = exchange.req
    const work = works.get(method === 'HEAD' ? 'GET' : method)
    if (work) return work(exchange)
    exchange.res.setHeader('Allow', [...works.keys()].flatMap((allowed) => (allowed === 'GET' ? ['GET', 'HEAD'] : [allowed])).join(', '))
    return answer(405, { detail: 'Method Not Allowed' })
  }

/** Work that only reads: GET and HEAD. */
export const reading = (work: Work): Work => byMethod(new Map([['GET', work]]))

export const answer = (status: number, body: object): Answer => ({ status, text: JSON.stringify(body) })

export function send(res: ServerResponse, { status, text, replayed }: Answer) {
  res.setHeader('Cache-Control', 'no-store')
  if (replayed) res.setHeader('Idempotent-Replayed', 'true')
  if (text === null) res.writeHead(status).end()
  else res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text)
}

function fail({ res, record: { requestId } }: Exchange, error: unknown) {
  if (error instanceof Aborted || res.headersSent) return void res.destroy()
  const { status, detail, retryAfterSeconds } = failure(error)
  if (status === 500) log.error({ err: error, requestId }, 'a request failed')
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', retryAfterSeconds)
  send(res, answer(status, { detail }))
}
