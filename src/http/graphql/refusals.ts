import type { ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { log } from '../../kernel/log.ts'

/** Converts an error to a GraphQL error for a refused operation. Other errors than DomainErrors are logged and masked. */
export function toRefusal(error: unknown): GraphQLError {
  if (error instanceof DomainError) return new GraphQLError(error.message, { originalError: error })
  log.error({ err: error }, 'could not authenticate a request')
  return new GraphQLError('Unexpected error.', { extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } } })
}

/** Sends a GraphQL error as the response. */
export function sendRefusal(res: ServerResponse, { message, extensions: { http, ...extensions } }: GraphQLError) {
  const { status, headers } = http as { status: number; headers?: Record<string, string> }
  const errors = [{ message, extensions: { ...extensions, http: { status } } }]
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify({ errors }))
}
