import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject, ProviderName } from '../../providers/provider.ts'
import { isObject } from '../../kernel/json/isObject.ts'

/** Operations of voice providers that faults can target. `get_call` covers getting and listing calls; `webhook` is an outgoing webhook. */
export const OPERATIONS = ['place_call', 'publish', 'get_call', 'end_call', 'listen', 'import_number', 'knowledge', 'delete', 'webhook', 'any'] as const
/** Operations of carriers that faults can target: the account, its numbers, sending an SMS, and setting the webhook URL of inbound messages. */
export const CARRIER_OPERATIONS = ['verify', 'numbers', 'send_sms', 'route_sms', 'webhook', 'any'] as const
export type Operation = (typeof OPERATIONS)[number] | (typeof CARRIER_OPERATIONS)[number]
/** The vendor whose API is simulated. */
export type Vendor = ProviderName | CarrierName

const MAX_BODY_BYTES = 5 * 1024 * 1024
const MAX_FORM_BYTES = 60 * 1024 * 1024

export interface Request {
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** The JSON object or the form's fields, where a repeated field is a list. Otherwise `{}`. */
  body: JsonObject
  /** The raw body; empty for a form with files. */
  text: string
  /** The whole path, including the site's prefix. */
  path: string
}

/** A Buffer body is sent as it is, any other as JSON. Without a body the response is empty. */
export interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** Whether the connection breaks in the middle of the body. */
  isTruncated?: boolean
}

/** `hang` never responds, `reset` breaks the connection. */
export type Outcome = Answer | 'hang' | 'reset'
export type Handler = (request: Request) => Outcome | Promise<Outcome>

export interface Route {
  method: string
  pattern: RegExp
  handle: Handler
  /** The operation that faults can target. */
  operation: Operation | null | ((request: Request) => Operation | null)
}

/** One API of the server: its routes, authorization and errors. */
export interface Site {
  /** A pattern must begin with `^`. */
  prefix: string | RegExp
  /** The vendor; null for the simulator's own API. */
  provider: Vendor | null
  routes: Route[]
  /** Throws a Refusal if the request is not authorized. `path` is without the site's `prefix`. */
  authorize(path: string, bearer: string, headers: IncomingMessage['headers'], prefix: string): void
  /** Builds the body of a refusal. `detail` is the Refusal's. */
  refuse(status: number, message: string, detail: JsonObject): unknown
  /** Default content type of refusals. Defaults to JSON. */
  refusalType?: string
  /** The vendor's messages for errors that the simulator itself raises. */
  wording: { notFound(method: string, path: string): string; malformed: string; failed: string; throttled: string }
}

/** Thrown to respond with an error in the vendor's format. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  /** Further fields of the vendor's error format, such as codes. */
  readonly detail: JsonObject
  constructor(status: number, message: string, headers: Record<string, string> = {}, detail: JsonObject = {}) {
    super(message)
    this.status = status
    this.headers = headers
    this.detail = detail
  }
}

/** Creates a route, as in `route('GET /call/:id', handler)`. */
export function route(line: string, handle: Handler, operation: Route['operation'] = null): Route {
  const [method, path] = line.split(' ') as [string, string]
  return { method, pattern: new RegExp(`^${path.replace(/\./g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), handle, operation }
}

export function findRoute(routes: Route[], method: string, path: string): { route: Route; params: Record<string, string> } | null {
  for (const candidate of routes) {
    const match = candidate.method === method && candidate.pattern.exec(path)
    if (match) return { route: candidate, params: mapValues(match.groups ?? {}, decodePart) }
  }
  return null
}

const mapValues = (object: Record<string, string>, convert: (value: string) => string) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, convert(value)]))

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(400, `Malformed address: ${part}`)
  }
}

/** Reads the request's JSON object or form; `{}` for an empty body or XML. Throws a Refusal: 400 for any other body, 413 if it is too large. */
export async function readBody(request: IncomingMessage, malformed: string): Promise<Pick<Request, 'body' | 'text'>> {
  const type = request.headers['content-type'] ?? ''
  const isForm = type.startsWith('multipart/form-data')
  const limit = isForm ? MAX_FORM_BYTES : MAX_BODY_BYTES
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  if (size > limit) throw new Refusal(413, 'request entity too large')
  if (size === 0) return { body: {}, text: '' }
  try {
    if (isForm) return { body: await parseForm(Buffer.concat(chunks), type), text: '' }
    const text = Buffer.concat(chunks).toString('utf8')
    if (type.startsWith('application/x-www-form-urlencoded')) return { body: parseFields(text), text }
    if (/^(application|text)\/xml/.test(type)) return { body: {}, text }
    const body: unknown = JSON.parse(text)
    if (isObject(body)) return { body, text }
  } catch {}
  throw new Refusal(400, malformed)
}

function parseFields(text: string): JsonObject {
  const parameters = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name).length > 1 ? parameters.getAll(name) : parameters.get(name)]),
  )
}

/** Parses the fields of a form. A file becomes its name, type and text. */
async function parseForm(bytes: Buffer, type: string): Promise<JsonObject> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const fields: JsonObject = {}
  for (const [name, value] of form) fields[name] = typeof value === 'string' ? value : { name: value.name, type: value.type, text: await value.text() }
  return fields
}

/** An error page of a proxy in front of the API. */
export function createHtmlPage(status: number): Answer {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`
  const page = `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`
  return { status, body: Buffer.from(page), headers: { 'content-type': 'text/html' } }
}

export function sendAnswer(response: ServerResponse, { status, body, headers, isTruncated }: Answer): void {
  if (body === undefined) return void response.writeHead(status, { ...headers, 'content-length': 0 }).end()
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers, 'content-length': bytes.length })
  if (isTruncated) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  else response.end(bytes)
}

/** Parses the URL of a request. Clients can send any target, and each is valid after a host. */
export const targetOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): URL => new URL(`http://127.0.0.1${url.startsWith('/') ? '' : '/'}${url}`)
