import type { ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { log } from '../kernel/log.ts'

/** Why an operation is not begun, as GraphQL tells it. What is not a DomainError is logged and says nothing. */
export function refusalOf(error: unknown): GraphQLError {
  if (error instanceof DomainError) return new GraphQLError(error.message, { originalError: error })
  log.error({ err: error }, 'could not authenticate a request')
  return new GraphQLError('Unexpected error.', { extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } } })
}

/** Answers a request with nothing but that. */
export function refuse(res: ServerResponse, { message, extensions: { http, ...extensions } }: GraphQLError) {
  const { status, headers } = http as { status: number; headers?: Record<string, string> }
  const errors = [{ message, extensions: { ...extensions, http: { status } } }]
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify({ errors }))
}
