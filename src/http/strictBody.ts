import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { admitting } from '../kernel/http/bodyTurns.ts'
import { DomainError, unauthenticated } from '../kernel/vocabulary/errors.ts'
import { readJson } from '../kernel/json/json.ts'
import { Aborted, BodyError } from '../kernel/http/requestBody.ts'
import { refusalOf, refuse } from './refusals.ts'

/** Bytes of a body: a file of leads fits in, from those who may send one; from everybody else what signing in needs. Most operations take less (`operations.ts`). */
const LIMIT = 12 * 1024 * 1024
const LIMIT_OF_STRANGERS = 32 * 1024

/** `variables.input.leads[0].data`: the deepest place of free JSON. */
const LEVELS = 5

type Request = IncomingMessage & { body?: unknown; bodyBytes?: number; actor?: Actor | null }

/** Reads a GraphQL request's JSON as strictly as REST's before yoga sees it; other methods pass. */
export async function strictBody(req: Request, res: ServerResponse, next: (error?: unknown) => void) {
  if (req.method !== 'POST') return next()
  try {
    const admission = admitting(res, { workspaceId: req.actor?.workspaceId ?? 0 })
    const { raw, value } = await readJson(req, req.actor ? LIMIT : LIMIT_OF_STRANGERS, { levels: LEVELS, admission })
    req.body = value
    req.bodyBytes = raw.length
  } catch (error) {
    if (error instanceof Aborted) return
    if (error instanceof DomainError) return refuse(res, refusalOf(error))
    if (!(error instanceof BodyError)) return next(error)
    // A token that has ended is refreshed by its client when it hears so, and the request sent anew.
    if (error.status === 413 && !req.actor && req.headers.authorization !== undefined) return refuse(res, refusalOf(unauthenticated('Your session has ended. Sign in again.')))
    const { status, detail, message } = error
    return refuse(res, new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', detail, http: { status } } }))
  }
  next()
}
