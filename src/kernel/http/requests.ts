import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WorkspaceId } from '../vocabulary/ids.ts'
import { requestLog } from '../log.ts'
import { countRequest } from '../metrics.ts'
import { beginServerSpan } from '../tracing/spans.ts'

/** A request from its arrival to its line in the log. */
export interface RequestRecord {
  /** Sent as X-Request-Id, and in every log line about this request. */
  requestId: string
  /** Set once the caller is identified. */
  workspaceId?: WorkspaceId
}

/** Assigns the request ID, sends it as X-Request-Id, and logs and counts the request when it ends. `route` is the documented path, without IDs. */
export function beginRequest(req: IncomingMessage, res: ServerResponse, route: string): RequestRecord {
  const startedAt = performance.now()
  const record: RequestRecord = { requestId: requestIdOf(req) }
  // A webhook belongs to the trace of its call, whatever the vendor traces.
  const span = beginServerSpan(route.startsWith('/inbound/') ? undefined : req.headers.traceparent)
  res.setHeader('X-Request-Id', record.requestId)
  res.once('close', () => {
    const status = res.writableFinished ? res.statusCode : 499
    const ms = performance.now() - startedAt
    countRequest(req.method, route, status, isStream(res) ? null : ms, span?.context)
    span?.end(`${req.method} ${route}`, ms, status, { 'http.request.method': req.method, 'http.route': route, 'callwright.workspace.id': record.workspaceId })
    const line = { ...record, method: req.method, route, status, ms: Math.round(ms * 10) / 10 }
    requestLog.info(span ? { ...line, trace_id: span.context.traceId } : line, 'request')
  })
  return record
}

const isStream = (res: ServerResponse) => String(res.getHeader('content-type')).startsWith('text/event-stream')

/** Returns the client's request ID if it is well-formed, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sentId = headers['x-request-id']
  return typeof sentId === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(sentId) ? sentId : randomUUID()
}

/** Returns the path of a request, without its query. The request target may not be a valid URL. */
export const pathOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0]!
