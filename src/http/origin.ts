import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestOrigin } from '../kernel/auditContext.ts'
import { requestIdOf } from '../kernel/http/requests.ts'
import { fullAddressOf } from './address.ts'

/** Returns the address and request ID of a request. Over a socket each operation gets its own ID. */
export const originOf = (req: IncomingMessage, res?: ServerResponse): RequestOrigin => ({
  address: fullAddressOf(req),
  requestId: (res?.getHeader('X-Request-Id') as string | undefined) ?? requestIdOf(req),
})
