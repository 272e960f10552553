import { checkAnswer } from './openapiCheck.ts'

export interface Answer {
  status: number
  headers: Headers
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies as the wire has them
  body: any
  /** The documented operation that was asked; null where the path or the method is none. */
  operation: string | null
}

export interface Client {
  apiKey: string
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** A request under /api/v1 exactly as said; the key is added unless the headers hold one. */
  raw(path: string, init?: RequestInit): Promise<Answer>
  /** A GraphQL operation; throws its first error. */
  gql<Data = Record<string, unknown>>(query: string, variables?: object): Promise<Data>
}

/** A REST and GraphQL client with an API key. Every answer of the REST API is held against its published description. */
export function client(url: string, apiKey: string): Client {
  const raw = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const address = new URL(`${url}/api/v1${path}`)
    const res = await fetch(address, {
      redirect: 'manual',
      ...init,
      headers: { 'X-API-Key': apiKey, ...(init.headers as Record<string, string>) },
    })
    const text = await res.text()
    const body: unknown = text && res.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    const heard = { method: init.method ?? 'GET', path: address.pathname.replace('/api/v1', ''), status: res.status, headers: res.headers, body }
    return { ...heard, operation: checkAnswer(heard) }
  }
  const send = (method: string) => (path: string, body?: unknown) =>
    raw(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }) })
  return {
    apiKey,
    raw,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    async gql<Data>(query: string, variables?: object) {
      const { data, errors } = await graphql(url, { 'X-API-Key': apiKey }, query, variables)
      if (errors?.[0]) throw Object.assign(new Error(errors[0].message), errors[0])
      return data as Data
    },
  }
}

/** A GraphQL operation over HTTP with any headers; answers what the server answers. */
export async function graphql(url: string, headers: Record<string, string>, query: string, variables?: object) {
  const res = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies as the wire has them
  return (await res.json()) as { data?: any; errors?: { message: string; extensions?: Record<string, unknown> }[] }
}
