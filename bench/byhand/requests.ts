import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestLog } from '../../src/kernel/log.ts'

/** The context of a request. */
export interface RequestRecord {
  requestId: string
  workspaceId?: number
}

/** Assigns an ID to a request, and logs a line when it ends. */
export function begin(req: IncomingMessage, res: ServerResponse, route: () => string): RequestRecord {
  const began = performance.now()
  const clientRequestId = req.headers['x-request-id']
  const record: RequestRecord = {
    requestId: typeof clientRequestId === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(clientRequestId) ? clientRequestId : randomUUID(),
  }
  res.setHeader('X-Request-Id', record.requestId)
  res.once('close', () => {
    const status = res.writableFinished ? res.statusCode : 499
    requestLog.info({ ...record, method: req.method, route: route(), status, ms: Math.round((performance.now() - began) * 10) / 10 }, 'request')
  })
  return record
}
