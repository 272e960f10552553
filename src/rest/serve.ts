import type { IncomingMessage, ServerResponse } from 'node:http'
import { RequestAbortedError } from '../kernel/http/requestBody.ts'
import { log } from '../kernel/log.ts'
import { beginRequest, type RequestRecord } from '../kernel/http/requests.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { rootCauseOf, toFailure } from './errors.ts'
import type { Answer } from './idempotency.ts'

/** A request, its response and its log record. */
export interface Exchange {
  req: IncomingMessage & { params: Record<string, unknown> }
  res: ServerResponse
  record: RequestRecord
}
/** Responds to an exchange; returns null if it has written the response itself. */
export type Work = (exchange: Exchange) => Promise<Answer | null>

/**
 * Creates the handler of a route: assigns a request ID, runs the work, converts errors to responses, and logs the request. It does not use the
 * request and response of Express, which would double the cost of a request. `hasReasons` adds the reason of an error as a header, for endpoints of
 * the dashboard.
 */
export const serve =
  (template: string, work: Work, { hasReasons = false } = {}) =>
  async (req: Exchange['req'], res: ServerResponse) => {
    const exchange = { req, res, record: beginRequest(req, res, template) }
    try {
      const jsonAnswer = await work(exchange)
      if (jsonAnswer) sendAnswer(res, jsonAnswer)
    } catch (error) {
      sendError(exchange, error, hasReasons)
    }
  }

/** Dispatches by method; any other method is a 405. HEAD runs GET; Node omits the body. */
export const dispatchByMethod =
  (works: ReadonlyMap<string, Work>): Work =>
  async (exchange) => {
    const { method = '' } = exchange.req
    const work = works.get(method === 'HEAD' ? 'GET' : method)
    if (work) return work(exchange)
    exchange.res.setHeader('Allow', [...works.keys()].flatMap((allowed) => (allowed === 'GET' ? ['GET', 'HEAD'] : [allowed])).join(', '))
    return answer(405, { detail: 'Method Not Allowed' })
  }

/** Work that only reads: GET and HEAD. */
export const readOnly = (work: Work): Work => dispatchByMethod(new Map([['GET', work]]))

export const answer = (status: number, body: object): Answer => ({ status, text: JSON.stringify(body) })

export function sendAnswer(res: ServerResponse, { status, text, replayed }: Answer) {
  res.setHeader('Cache-Control', 'no-store')
  if (replayed) res.setHeader('Idempotent-Replayed', 'true')
  if (text === null) res.writeHead(status).end()
  else res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text)
}

function sendError({ res, record: { requestId } }: Exchange, error: unknown, hasReasons: boolean) {
  if (error instanceof RequestAbortedError || res.headersSent) return void res.destroy()
  const { status, detail, retryAfterSeconds } = toFailure(error)
  if (status === 500) log.error({ err: error, requestId }, 'a request failed')
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', retryAfterSeconds)
  const cause = rootCauseOf(error)
  const reason = hasReasons && cause instanceof DomainError ? cause.reason : null
  if (reason) res.setHeader('Error-Reason', encodeURIComponent(JSON.stringify(reason)))
  sendAnswer(res, answer(status, { detail }))
}
