import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const POLL_INTERVAL_MS = 100

/**
 * Tracks a server's connections from its start. Returns a function that stops listening: active requests are completed, idle connections
 * are closed, including those that never sent a request (browsers open some in advance, and Node considers them busy), and whatever is
 * left after `drainMs` milliseconds is cut off.
 */
export function watchConnections(server: Server): (drainMs: number) => Promise<void> {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  for (const event of ['request', 'upgrade']) server.on(event, ({ socket }: { socket: Socket }) => silent.delete(socket))
  const closeIdle = () => {
    server.closeIdleConnections()
    for (const socket of silent) socket.destroy()
  }
  return async (drainMs) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    closeIdle()
    const idle = setInterval(closeIdle, POLL_INTERVAL_MS)
    const late = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearInterval(idle)
    clearTimeout(late)
  }
}
