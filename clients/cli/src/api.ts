import { EXIT, exitCodeOf, Failure, interrupted, withKey } from './errors.ts'
import { withRetries } from './retries.ts'
import type { Session } from './settings.ts'

/** A request to a server's REST API. */
export interface ApiRequest {
  method: string
  /** Path below /api/v1. */
  path: string
  /** Query parameters, not yet encoded. Undefined values are left out. */
  query?: Record<string, string | undefined>
  body?: object
  idempotencyKey?: string
  /** Aborts the request on Ctrl-C. */
  signal: AbortSignal
}

/** Long, because the server waits for the voice provider when it places a call. */
const TIMEOUT_MS = 120_000

/**
 * Returns the parsed response body, or null if it is empty. Throws a Failure unless the request succeeds. If the server
 * may have carried the request out anyway (no response, or an unreadable one), the Failure carries the idempotency key
 * to repeat it with.
 */
export async function requestJson(session: Session, request: ApiRequest): Promise<unknown> {
  try {
    const response = await send(session, request)
    const text = await response.text().catch((error: unknown) => {
      throw toConnectionFailure(session, request, error)
    })
    return text === '' ? null : parseResponse(session, text)
  } catch (error) {
    const mayHaveSucceeded = error instanceof Failure && (error.exit === EXIT.server || error.exit === EXIT.interrupted)
    throw mayHaveSucceeded ? withKey(error, request.idempotencyKey) : error
  }
}

/** Returns the response for streaming. Throws a Failure unless the request succeeds. */
export async function send(session: Session, request: ApiRequest, timeoutMs = TIMEOUT_MS): Promise<Response> {
  const { method, path, query = {}, body, idempotencyKey, signal } = request
  const url = new URL(`${session.baseUrl}/api/v1${path}`)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  const headers = {
    'X-API-Key': session.token,
    Accept: 'application/json, */*',
    'User-Agent': 'callwright-cli',
    ...(body ? { 'Content-Type': 'application/json' } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  }
  const attempt = () =>
    fetch(url, {
      method,
      headers,
      body: body && JSON.stringify(body),
      // The token is for this server only: redirects are not followed.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  const mayRepeat = ['GET', 'PUT', 'DELETE'].includes(method) || idempotencyKey !== undefined
  const response = await withRetries(attempt, { mayRepeat, signal }).catch((error: unknown) => {
    throw toConnectionFailure(session, request, error)
  })
  if (response.ok) return response
  throw await toFailure(session, response)
}

async function toFailure({ baseUrl }: Session, response: Response): Promise<Failure> {
  const { status, headers } = response
  const location = headers.get('location')
  if (status >= 300 && status < 400) return new Failure(EXIT.failed, `${baseUrl} redirects${location ? ` to ${location}` : ''}. Use that URL.`, { status })
  const body = tryParseJson(await response.text().catch(() => ''))
  const isOurs = typeof body === 'object' && body !== null && 'detail' in body
  if (!isOurs) return new Failure(exitCodeOf(status), `${baseUrl} responded with ${status}, but not like a Callwright server. Check the URL.`, { status })
  const { detail } = body as { detail: unknown }
  const wait = status === 429 ? headers.get('retry-after') : null
  const message = typeof detail === 'string' && wait ? `${detail.replace(/\.$/, '')}. Try again in ${wait} s.` : detail
  return new Failure(exitCodeOf(status), message, { status })
}

function toConnectionFailure({ baseUrl }: Session, { signal }: ApiRequest, error: unknown): Failure {
  if (error instanceof Failure) return error
  if (signal.aborted) return interrupted()
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return new Failure(EXIT.server, `${baseUrl} did not respond in time`)
  return new Failure(EXIT.server, `${baseUrl} cannot be reached (${cause?.code ?? cause?.message ?? message})`)
}

function parseResponse({ baseUrl }: Session, text: string): unknown {
  const body = tryParseJson(text)
  if (body === undefined) throw new Failure(EXIT.server, `${baseUrl} does not respond like a Callwright server. Check the URL.`)
  return body
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
