import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject, ProviderName } from '../../providers/provider.ts'
import { isObject } from '../../kernel/json/json.ts'

/** The operations of voice providers that faults can be aimed at. `get_call` is reading one call or the list of them, `webhook` one that is sent. */
export const OPERATIONS = ['place_call', 'publish', 'get_call', 'end_call', 'listen', 'import_number', 'knowledge', 'delete', 'webhook', 'any'] as const
/** Those of carriers: looking at the account, at its numbers, sending a text, setting where texts go. */
export const CARRIER_OPERATIONS = ['verify', 'numbers', 'send_sms', 'route_sms', 'webhook', 'any'] as const
export type Operation = (typeof OPERATIONS)[number] | (typeof CARRIER_OPERATIONS)[number]
/** Whose protocol is spoken. */
export type Vendor = ProviderName | CarrierName

const BODY_LIMIT = 5 * 1024 * 1024
const FORM_LIMIT = 60 * 1024 * 1024

export interface Request {
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** The JSON object or the form; of a form a field that is there more than once is a list. `{}` of anything else. */
  body: JsonObject
  /** The body as it came, unless it is a form with files. */
  text: string
  /** The whole path, with the site's prefix. */
  path: string
}

/** A body that is a Buffer is sent as it is, anything else as JSON; without one the answer is empty. */
export interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** The connection breaks in the middle of the body. */
  cut?: boolean
}

/** `hang` never answers, `reset` breaks the connection. */
export type Outcome = Answer | 'hang' | 'reset'
export type Handler = (request: Request) => Outcome | Promise<Outcome>

export interface Route {
  method: string
  pattern: RegExp
  handle: Handler
  /** What faults by API may be aimed at. */
  operation: Operation | null | ((request: Request) => Operation | null)
}

/** One API on the server: its addresses, who may call it, and how it words a refusal. */
export interface Site {
  /** A pattern must begin with `^`. */
  prefix: string | RegExp
  /** Whose API it is; null for the simulator's own. */
  provider: Vendor | null
  routes: Route[]
  /** Throws a Refusal when the request does not carry the right key. `path` is without `prefix`, the site's. */
  authorize(path: string, bearer: string, headers: IncomingMessage['headers'], prefix: string): void
  /** The body of a refusal; `detail` is the Refusal's. */
  refuse(status: number, message: string, detail: JsonObject): unknown
  /** The content type of refusals that name none; JSON when absent. */
  refusalType?: string
  /** The vendor's words for what the simulator itself has to refuse. */
  wording: { notFound(method: string, path: string): string; malformed: string; failed: string; throttled: string }
}

/** Thrown to answer with an error in the vendor's shape. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  /** What else the vendor's shape of an error needs: codes, fields. */
  readonly detail: JsonObject
  constructor(status: number, message: string, headers: Record<string, string> = {}, detail: JsonObject = {}) {
    super(message)
    this.status = status
    this.headers = headers
    this.detail = detail
  }
}

/** `route('GET /call/:id', handler)`. */
export function route(line: string, handle: Handler, operation: Route['operation'] = null): Route {
  const [method, path] = line.split(' ') as [string, string]
  return { method, pattern: new RegExp(`^${path.replace(/\./g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), handle, operation }
}

export function findRoute(routes: Route[], method: string, path: string): { route: Route; params: Record<string, string> } | null {
  for (const one of routes) {
    const match = one.method === method && one.pattern.exec(path)
    if (match) return { route: one, params: mapValues(match.groups ?? {}, decoded) }
  }
  return null
}

const mapValues = (object: Record<string, string>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(400, `Malformed address: ${part}`)
  }
}

/**
 * The request's JSON object or form, `{}` when there is no body or one of XML. Throws a Refusal: 400 when it is none of these,
 * 413 when it is too large.
 */
export async function readBody(request: IncomingMessage, malformed: string): Promise<Pick<Request, 'body' | 'text'>> {
  const type = request.headers['content-type'] ?? ''
  const isForm = type.startsWith('multipart/form-data')
  const limit = isForm ? FORM_LIMIT : BODY_LIMIT
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  if (size > limit) throw new Refusal(413, 'request entity too large')
  if (size === 0) return { body: {}, text: '' }
  try {
    if (isForm) return { body: await formOf(Buffer.concat(chunks), type), text: '' }
    const text = Buffer.concat(chunks).toString('utf8')
    if (type.startsWith('application/x-www-form-urlencoded')) return { body: fieldsOf(text), text }
    if (/^(application|text)\/xml/.test(type)) return { body: {}, text }
    const body: unknown = JSON.parse(text)
    if (isObject(body)) return { body, text }
  } catch {}
  throw new Refusal(400, malformed)
}

function fieldsOf(text: string): JsonObject {
  const given = new URLSearchParams(text)
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name).length > 1 ? given.getAll(name) : given.get(name)]))
}

/** A form's fields; of a file its name, its type, and what it says. */
async function formOf(bytes: Buffer, type: string): Promise<JsonObject> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const fields: JsonObject = {}
  for (const [name, value] of form) fields[name] = typeof value === 'string' ? value : { name: value.name, type: value.type, text: await value.text() }
  return fields
}

/** What a proxy answers in place of the API behind it. */
export function htmlPage(status: number): Answer {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`
  const page = `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`
  return { status, body: Buffer.from(page), headers: { 'content-type': 'text/html' } }
}

export function sendAnswer(response: ServerResponse, { status, body, headers, cut }: Answer): void {
  if (body === undefined) return void response.writeHead(status, { ...headers, 'content-length': 0 }).end()
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers, 'content-length': bytes.length })
  if (cut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  else response.end(bytes)
}

/** What a request is for. Targets are whatever a client sends: after the host any of them makes a URL. */
export const targetOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): URL => new URL(`http://127.0.0.1${url.startsWith('/') ? '' : '/'}${url}`)
