import { checkResponse } from './openapiCheck.ts'

export interface ApiResponse {
  status: number
  headers: Headers
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies without types
  body: any
  /** The documented operation of the request. `null` if its path or method has none. */
  operation: string | null
}

export interface Client {
  apiKey: string
  get(path: string): Promise<ApiResponse>
  post(path: string, body?: unknown): Promise<ApiResponse>
  put(path: string, body?: unknown): Promise<ApiResponse>
  patch(path: string, body?: unknown): Promise<ApiResponse>
  delete(path: string): Promise<ApiResponse>
  /** Sends a request under /api/v1 unchanged. Adds the key unless `init` has an X-API-Key header. */
  raw(path: string, init?: RequestInit): Promise<ApiResponse>
  /** Runs a GraphQL operation. Throws its first error. */
  gql<Data = Record<string, unknown>>(query: string, variables?: object): Promise<Data>
}

/** A REST and GraphQL client with an API key. Every REST response is checked against `openapi.json`. */
export function client(url: string, apiKey: string): Client {
  const raw = async (path: string, init: RequestInit = {}): Promise<ApiResponse> => {
    const address = new URL(`${url}/api/v1${path}`)
    const res = await fetch(address, {
      redirect: 'manual',
      ...init,
      headers: { 'X-API-Key': apiKey, ...(init.headers as Record<string, string>) },
    })
    const text = await res.text()
    const body: unknown = text && res.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    const observed = { method: init.method ?? 'GET', path: address.pathname.replace('/api/v1', ''), status: res.status, headers: res.headers, body }
    return { ...observed, operation: checkResponse(observed) }
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

/** Runs a GraphQL operation over HTTP with any headers. Returns the response as it is. */
export async function graphql(url: string, headers: Record<string, string>, query: string, variables?: object) {
  const res = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies without types
  return (await res.json()) as { data?: any; errors?: { message: string; extensions?: Record<string, unknown> }[] }
}
