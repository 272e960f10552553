import type { IncomingMessage } from 'node:http'
import { Router } from 'express'
import { auditActorOf, withAuditContext } from '../kernel/auditContext.ts'
import { settings } from '../kernel/config/settings.ts'
import { inWorkspace } from '../kernel/db/workspaceContext.ts'
import { registerResponse } from '../kernel/http/openStreams.ts'
import { BodyError, bodyTooLarge, RequestAbortedError } from '../kernel/http/requestBody.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { requireScope } from '../kernel/vocabulary/scopes.ts'
import { answer, dispatchByMethod, type Exchange, serve } from '../rest/serve.ts'
import * as registerUploads from '../services/compliance/registers/registerUploads.ts'
import type { RateLimits } from '../services/rateLimits/rateLimits.ts'
import { type Admit, identifySender } from './caller.ts'
import { originOf } from './origin.ts'

/** Creates the endpoint that takes the file of a register as it is, and loads it while it arrives. */
export function createRegisterUploadRouter(admit: Admit, limits: RateLimits): Router {
  const router = Router()
  const upload = serve(
    '/uploads/registers/{id}',
    dispatchByMethod(
      new Map([
        [
          'PUT',
          async ({ req, res, record }: Exchange) => {
            const actor = await identifySender(admit, limits, req, res)
            if (actor === null) throw new DomainError('UNAUTHENTICATED', 'Not authenticated')
            record.workspaceId = actor.workspaceId
            requireScope(actor.scopes, 'compliance:write')
            registerResponse(actor, res)
            const query = new URL(req.url ?? '', 'http://server').searchParams
            const load = () => inWorkspace(actor.workspaceId, () => registerUploads.upload(actor, String(req.params.id), query, readBody(req)))
            return answer(200, await withAuditContext(auditActorOf(actor, 'uploadDncRegister', originOf(req, res)), load))
          },
        ],
      ]),
    ),
    { hasReasons: true },
  )
  router.all('/uploads/registers/:id', (req, res) => upload(req as Exchange['req'], res))
  return router
}

/** Reads the body no faster than it is used. Throws BodyError for one that is compressed or too large, and RequestAbortedError. */
async function* readBody(req: IncomingMessage): AsyncGenerator<Buffer> {
  if (!/^(identity)?$/i.test(req.headers['content-encoding'] ?? '')) throw new BodyError(415, 'Compressed request bodies are not accepted.')
  let size = 0
  try {
    // A connection that is destroyed has no response.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length
      if (size > settings.maxRegisterBytes) throw bodyTooLarge(settings.maxRegisterBytes)
      yield chunk as Buffer
    }
  } catch (error) {
    throw error instanceof BodyError ? error : new RequestAbortedError('the client disconnected')
  } finally {
    // The rest of a rejected file is read and dropped, so that the client receives the response.
    req.resume()
  }
}
