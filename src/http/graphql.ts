import type { IncomingMessage, ServerResponse } from 'node:http'
import { createYoga, maskError } from 'graphql-yoga'
import type { GraphQLError } from 'graphql'
import { DomainError } from '../errors.ts'
import { log } from '../log.ts'
import { contextFor } from '../schema/context.ts'
import { schema } from '../schema/index.ts'
import { browserOf } from './browser.ts'
import { callerOf, credentialsIn } from './caller.ts'

/** GraphQL over HTTP, with subscriptions as server-sent events. Only DomainErrors are told; others are logged. */
export const graphqlHandler = createYoga<{ req: IncomingMessage; res: ServerResponse }>({
  schema,
  graphqlEndpoint: '/graphql',
  graphiql: false,
  landingPage: false,
  logging: false,
  batching: false,
  cors: false,
  healthCheckEndpoint: '/graphql/healthz',
  maskedErrors: {
    maskError(error, message) {
      if ((error as GraphQLError).originalError instanceof DomainError || error instanceof DomainError) return error as Error
      const masked = maskError(error, message, false)
      if (masked !== error) log.error({ err: (error as GraphQLError).originalError ?? error }, 'a GraphQL operation failed')
      return masked
    },
  },
  context: async ({ req, res }) => contextFor(await callerOf(credentialsIn(req)), browserOf(req, res)),
})
