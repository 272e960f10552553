import { GraphQLError } from 'graphql'
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga'
import { HTTP_STATUS } from '../kernel/vocabulary/errors.ts'
import { withVerbatim } from '../kernel/json/jsonSource.ts'
import { withoutValue } from './quotedValues.ts'

/**
 * Writes answers as sockets do: free JSON in its own words, and errors without the values that were wrong and with `extensions.http.status`,
 * which Yoga would leave out.
 */
export const writeAnswers: Plugin = {
  onResultProcess({ result, setResult }) {
    if (isAsyncIterable(result)) return setResult(mapAsyncIterator(result, (each) => ({ ...each, stringify: verbatimText })))
    if (Array.isArray(result)) return
    if (!('errors' in result) || !result.errors) return setResult({ ...result, stringify: verbatimText })
    const errors = result.errors.map((error) => (error instanceof GraphQLError ? withStatus(withoutValue(error)) : error))
    const stringify = (answer: object) => verbatimText({ ...answer, errors: errors.map(written) })
    setResult({ ...result, errors, stringify })
  },
}

const verbatimText = (answer: object) => withVerbatim(JSON.stringify({ ...answer, stringify: undefined }))

/** Yoga answers mistakes in a document with 200, as clients that ask for plain JSON expect; what we refuse keeps its status. */
function withStatus(error: GraphQLError) {
  const { code, http } = error.extensions as { code?: string; http?: object }
  if (http && code !== undefined && code in HTTP_STATUS) Object.assign(error.extensions, { http: { ...http, spec: false } })
  return error
}

/** Headers are sent as headers; what an error was before it was masked is for the log only. */
function written(error: GraphQLError) {
  if (!(error instanceof GraphQLError)) return error
  const { extensions, ...rest } = error.toJSON()
  const { http, ...others } = (extensions ?? {}) as { http?: { status?: number } }
  return { ...rest, extensions: { ...others, unexpected: undefined, ...(http?.status !== undefined && { http: { status: http.status } }) } }
}
