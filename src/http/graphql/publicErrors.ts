import type { ExecutionResult, GraphQLError } from 'graphql'
import { toPublicError } from './maskedErrors.ts'
import { withoutQuotedValue } from './quotedValues.ts'

/** Masks the errors of a result as over HTTP. */
export const withPublicErrors = <Result extends ExecutionResult>(result: Result): Result =>
  result.errors ? { ...result, errors: result.errors.map((error) => withoutQuotedValue(toPublicError(error) as GraphQLError)) } : result
