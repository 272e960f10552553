import type { CombinedError } from 'urql'
import type { ErrorExtensions, RequestError } from './execute.ts'

/** What an error says: a reason with facts, for words in the language of the dashboard, its kind, and what the server wrote in English. */
export interface Problem extends ErrorExtensions {
  message?: string
}

/** A problem with a field of the input. */
interface FieldProblem extends Problem {
  loc: (string | number)[]
}

type AnyError = CombinedError | Error

const firstOf = (error: AnyError) => ('graphQLErrors' in error ? error.graphQLErrors[0] : error.name === 'TypeError' ? undefined : error)

/** Returns what an error says; null if the server couldn't be reached. */
export function problemOf(error: AnyError): Problem | null {
  const first = firstOf(error)
  return first ? { ...(first as Partial<RequestError>).extensions, message: first.message } : null
}

export const fieldsOf = ({ details }: Problem): FieldProblem[] => (details as { fields?: FieldProblem[] } | undefined)?.fields ?? []

/** Returns what is wrong with the fields of a form, by their dotted path. */
export const getFieldProblems = (error: AnyError): Record<string, Problem> =>
  Object.fromEntries(fieldsOf(problemOf(error) ?? {}).map((field) => [field.loc.filter((step) => step !== 'body' && step !== 'input').join('.'), field]))
