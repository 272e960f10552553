import { GraphQLError } from 'graphql'
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga'
import { HTTP_STATUS } from '../../kernel/vocabulary/errors.ts'
import { withVerbatim } from '../../kernel/json/jsonSource.ts'
import { withoutQuotedValue } from './quotedValues.ts'

/**
 * Serializes results as sockets do: with the source text of free JSON, and errors without invalid values and with
 * `extensions.http.status`, which Yoga would omit.
 */
export const serializeResults: Plugin = {
  onResultProcess({ result, setResult }) {
    if (isAsyncIterable(result)) return setResult(mapAsyncIterator(result, (each) => ({ ...each, stringify: verbatimText })))
    if (Array.isArray(result)) return
    if (!('errors' in result) || !result.errors) return setResult({ ...result, stringify: verbatimText })
    const errors = result.errors.map((error) => (error instanceof GraphQLError ? withStatus(withoutQuotedValue(error)) : error))
    const stringify = (answer: object) => verbatimText({ ...answer, errors: errors.map(serializeError) })
    setResult({ ...result, errors, stringify })
  },
}

const verbatimText = (answer: object) => withVerbatim(JSON.stringify({ ...answer, stringify: undefined }))

/** Keeps the status of our refusals. Yoga returns 200 for document errors, as clients that accept plain JSON expect. */
function withStatus(error: GraphQLError) {
  const { code, http } = error.extensions as { code?: string; http?: object }
  if (http && code !== undefined && code in HTTP_STATUS) Object.assign(error.extensions, { http: { ...http, spec: false } })
  return error
}

/** Omits headers, which are sent as such, and the original of a masked error, which is for the log only. */
function serializeError(error: GraphQLError) {
  if (!(error instanceof GraphQLError)) return error
  const { extensions, ...rest } = error.toJSON()
  const { http, ...others } = (extensions ?? {}) as { http?: { status?: number } }
  return { ...rest, extensions: { ...others, unexpected: undefined, ...(http?.status !== undefined && { http: { status: http.status } }) } }
}
