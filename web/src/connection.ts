import { useSyncExternalStore } from 'react'
import { type Client, createClient } from 'graphql-ws'
import * as session from './session.ts'

/** Whether what is shown is live. `behind`: the connection is lost, and since when. */
export interface Connection {
  state: 'idle' | 'connecting' | 'live' | 'behind'
  since: number
}

const PING_MS = 10_000
const PONG_MS = 5_000
const MOST_WAIT_MS = 10_000
const FORBIDDEN = 4403

let connection: Connection = { state: 'idle', since: Date.now() }
const listeners = new Set<() => void>()
const caughtUp = new Set<() => void>()

export const useConnection = () =>
  useSyncExternalStore(
    (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    () => connection,
  )

/** Told whenever the connection is back: what happened meanwhile has to be asked for. */
export const onReconnected = (listener: () => void) => (caughtUp.add(listener), () => void caughtUp.delete(listener))

function become(state: Connection['state']) {
  if (state === connection.state) return
  connection = { state, since: Date.now() }
  for (const listener of listeners) listener()
}

/**
 * The socket of subscriptions. It opens with the first one, tries again for as long as the page is open, and asks for a
 * new token each time. When the server closes it for want of rights the session is looked at: it may be over.
 */
export function openConnection(): Client {
  let wasLost = false
  let pong: ReturnType<typeof setTimeout> | undefined
  return createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    lazy: true,
    lazyCloseTimeout: 3_000,
    keepAlive: PING_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => session.current().state === 'in',
    retryWait: (retries) => new Promise((resolve) => setTimeout(resolve, Math.min(MOST_WAIT_MS, 300 * 2 ** retries) * (0.5 + Math.random() / 2))),
    connectionParams: async () => ({ accessToken: await session.accessToken() }),
    on: {
      connecting: () => connection.state === 'idle' && become('connecting'),
      connected: () => {
        become('live')
        if (wasLost) for (const listener of caughtUp) listener()
        wasLost = false
      },
      ping: (received) => {
        if (!received) pong = setTimeout(() => become('behind'), PONG_MS)
      },
      pong: (received) => {
        if (!received) return
        clearTimeout(pong)
        if (!wasLost) become('live')
      },
      closed: (event) => {
        clearTimeout(pong)
        const { code } = event as CloseEvent
        if (code === 1000) return become('idle')
        wasLost = true
        become('behind')
        if (code === FORBIDDEN) void session.refresh().catch(() => {})
      },
    },
  })
}
