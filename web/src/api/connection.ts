import { useSyncExternalStore } from 'react'
import type { Client, createClient } from 'graphql-ws'
import * as session from './session.ts'

/** State of the live connection. `behind`: the connection is lost, and the server was last heard from at `since`. */
export interface Connection {
  state: 'idle' | 'connecting' | 'live' | 'behind'
  since: number
}

const PING_MS = 10_000
const PONG_MS = 5_000
const MAX_WAIT_MS = 10_000
/** Close code for invalid credentials: graphql-ws gives up. */
const UNAUTHORIZED = 4401
/** Close code for changed permissions: graphql-ws reconnects. */
const FORBIDDEN = 4403

let connection: Connection = { state: 'idle', since: Date.now() }
const listeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()
const pendingRetries = new Set<() => void>()

export const useConnection = () =>
  useSyncExternalStore(
    (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    () => connection,
  )

/** Subscribes to reconnections, after which missed data must be fetched. Returns the unsubscribe function. */
export const onReconnected = (listener: () => void) => (reconnectListeners.add(listener), () => void reconnectListeners.delete(listener))

/** Skips the delay before the next connection attempt. */
export const connectNow = () => pendingRetries.forEach((go) => go())
window.addEventListener('online', connectNow)

function updateConnection(state: Connection['state'], since = Date.now()) {
  if (state === connection.state) return
  connection = { state, since }
  for (const listener of listeners) listener()
}

/** Waits before a retry: exponential backoff with jitter. connectNow and the browser's `online` event end the wait. */
const waitBeforeRetry = (attempts: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      pendingRetries.delete(go)
      resolve()
    }
    const timer = setTimeout(go, Math.min(MAX_WAIT_MS, 300 * 2 ** attempts) * (0.5 + Math.random() / 2))
    pendingRetries.add(go)
  })

type LiveConnection = Pick<Client, 'subscribe' | 'dispose'>

/** Opens the connection of subscriptions. Its code is loaded after that of the page, which doesn't wait for it. */
export function openConnection(): LiveConnection {
  updateConnection('idle')
  const loading = loadClient().then(openSocket)
  return {
    subscribe: (payload, sink) => {
      let stop = () => {}
      let isStopped = false
      void loading.then((socket) => {
        if (!isStopped) stop = socket.subscribe(payload, sink)
      })
      return () => {
        isStopped = true
        stop()
      }
    },
    dispose: () => void loading.then((socket) => socket.dispose()),
  }
}

async function loadClient(attempts = 0): Promise<typeof createClient> {
  try {
    return (await import('graphql-ws')).createClient
  } catch {
    await waitBeforeRetry(attempts)
    return loadClient(attempts + 1)
  }
}

/**
 * Opens the socket of subscriptions, lazily and with endless retries, renewing the access token as needed. If the
 * server closes it for missing permissions, the session is checked. If the session is still valid, everything is
 * reloaded, since graphql-ws has dropped its subscriptions.
 */
function openSocket(create: typeof createClient): Client {
  let wasLost = false
  let lastEventAt = Date.now()
  let pong: ReturnType<typeof setTimeout> | undefined
  const socket = create({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    lazy: true,
    lazyCloseTimeout: 3_000,
    keepAlive: PING_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => session.currentSession().state === 'in',
    retryWait: waitBeforeRetry,
    connectionParams: async () => {
      try {
        return { accessToken: await session.accessToken() }
      } catch {
        // No token is available now. Connecting without one would fail for good, while a terminated attempt is retried.
        socket.terminate()
        return new Promise<never>(() => {})
      }
    },
    on: {
      connecting: () => connection.state === 'idle' && updateConnection('connecting'),
      message: () => (lastEventAt = Date.now()),
      connected: () => {
        updateConnection('live')
        if (wasLost) for (const listener of reconnectListeners) listener()
        wasLost = false
      },
      ping: (received) => {
        if (!received) pong = setTimeout(() => socket.terminate(), PONG_MS)
      },
      pong: (received) => {
        if (received) clearTimeout(pong)
      },
      closed: (event) => {
        clearTimeout(pong)
        const { code } = event as CloseEvent
        if (code === 1000) return updateConnection('idle')
        wasLost = true
        updateConnection('behind', lastEventAt)
        if (code === FORBIDDEN) session.discardToken()
        if (code === UNAUTHORIZED) session.restartSession()
      },
    },
  })
  return socket
}
