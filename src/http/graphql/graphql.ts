import type { IncomingMessage, ServerResponse } from 'node:http'
import { createYoga } from 'graphql-yoga'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { registerResponse } from '../../kernel/http/openStreams.ts'
import { contextFor } from '../../schema/base/context.ts'
import { schema } from '../../schema/index.ts'
import { browserOf } from '../dashboard/browser.ts'
import type { RateLimits } from '../../services/rateLimits/rateLimits.ts'
import { type Admit, identifySender } from '../caller.ts'
import { runOperations } from './compiled.ts'
import { compressAnswers } from './compressedAnswers.ts'
import { checkOperations } from './operationChecks.ts'
import { toPublicError } from './maskedErrors.ts'
import { originOf } from '../origin.ts'
import { toRefusal, sendRefusal } from './refusals.ts'
import { serializeResults } from './serializedResults.ts'

type Request = IncomingMessage & { actor?: Actor | null }

/** Identifies the caller of GraphQL. A refused one gets the answer of GraphQL. */
export const identifyCaller = (admit: Admit, limits: RateLimits) => async (req: Request, res: ServerResponse, next: () => void) => {
  try {
    req.actor = await identifySender(admit, limits, req, res)
  } catch (error) {
    return sendRefusal(res, toRefusal(error))
  }
  if (req.actor) registerResponse(req.actor, res, REVOKED_EVENT)
  next()
}

/** The last event of a subscription whose access has ended, in the format of GraphQL over server-sent events. */
const REVOKED_EVENT = `event: next\ndata: ${JSON.stringify({
  errors: [{ message: 'Access was revoked', extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } }],
})}\n\nevent: complete\ndata:\n\n`

/** GraphQL over HTTP, with subscriptions as server-sent events. Callers see DomainErrors only; other errors are logged. */
export const graphqlHandler = createYoga<{ req: Request; res: ServerResponse }>({
  schema,
  graphqlEndpoint: '/graphql',
  graphiql: false,
  landingPage: false,
  logging: false,
  batching: false,
  cors: false,
  healthCheckEndpoint: '/graphql/healthz',
  plugins: [checkOperations, runOperations, serializeResults, compressAnswers],
  parserAndValidationCache: false,
  maskedErrors: {
    maskError: toPublicError,
  },
  context: ({ req, res }) => contextFor(req.actor ?? null, browserOf(req, res), originOf(req, res)),
})
