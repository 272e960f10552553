import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { createAdmission } from '../../kernel/http/bodyTurns.ts'
import { DomainError, unauthenticated } from '../../kernel/vocabulary/errors.ts'
import { readJson } from '../../kernel/json/json.ts'
import { RequestAbortedError, BodyError } from '../../kernel/http/requestBody.ts'
import { toRefusal, sendRefusal } from './refusals.ts'

/** Maximum size of a body in bytes: enough for a lead file, or for signing in without a credential. Most operations allow less (`operations.ts`). */
const MAX_BYTES = 12 * 1024 * 1024
const MAX_ANONYMOUS_BYTES = 32 * 1024

/** Depth of the deepest free JSON: `variables.input.leads[0].data`. */
const LEVELS = 5

type Request = IncomingMessage & { body?: unknown; bodyBytes?: number; actor?: Actor | null }

/** Parses a GraphQL request as strictly as REST does before yoga does; passes other methods on. */
export async function strictBody(req: Request, res: ServerResponse, next: (error?: unknown) => void) {
  if (req.method !== 'POST') return next()
  try {
    const admission = createAdmission(res, { workspaceId: req.actor?.workspaceId ?? 0 })
    const { raw, value } = await readJson(req, req.actor ? MAX_BYTES : MAX_ANONYMOUS_BYTES, { levels: LEVELS, admission })
    req.body = value
    req.bodyBytes = raw.length
  } catch (error) {
    if (error instanceof RequestAbortedError) return
    if (error instanceof DomainError) return sendRefusal(res, toRefusal(error))
    if (!(error instanceof BodyError)) return next(error)
    // The client refreshes an expired token and sends the request again.
    if (error.status === 413 && !req.actor && req.headers.authorization !== undefined) return sendRefusal(res, toRefusal(unauthenticated('session_ended')))
    const { status, detail, message } = error
    return sendRefusal(res, new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', detail, http: { status } } }))
  }
  next()
}
