import { GraphQLError } from 'graphql'
import { maskError } from 'graphql-yoga'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { log } from '../../kernel/log.ts'
import { toTimeoutError } from '../../rest/errors.ts'

/**
 * Returns the error that a caller sees, over HTTP and sockets: a DomainError unchanged, a read timeout as UNAVAILABLE, anything else as an
 * unexpected error, which is logged.
 */
export function toPublicError(error: unknown, message = 'Unexpected error.'): Error {
  if ((error as GraphQLError).originalError instanceof DomainError || error instanceof DomainError) return error as Error
  const slow = toTimeoutError(error)
  if (slow) return new GraphQLError(slow.message, { path: (error as GraphQLError).path, originalError: slow })
  const masked = maskError(error, message, false)
  if (masked !== error) log.error({ err: (error as GraphQLError).originalError ?? error }, 'a GraphQL operation failed')
  return masked
}
