import { EventEmitter } from 'node:events'
import type pg from 'pg'

/** What a runner listens with: its events, and the two methods of a client that it calls. */
type Listener = EventEmitter & { query(): Promise<void> }
type OnConnect = (err: Error | undefined, listener: Listener | undefined, release: () => void) => void

/** What the job library uses of a pool. It connects with a callback only to listen. */
type RunnerPool = Pick<pg.Pool, 'on' | 'listeners' | 'removeListener' | 'options' | 'query'> & {
  connect(onConnect?: OnConnect): Promise<pg.PoolClient> | undefined
}

/**
 * Returns a pool for the job runners of a process, which share one connection that listens for new jobs; the library keeps one for each runner. A
 * connection that breaks is an error for each of them: they connect again with the library's own delay, and the first opens the next connection.
 */
export function shareJobListener(pool: pg.Pool): pg.Pool {
  const listeners = new Set<Listener>()
  let shared: Promise<pg.PoolClient> | null = null

  async function open(): Promise<pg.PoolClient> {
    const client = await pool.connect()
    client.on('notification', (message) => {
      for (const listener of listeners) listener.emit('notification', message)
    })
    client.once('error', (err) => {
      close(err)
      const affected = [...listeners]
      listeners.clear()
      for (const listener of affected) listener.emit('error', err)
    })
    return client.query('LISTEN "jobs:insert"; LISTEN "worker:migrate"').then(
      () => client,
      (err: Error) => {
        client.release(err)
        throw err
      },
    )
  }
  /** Closes the connection, because one that listens must not serve anything else. */
  function close(reason: Error | true) {
    void shared?.then((client) => client.release(reason)).catch(() => {})
    shared = null
  }
  async function listen(onConnect: OnConnect) {
    const listener = Object.assign(new EventEmitter(), { query: async () => {} })
    const opening = (shared ??= open())
    try {
      await opening
    } catch (err) {
      if (shared === opening) shared = null
      return onConnect(err as Error, undefined, () => {})
    }
    listeners.add(listener)
    onConnect(undefined, listener, () => {
      if (listeners.delete(listener) && listeners.size === 0) close(true)
    })
  }
  const forRunners: RunnerPool = {
    on: pool.on.bind(pool),
    listeners: pool.listeners.bind(pool),
    removeListener: pool.removeListener.bind(pool),
    options: pool.options,
    query: pool.query.bind(pool),
    connect: (onConnect) => (onConnect ? void listen(onConnect) : pool.connect()),
  }
  return forRunners as unknown as pg.Pool
}
