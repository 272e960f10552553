import type { IncomingMessage, ServerResponse } from 'node:http'
import { createYoga, maskError } from 'graphql-yoga'
import type { GraphQLError } from 'graphql'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { refuseBeyond, tellLimits } from '../limits.ts'
import { log } from '../log.ts'
import { contextFor } from '../schema/context.ts'
import { schema } from '../schema/index.ts'
import { browserOf } from './browser.ts'
import { type Admit, credentialsOf, headerCredentials, personOf } from './caller.ts'
import { runCompiled } from './compiled.ts'
import { originOf } from './origin.ts'
import { quoteNoValues } from './quotedValues.ts'
import { refusalOf, refuse } from './refusals.ts'

type Request = IncomingMessage & { actor?: Actor | null }

/**
 * Finds out who calls before the body is read: a key in `X-API-Key`, or a key or access token as a bearer, or nobody.
 * A key's requests count against its workspace's limits as those of REST do; a person's do not.
 */
export const identifyCaller = (admit: Admit) => async (req: Request, res: ServerResponse, next: () => void) => {
  const { key, ...credentials } = credentialsOf(headerCredentials(req))
  try {
    req.actor = key === undefined ? await personOf(credentials) : await admitted(admit, key, req, res)
  } catch (error) {
    return refuse(res, refusalOf(error))
  }
  next()
}

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
  plugins: [runCompiled, quoteNoValues],
  maskedErrors: {
    maskError(error, message) {
      if ((error as GraphQLError).originalError instanceof DomainError || error instanceof DomainError) return error as Error
      const masked = maskError(error, message, false)
      if (masked !== error) log.error({ err: (error as GraphQLError).originalError ?? error }, 'a GraphQL operation failed')
      return masked
    },
  },
  context: ({ req, res }) => contextFor(req.actor ?? null, browserOf(req, res), originOf(req, res)),
})
