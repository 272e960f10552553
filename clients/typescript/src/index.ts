import createFetchClient, { type FetchOptions } from 'openapi-fetch'
import { createApiError } from './errors.ts'
import type { paths } from './generated/api.ts'
import { IDEMPOTENT } from './generated/idempotent.ts'
import { type Fetch, withRetries } from './retries.ts'

export { ApiError, type ValidationItem } from './errors.ts'
export type { components, paths } from './generated/api.ts'
export { type AssistantAnswer, type AssistantRequest, type Event, SignatureError, verifyWebhook } from './webhooks.ts'

export interface ClientOptions {
  /** URL of the server, such as `https://calls.example.com`, with or without `/api/v1`. */
  baseUrl: string
  apiKey: string
  /** Sends a request, once for each attempt. Defaults to the platform's `fetch`. */
  fetch?: Fetch
  /** Maximum retries of a request that is safe to repeat. Defaults to 3. */
  maxRetries?: number
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The paths that support a method. */
type PathWith<Verb extends Method> = { [Path in keyof paths]: paths[Path] extends { [Key in Verb]: object } ? Path : never }[keyof paths]
type Operation<Path extends keyof paths, Verb extends Method> = NonNullable<paths[Path][Verb]>
type Options<Path extends keyof paths, Verb extends Method> = FetchOptions<Operation<Path, Verb>>
/** Options are optional unless a member is required. */
type OptionsOf<Path extends keyof paths, Verb extends Method> =
  object extends Options<Path, Verb> ? [options?: Options<Path, Verb>] : [options: Options<Path, Verb>]
/** Body of a successful response; undefined if there is none. */
type Body<Definition> = Definition extends { responses: infer Answers }
  ? {
      [Status in keyof Answers & (200 | 201 | 202 | 204)]: Answers[Status] extends { content: infer Content } ? Content[keyof Content] : undefined
    }[keyof Answers & (200 | 201 | 202 | 204)]
  : never
/** Calls an endpoint and returns the response body. Throws ApiError, or the error of `fetch` if there is no response. */
type EndpointCall<Verb extends Method> = <Path extends PathWith<Verb>>(path: Path, ...options: OptionsOf<Path, Verb>) => Promise<Body<Operation<Path, Verb>>>

type Row<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { items: (infer Item)[]; next_cursor: string | null } } } } }
}
  ? Item
  : never
/** The paths that return pages. */
export type ListPath = { [Path in keyof paths]: Row<Path> extends never ? never : Path }[keyof paths]

export interface Client {
  get: EndpointCall<'get'>
  post: EndpointCall<'post'>
  put: EndpointCall<'put'>
  patch: EndpointCall<'patch'>
  delete: EndpointCall<'delete'>
  /** Iterates over all rows of a list. `limit` in the query sets the page size. */
  pages<Path extends ListPath>(path: Path, ...options: OptionsOf<Path, 'get'>): AsyncGenerator<Row<Path>, void, undefined>
  /** Downloads the recording of a call. */
  recording(callId: number): Promise<Blob>
}

/**
 * Creates an API client. Requests that are safe to repeat are retried after 429, 502, 503, or no response. A POST that
 * accepts an `Idempotency-Key` gets one automatically unless you pass one, so that it takes effect only once.
 */
export function createClient({ baseUrl, apiKey, fetch = (request) => globalThis.fetch(request), maxRetries = 3 }: ClientOptions): Client {
  const http = createFetchClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`,
    headers: { 'X-API-Key': apiKey },
    fetch: withRetries(fetch, maxRetries),
  })
  http.use({
    onRequest({ request, schemaPath }) {
      if (IDEMPOTENT.has(`${request.method} ${schemaPath}`) && !request.headers.has('Idempotency-Key'))
        request.headers.set('Idempotency-Key', crypto.randomUUID())
    },
    async onResponse({ response }) {
      if (!response.ok) throw await createApiError(response)
    },
  })
  const callEndpoint = (method: Method) => async (path: string, options?: object) => (await http.request(method, path as never, options as never)).data
  const get: (path: string, options?: object) => Promise<unknown> = callEndpoint('get')
  return {
    get: get as Client['get'],
    post: callEndpoint('post') as Client['post'],
    put: callEndpoint('put') as Client['put'],
    patch: callEndpoint('patch') as Client['patch'],
    delete: callEndpoint('delete') as Client['delete'],
    pages: ((path: string, options?: { params?: { query?: object } }) => rowsOf(get, path, options)) as Client['pages'],
    recording: (callId) => get('/calls/{call_id}/recording', { params: { path: { call_id: callId } }, parseAs: 'blob' }) as Promise<Blob>,
  }
}

interface Page {
  items: unknown[]
  next_cursor: string | null
}

async function* rowsOf(get: (path: string, options?: object) => Promise<unknown>, path: string, options: { params?: { query?: object } } = {}) {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query: object = { ...options.params?.query, ...(cursor === undefined ? {} : { cursor }) }
    const page = (await get(path, { ...options, params: { ...options.params, query } })) as Page
    yield* page.items
    cursor = page.next_cursor
  }
}
