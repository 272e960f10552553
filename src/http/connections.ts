import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOKED_AFTER_MS = 100

/**
 * Watches a server's connections from its start on; answers how to stop listening: requests under way are answered,
 * connections without one are closed, those that have never asked anything too (browsers open some in advance, and Node
 * takes them for busy), and whatever is left after so many milliseconds is cut off.
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
    const idle = setInterval(closeIdle, LOOKED_AFTER_MS)
    const late = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearInterval(idle)
    clearTimeout(late)
  }
}
