import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from './context.ts'
import { EXIT, exitCodeOf, Failure, interrupted } from './errors.ts'
import { createMailbox } from './mailboxes.ts'
import type { Session } from './settings.ts'

/** Reconnection attempts before giving up: about two minutes. */
const MAX_RETRIES = 10
const [FIRST_WAIT_MS, MAX_WAIT_MS] = [500, 20_000]
const KEEP_ALIVE_MS = 15_000
/** Close codes: the token is invalid, or its permissions changed. */
const AUTH_CLOSE_CODES = [4401, 4403]

export interface Subscription {
  query: string
  variables?: Record<string, unknown>
  /** Whether to retry without limit once the first connection has opened. */
  retriesForever?: boolean
  /** Called after each connection opens, including the first. */
  onOpen?: () => void
}

/**
 * Yields a subscription's updates and reconnects with growing delays. Consumers must accept repeated updates, and for
 * some subscriptions missed ones. Throws a Failure if the first connection fails, the server stays unreachable, the
 * token is revoked, the subscription is refused, or on Ctrl-C.
 */
export async function* subscribe<Data>(context: Context, subscription: Subscription): AsyncGenerator<Data> {
  const { output, signal } = context
  const session = context.session()
  let wasOpen = false
  for (let retries = 0; ; retries++) {
    const onOpen = () => {
      if (wasOpen) output.note('Reconnected')
      wasOpen = true
      retries = 0
      subscription.onOpen?.()
    }
    const failure = yield* readConnection<Data>(session, { ...subscription, onOpen }, signal)
    if (failure.exit === EXIT.unauthenticated) await requireToken(context)
    if (!wasOpen || (retries >= MAX_RETRIES && !subscription.retriesForever)) throw failure
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(retries, 10)) * (0.5 + Math.random() / 2)
    output.note(`${failure.message}. Reconnecting in ${Math.ceil(wait / 1000)} s…`)
    await sleep(wait, undefined, { signal }).catch(() => {
      throw interrupted()
    })
  }
}

/**
 * Checks the token after a close: the server also closes sockets when a role changes or it can't look the token up.
 * Throws if the token is no longer valid.
 */
async function requireToken(context: Context): Promise<void> {
  await context.request({ method: 'GET', path: '/me' }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.exit === EXIT.unauthenticated || error.exit === EXIT.interrupted) throw error
  })
}

/** Yields one connection's updates and returns the Failure that ended it. Throws a Failure that reconnecting can't fix. */
async function* readConnection<Data>(session: Session, { query, variables, onOpen }: Subscription, signal: AbortSignal): AsyncGenerator<Data, Failure> {
  const [{ createClient }, { WebSocket }] = await Promise.all([import('graphql-ws/client'), import('ws')])
  const mailbox = createMailbox<Data>()
  const toLostConnection = (cause = 'the connection was lost') => new Failure(EXIT.server, `${session.baseUrl} cannot be reached (${cause})`)
  let socket: InstanceType<typeof WebSocket> | undefined
  let silence: NodeJS.Timeout | undefined
  class Socket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { handshakeTimeout: 10_000, headers: { 'User-Agent': 'callwright-cli' } })
      // graphql-ws reports that a socket closed. Only the socket reports why it never opened.
      this.on('error', (error: NodeJS.ErrnoException) => mailbox.end(toLostConnection(error.code ?? error.message)))
    }
  }
  const client = createClient({
    url: `${session.baseUrl.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: Socket,
    connectionParams: { apiKey: session.token },
    retryAttempts: 0,
    connectionAckWaitTimeout: 10_000,
    keepAlive: KEEP_ALIVE_MS,
    on: {
      connected(opened) {
        socket = opened as InstanceType<typeof WebSocket>
        onOpen?.()
      },
      ping(isReceived) {
        if (!isReceived) silence = setTimeout(() => socket?.terminate(), KEEP_ALIVE_MS)
      },
      pong: (isReceived) => isReceived && clearTimeout(silence),
    },
  })
  client.subscribe<Data>(
    { query, variables },
    {
      next: ({ data, errors }) => (errors ? mailbox.fail(toFailure(errors)) : data && mailbox.push(data)),
      error: (error) => (Array.isArray(error) ? mailbox.fail(toFailure(error)) : mailbox.end(isRevoked(error) ? REFUSED : toLostConnection())),
      complete: () => mailbox.end(toLostConnection()),
    },
  )
  const stop = () => mailbox.fail(interrupted())
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return yield* mailbox.read()
  } finally {
    signal.removeEventListener('abort', stop)
    clearTimeout(silence)
    await client.dispose()
  }
}

interface Refusal {
  message: string
  extensions?: { detail?: unknown; http?: { status?: number } }
}

function toFailure([error]: readonly Refusal[]): Failure {
  const status = error?.extensions?.http?.status
  return new Failure(status ? exitCodeOf(status) : EXIT.failed, error?.extensions?.detail ?? error?.message ?? 'The server rejected the request', { status })
}

const isRevoked = (error: unknown) => typeof error === 'object' && error !== null && AUTH_CLOSE_CODES.includes((error as { code?: number }).code ?? 0)
const REFUSED = new Failure(EXIT.unauthenticated, 'The server rejected the token', { status: 401 })
