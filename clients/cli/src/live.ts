import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from './context.ts'
import { EXIT, exitOf, Failure, interrupted } from './errors.ts'
import { mailboxOf } from './mailboxes.ts'
import type { Session } from './settings.ts'

/** What a server may be told of once more before it is given up: about two minutes. */
const RETRIES = 10
const [FIRST_WAIT_MS, MAX_WAIT_MS] = [500, 20_000]
const KEEP_ALIVE_MS = 15_000
/** The token is void, or its rights have changed. */
const REVOKED = [4401, 4403]

export interface Subscription {
  query: string
  variables?: Record<string, unknown>
  /** Tries again for ever once it has been connected. */
  isPatient?: boolean
  /** Told after each connection, the first too. */
  onOpen?: () => void
}

/**
 * What a subscription tells, over as many connections as it takes: a lost one is made anew, later each time. Whoever reads
 * must take being told the same again, and of some subscriptions that what happened meanwhile is missing. Throws a Failure
 * when the server cannot be reached at first or for long, the token was revoked, the subscription is refused, or at Ctrl-C.
 */
export async function* subscribe<Data>(context: Context, subscription: Subscription): AsyncGenerator<Data> {
  const { output, signal } = context
  const session = context.session()
  let wasOpen = false
  for (let retries = 0; ; retries++) {
    const onOpen = () => {
      if (wasOpen) output.note('Connected again')
      wasOpen = true
      retries = 0
      subscription.onOpen?.()
    }
    const lost = yield* connection<Data>(session, { ...subscription, onOpen }, signal)
    if (lost.exit === EXIT.unauthenticated) await requireToken(context)
    if (!wasOpen || (retries >= RETRIES && !subscription.isPatient)) throw lost
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(retries, 10)) * (0.5 + Math.random() / 2)
    output.note(`${lost.message}: trying again in ${Math.ceil(wait / 1000)} s`)
    await sleep(wait, undefined, { signal }).catch(() => {
      throw interrupted()
    })
  }
}

/** A socket is also closed because a role has changed, or the server could not look the token up. Throws where it is not valid any more. */
async function requireToken(context: Context): Promise<void> {
  await context.ask({ method: 'GET', path: '/me' }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.exit === EXIT.unauthenticated || error.exit === EXIT.interrupted) throw error
  })
}

/** What one connection tells until it is lost; answers how. Throws a Failure that another connection would meet as well. */
async function* connection<Data>(session: Session, { query, variables, onOpen }: Subscription, signal: AbortSignal): AsyncGenerator<Data, Failure> {
  const [{ createClient }, { WebSocket }] = await Promise.all([import('graphql-ws/client'), import('ws')])
  const mailbox = mailboxOf<Data>()
  const lost = (why = 'the connection was lost') => new Failure(EXIT.server, `${session.baseUrl} cannot be reached (${why})`)
  let socket: InstanceType<typeof WebSocket> | undefined
  let silence: NodeJS.Timeout | undefined
  class Socket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { handshakeTimeout: 10_000, headers: { 'User-Agent': 'callwright-cli' } })
      // graphql-ws tells that a socket closed; only the socket tells why it never opened.
      this.on('error', (error: NodeJS.ErrnoException) => mailbox.end(lost(error.code ?? error.message)))
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
      next: ({ data, errors }) => (errors ? mailbox.fail(refusal(errors)) : data && mailbox.push(data)),
      error: (error) => (Array.isArray(error) ? mailbox.fail(refusal(error)) : mailbox.end(isRevoked(error) ? REFUSED : lost())),
      complete: () => mailbox.end(lost()),
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

function refusal([error]: readonly Refusal[]): Failure {
  const status = error?.extensions?.http?.status
  return new Failure(status ? exitOf(status) : EXIT.failed, error?.extensions?.detail ?? error?.message ?? 'The server refuses this', { status })
}

const isRevoked = (error: unknown) => typeof error === 'object' && error !== null && REVOKED.includes((error as { code?: number }).code ?? 0)
const REFUSED = new Failure(EXIT.unauthenticated, 'The token is refused', { status: 401 })
