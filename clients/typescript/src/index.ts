import createFetchClient, { type FetchOptions } from 'openapi-fetch'
import { errorOf } from './errors.ts'
import type { paths } from './generated/api.ts'
import { IDEMPOTENT } from './generated/idempotent.ts'
import { type Fetch, withRetries } from './retries.ts'

export { ApiError, type ValidationItem } from './errors.ts'
export type { components, paths } from './generated/api.ts'
export { type AssistantAnswer, type AssistantRequest, type Event, SignatureError, verifyWebhook } from './webhooks.ts'

export interface ClientOptions {
  /** Where the server is, such as `https://calls.example.com`; with or without `/api/v1`. */
  baseUrl: string
  apiKey: string
  /** What sends a request, once for each attempt; the platform's own `fetch` when absent. */
  fetch?: Fetch
  /** How often a request that may be repeated is sent again; 3 when absent. */
  maxRetries?: number
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The paths that know a method. */
type PathWith<Verb extends Method> = { [Path in keyof paths]: paths[Path] extends { [Key in Verb]: object } ? Path : never }[keyof paths]
type Operation<Path extends keyof paths, Verb extends Method> = NonNullable<paths[Path][Verb]>
type Options<Path extends keyof paths, Verb extends Method> = FetchOptions<Operation<Path, Verb>>
/** The options may be left out where nothing in them is required. */
type OptionsOf<Path extends keyof paths, Verb extends Method> =
  object extends Options<Path, Verb> ? [options?: Options<Path, Verb>] : [options: Options<Path, Verb>]
/** What a success answers: undefined where there is no body. */
type Body<Asked> = Asked extends { responses: infer Answers }
  ? {
      [Status in keyof Answers & (200 | 201 | 202 | 204)]: Answers[Status] extends { content: infer Content } ? Content[keyof Content] : undefined
    }[keyof Answers & (200 | 201 | 202 | 204)]
  : never
/** Asks an endpoint and answers its body. Throws ApiError, or what `fetch` throws where no answer came. */
type Ask<Verb extends Method> = <Path extends PathWith<Verb>>(path: Path, ...options: OptionsOf<Path, Verb>) => Promise<Body<Operation<Path, Verb>>>

type Row<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { items: (infer Item)[]; next_cursor: string | null } } } } }
}
  ? Item
  : never
/** The paths that answer pages. */
export type ListPath = { [Path in keyof paths]: Row<Path> extends never ? never : Path }[keyof paths]

export interface Client {
  get: Ask<'get'>
  post: Ask<'post'>
  put: Ask<'put'>
  patch: Ask<'patch'>
  delete: Ask<'delete'>
  /** Every row of a list, page after page; `limit` in the query is the size of a page. */
  pages<Path extends ListPath>(path: Path, ...options: OptionsOf<Path, 'get'>): AsyncGenerator<Row<Path>, void, undefined>
  /** The audio of a call. */
  recording(callId: number): Promise<Blob>
}

/**
 * A client of the API. Requests that may be repeated without harm are sent again after 429, 502, 503 or no answer; a
 * POST that takes an `Idempotency-Key` gets one of its own, unless you give it, and so is carried out once only.
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
      if (!response.ok) throw await errorOf(response)
    },
  })
  const ask = (method: Method) => async (path: string, options?: object) => (await http.request(method, path as never, options as never)).data
  const get: (path: string, options?: object) => Promise<unknown> = ask('get')
  return {
    get: get as Client['get'],
    post: ask('post') as Client['post'],
    put: ask('put') as Client['put'],
    patch: ask('patch') as Client['patch'],
    delete: ask('delete') as Client['delete'],
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
