import { stringifyDocument, type TypedDocumentNode } from 'urql'

/** `code` is one of the domain's: UNAUTHENTICATED, FORBIDDEN, … `reason` and `details` are what the words for it need. */
export interface ErrorExtensions {
  code?: string
  detail?: unknown
  reason?: string
  details?: unknown
}

/** Reads the reason of an error from its header, where the body has only the detail. */
export const readReason = (header: string | null) => JSON.parse(decodeURIComponent(header ?? '{}')) as Pick<ErrorExtensions, 'reason' | 'details'>

/** An error that the server returned. */
export class RequestError extends Error {
  readonly extensions: ErrorExtensions
  constructor(message: string, extensions: ErrorExtensions) {
    super(message)
    this.extensions = extensions
  }

  get code() {
    return this.extensions.code ?? ''
  }
}

interface Answer<Data> {
  data?: Data | null
  errors?: { message: string; extensions?: ErrorExtensions }[]
}

/** Executes an operation outside the cache, as signing in and out does. Throws RequestError, or TypeError if the server can't be reached. */
export async function executeOperation<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  accessToken?: string,
): Promise<Data> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(accessToken && { Authorization: `Bearer ${accessToken}` }) },
    body: JSON.stringify({ query: stringifyDocument(document), variables }),
  })
  // A proxy in front of a stopped server responds with something other than JSON.
  if (!response.headers.get('content-type')?.includes('json')) throw new TypeError()
  return unwrapData(await response.json())
}

/** Returns the data of a GraphQL response. Throws RequestError if the response contains an error. */
export function unwrapData<Data>(body: unknown): Data {
  const { data, errors } = body as Answer<Data>
  const [first] = errors ?? []
  if (first) throw new RequestError(first.message, first.extensions ?? {})
  return data!
}
