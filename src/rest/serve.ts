import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../actor.ts'
import { Aborted } from '../json.ts'
import { log } from '../log.ts'
import { failure } from './errors.ts'
import type { Answer } from './handle.ts'

/** What a request and its answer share. */
export interface Exchange {
  req: IncomingMessage & { params: Record<string, unknown> }
  res: ServerResponse
  /** Sent as X-Request-Id, and in every line of the log about this request. */
  requestId: string
  /** Known once the key is. */
  actor: Actor | null
}
/** Answers an exchange; null when it has written the answer itself. */
export type Work = (exchange: Exchange) => Promise<Answer | null>

/**
 * A route's handler: gives the request its id, does the work, turns what is thrown into an answer, and writes a line
 * to the log. It needs nothing of Express' request and response, since those would double the cost of a request.
 */
export const serve = (template: string, work: Work) => async (req: Exchange['req'], res: ServerResponse) => {
  const exchange = begin(template, req, res)
  try {
    const answer = await work(exchange)
    if (answer) send(res, answer)
  } catch (error) {
    fail(exchange, error)
  }
}

export const answer = (status: number, body: object): Answer => ({ status, text: JSON.stringify(body) })

function begin(template: string, req: Exchange['req'], res: ServerResponse): Exchange {
  const began = performance.now()
  const exchange: Exchange = { req, res, requestId: requestIdOf(req), actor: null }
  res.setHeader('X-Request-Id', exchange.requestId)
  res.once('close', () =>
    log.info(
      {
        requestId: exchange.requestId,
        method: req.method,
        route: template,
        status: res.writableFinished ? res.statusCode : 499,
        ms: Math.round((performance.now() - began) * 10) / 10,
        workspaceId: exchange.actor?.workspaceId,
      },
      'request',
    ),
  )
  return exchange
}

/** The client's own id when it is harmless, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID()
}

export function send(res: ServerResponse, { status, text }: Answer) {
  res.setHeader('Cache-Control', 'no-store')
  if (text === null) res.writeHead(status).end()
  else res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text)
}

function fail({ res, requestId }: Exchange, error: unknown) {
  if (error instanceof Aborted || res.headersSent) return void res.destroy()
  const { status, detail } = failure(error)
  if (status === 500) log.error({ err: error, requestId }, 'a request failed')
  send(res, answer(status, { detail }))
}
