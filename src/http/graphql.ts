import type { IncomingMessage, ServerResponse } from 'node:http'
import { createYoga } from 'graphql-yoga'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { refuseBeyond, tellLimits } from '../kernel/http/limits.ts'
import { registerAnswer } from '../kernel/http/openStreams.ts'
import { contextFor } from '../schema/context.ts'
import { schema } from '../schema/index.ts'
import { browserOf } from './browser.ts'
import type { RateLimits } from '../services/rateLimits/rateLimits.ts'
import { type Admit, countPerson, countStranger, credentialsOf, headerCredentials, personOf } from './caller.ts'
import { runCompiled } from './compiled.ts'
import { judgeOperations } from './judging.ts'
import { masked } from './maskedErrors.ts'
import { originOf } from './origin.ts'
import { refusalOf, refuse } from './refusals.ts'
import { writeAnswers } from './writtenAnswers.ts'

type Request = IncomingMessage & { actor?: Actor | null }

/**
 * Finds out who calls before the body is read: a key in `X-API-Key`, or a key or access token as a bearer, or nobody.
 * A key's requests count against its workspace's limits as those of REST do, a person's against a limit of their own, and
 * those without a credential that holds by the address they come from.
 */
export const identifyCaller = (admit: Admit, limits: RateLimits) => async (req: Request, res: ServerResponse, next: () => void) => {
  const { key, ...credentials } = credentialsOf(headerCredentials(req))
  try {
    req.actor = key === undefined ? await personOf(credentials) : await admitted(admit, key, req, res)
    if (req.actor === null) countStranger(req)
    else await countPerson(limits, req.actor)
  } catch (error) {
    return refuse(res, refusalOf(error))
  }
  if (req.actor) registerAnswer(req.actor, res, REVOKED)
  next()
}

/** The last event of a subscription whose access has ended, as GraphQL over server-sent events has it. */
const REVOKED = `event: next\ndata: ${JSON.stringify({
  errors: [{ message: 'Access was revoked', extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } }],
})}\n\nevent: complete\ndata:\n\n`

async function admitted(admit: Admit, key: string, req: Request, res: ServerResponse): Promise<Actor> {
  const { actor, allowance } = await admit(key, req)
  tellLimits(res, allowance)
  refuseBeyond(allowance)
  return actor
}

/** GraphQL over HTTP, with subscriptions as server-sent events. Only DomainErrors are told; others are logged. */
export const graphqlHandler = createYoga<{ req: Request; res: ServerResponse }>({
  schema,
  graphqlEndpoint: '/graphql',
  graphiql: false,
  landingPage: false,
  logging: false,
  batching: false,
  cors: false,
  healthCheckEndpoint: '/graphql/healthz',
  plugins: [judgeOperations, runCompiled, writeAnswers],
  parserAndValidationCache: false,
  maskedErrors: {
    maskError: masked,
  },
  context: ({ req, res }) => contextFor(req.actor ?? null, browserOf(req, res), originOf(req, res)),
})
