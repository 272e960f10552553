import { GraphQLError } from 'graphql'
import { maskError } from 'graphql-yoga'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { log } from '../kernel/log.ts'
import { tooSlow } from '../rest/errors.ts'

/** What a caller is told of an error, over HTTP and over sockets: a DomainError as it is, a read that took too long as UNAVAILABLE, and of anything else only that it is unexpected; that is logged. */
export function masked(error: unknown, message = 'Unexpected error.'): Error {
  if ((error as GraphQLError).originalError instanceof DomainError || error instanceof DomainError) return error as Error
  const slow = tooSlow(error)
  if (slow) return new GraphQLError(slow.message, { path: (error as GraphQLError).path, originalError: slow })
  const told = maskError(error, message, false)
  if (told !== error) log.error({ err: (error as GraphQLError).originalError ?? error }, 'a GraphQL operation failed')
  return told
}
