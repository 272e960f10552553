import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Origin } from '../kernel/auditing.ts'
import { requestIdOf } from '../kernel/http/requests.ts'
import { wholeAddressOf } from './address.ts'

/** Where a request comes from, with the id that its answer carries; over a socket each operation has one of its own. */
export const originOf = (req: IncomingMessage, res?: ServerResponse): Origin => ({
  address: wholeAddressOf(req),
  requestId: (res?.getHeader('X-Request-Id') as string | undefined) ?? requestIdOf(req),
})
