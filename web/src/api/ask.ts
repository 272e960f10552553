import { stringifyDocument, type TypedDocumentNode } from 'urql'

/** What the server refused, in its own words. `code` is one of the domain's: UNAUTHENTICATED, FORBIDDEN, … */
export class Refused extends Error {
  readonly code: string
  readonly detail: unknown
  constructor(message: string, code: string, detail: unknown) {
    super(message)
    this.code = code
    this.detail = detail
  }
}

interface Answer<Data> {
  data?: Data | null
  errors?: { message: string; extensions?: { code?: string; detail?: unknown } }[]
}

/** One operation outside of the cache: what a session is made and ended with. Throws Refused, or a TypeError where nobody answers for the server. */
export async function ask<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables, accessToken?: string): Promise<Data> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(accessToken && { Authorization: `Bearer ${accessToken}` }) },
    body: JSON.stringify({ query: stringifyDocument(document), variables }),
  })
  // What stands in front of a server that is down answers in other words than ours.
  if (!response.headers.get('content-type')?.includes('json')) throw new TypeError(`The server did not answer: ${response.status}`)
  return answered(await response.json())
}

/** The data of what the server answered. Throws Refused where it answered an error. */
export function answered<Data>(body: unknown): Data {
  const { data, errors } = body as Answer<Data>
  const [first] = errors ?? []
  if (first) throw new Refused(first.message, first.extensions?.code ?? '', first.extensions?.detail)
  return data!
}
