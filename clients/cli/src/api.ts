import { EXIT, exitOf, Failure, interrupted, withKey } from './errors.ts'
import { withRetries } from './retries.ts'
import type { Session } from './settings.ts'

/** A request to a server's REST API. */
export interface Ask {
  method: string
  /** Below /api/v1. */
  path: string
  /** Parameters as they are written; those without a value are left out. */
  query?: Record<string, string | undefined>
  body?: object
  idempotencyKey?: string
  /** Ends it, at a person's wish. */
  signal: AbortSignal
}

/** Generous: a call is placed while its provider is asked. */
const TIMEOUT_MS = 120_000

/**
 * The answer's body, null where it has none. Throws a Failure for what is no success, with the key under which it can be
 * repeated where it may have been done all the same: no answer came, or one that does not say.
 */
export async function ask(session: Session, request: Ask): Promise<unknown> {
  try {
    const response = await send(session, request)
    const text = await response.text().catch((error: unknown) => {
      throw unanswered(session, request, error)
    })
    return text === '' ? null : answerOf(session, text)
  } catch (error) {
    const isOpen = error instanceof Failure && (error.exit === EXIT.server || error.exit === EXIT.interrupted)
    throw isOpen ? withKey(error, request.idempotencyKey) : error
  }
}

/** The answer as it comes, to be streamed. Throws a Failure for what is no success. */
export async function send(session: Session, request: Ask, patienceMs = TIMEOUT_MS): Promise<Response> {
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
      // A token is for this server: it is not carried elsewhere.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
  const mayRepeat = ['GET', 'PUT', 'DELETE'].includes(method) || idempotencyKey !== undefined
  const response = await withRetries(attempt, { mayRepeat, signal }).catch((error: unknown) => {
    throw unanswered(session, request, error)
  })
  if (response.ok) return response
  throw await refused(session, response)
}

async function refused({ baseUrl }: Session, response: Response): Promise<Failure> {
  const { status, headers } = response
  const location = headers.get('location')
  if (status >= 300 && status < 400)
    return new Failure(EXIT.failed, `${baseUrl} leads elsewhere${location ? ` (${location})` : ''}: use that address`, { status })
  const body = parsed(await response.text().catch(() => ''))
  const isOurs = typeof body === 'object' && body !== null && 'detail' in body
  if (!isOurs) return new Failure(exitOf(status), `${baseUrl} answers ${status}, and not as Callwright does: is the address right?`, { status })
  const { detail } = body as { detail: unknown }
  const wait = status === 429 ? headers.get('retry-after') : null
  const said = typeof detail === 'string' && wait ? `${detail}: try again in ${wait} s` : detail
  return new Failure(exitOf(status), said, { status })
}

function unanswered({ baseUrl }: Session, { signal }: Ask, error: unknown): Failure {
  if (error instanceof Failure) return error
  if (signal.aborted) return interrupted()
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return new Failure(EXIT.server, `${baseUrl} did not answer in time`)
  return new Failure(EXIT.server, `${baseUrl} cannot be reached (${cause?.code ?? cause?.message ?? message})`)
}

function answerOf({ baseUrl }: Session, text: string): unknown {
  const body = parsed(text)
  if (body === undefined) throw new Failure(EXIT.server, `${baseUrl} does not answer as Callwright does: is the address right?`)
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
