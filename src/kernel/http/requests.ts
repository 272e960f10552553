import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestLog } from '../log.ts'

/** A request from its arrival to its line in the log. */
export interface RequestRecord {
  /** Sent as X-Request-Id, and in every line of the log about this request. */
  requestId: string
  /** Known once the caller is. */
  workspaceId?: number
}

/** Gives the request its id, tells the caller, and writes a line when it is over. `route` is the path as documented, without ids. */
export function beginRequest(req: IncomingMessage, res: ServerResponse, route: string): RequestRecord {
  const began = performance.now()
  const record: RequestRecord = { requestId: requestIdOf(req) }
  res.setHeader('X-Request-Id', record.requestId)
  res.once('close', () => {
    const status = res.writableFinished ? res.statusCode : 499
    requestLog.info({ ...record, method: req.method, route, status, ms: Math.round((performance.now() - began) * 10) / 10 }, 'request')
  })
  return record
}

/** The client's own id when it is harmless, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID()
}

/** The path of a request's target, without its query. Targets are whatever a client sends: not every one is a URL. */
export const pathOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0]!
