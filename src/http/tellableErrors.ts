import type { ExecutionResult, GraphQLError } from 'graphql'
import { masked } from './maskedErrors.ts'
import { withoutValue } from './quotedValues.ts'

/** A result as it is sent over a socket: errors say what they say over HTTP. */
export const withTellableErrors = <Result extends ExecutionResult>(result: Result): Result =>
  result.errors ? { ...result, errors: result.errors.map((error) => withoutValue(masked(error) as GraphQLError)) } : result
