import { useSyncExternalStore } from 'react'
import { type Client, createClient } from 'graphql-ws'
import * as session from './session.ts'

/** Whether what is shown is live. `behind`: the connection is lost; nothing was heard of the server since `since`. */
export interface Connection {
  state: 'idle' | 'connecting' | 'live' | 'behind'
  since: number
}

const PING_MS = 10_000
const PONG_MS = 5_000
const MAX_WAIT_MS = 10_000
/** The server took the credential for void: graphql-ws gives up. */
const UNAUTHORIZED = 4401
/** The rights have changed: graphql-ws connects again. */
const FORBIDDEN = 4403

let connection: Connection = { state: 'idle', since: Date.now() }
const listeners = new Set<() => void>()
const caughtUp = new Set<() => void>()
const waiting = new Set<() => void>()

export const useConnection = () =>
  useSyncExternalStore(
    (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    () => connection,
  )

/** Told whenever the connection is back: what happened meanwhile has to be asked for. */
export const onReconnected = (listener: () => void) => (caughtUp.add(listener), () => void caughtUp.delete(listener))

/** Ends the wait for the next attempt to connect. */
export const connectNow = () => waiting.forEach((go) => go())
window.addEventListener('online', connectNow)

function become(state: Connection['state'], since = Date.now()) {
  if (state === connection.state) return
  connection = { state, since }
  for (const listener of listeners) listener()
}

/** Longer after each attempt in vain, and never all browsers at once; less where somebody, or the network, says so. */
const beforeAttempt = (attempts: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      waiting.delete(go)
      resolve()
    }
    const timer = setTimeout(go, Math.min(MAX_WAIT_MS, 300 * 2 ** attempts) * (0.5 + Math.random() / 2))
    waiting.add(go)
  })

/**
 * The socket of subscriptions. It opens with the first one, tries again for as long as the page is open, and asks for a
 * new token where the old one has ended. When the server closes it for want of rights the session is looked at: it may be over. Where it is
 * not, everything is loaded again, since the client has given up its subscriptions.
 */
export function openConnection(): Client {
  let wasLost = false
  let lastEventAt = Date.now()
  let pong: ReturnType<typeof setTimeout> | undefined
  become('idle')
  const socket = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    lazy: true,
    lazyCloseTimeout: 3_000,
    keepAlive: PING_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => session.current().state === 'in',
    retryWait: beforeAttempt,
    connectionParams: async () => {
      try {
        return { accessToken: await session.accessToken() }
      } catch {
        // No token can be had now. Without one the server would refuse for good; a connection that breaks off is tried again.
        socket.terminate()
        return new Promise<never>(() => {})
      }
    },
    on: {
      connecting: () => connection.state === 'idle' && become('connecting'),
      message: () => (lastEventAt = Date.now()),
      connected: () => {
        become('live')
        if (wasLost) for (const listener of caughtUp) listener()
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
        if (code === 1000) return become('idle')
        wasLost = true
        become('behind', lastEventAt)
        if (code === FORBIDDEN) session.distrust()
        if (code === UNAUTHORIZED) session.beginAgain()
      },
    },
  })
  return socket
}
