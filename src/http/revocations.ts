import type { WebSocket } from 'ws'
import type { Actor } from '../actor.ts'
import { on } from '../events.ts'
import { log } from '../log.ts'
import * as access from '../services/access.ts'

/** How often open sockets are held against the database, for what was revoked elsewhere. */
const RECHECK_MS = 2_000

/** Closed for want of rights, as graphql-ws says it. */
export const FORBIDDEN = 4403

/** Closes sockets, with 4403, whose key, session or membership ends. Answers how to stop watching. */
export function closeWhenRevoked(sockets: ReadonlyMap<WebSocket, Actor>): () => void {
  const close = (socket: WebSocket) => socket.close(FORBIDDEN, 'Access was revoked')
  const stop = on('access.revoked', (revoked) => {
    for (const [socket, actor] of sockets) if (access.concerns(revoked, actor)) close(socket)
  })
  const recheck = async () => {
    // Of those that open meanwhile nothing is asked, so that nothing is known.
    const asked = [...sockets]
    if (asked.length === 0) return
    const ended = await access.ended(asked.map(([, actor]) => actor))
    for (const [socket, actor] of asked) if (ended(actor)) close(socket)
  }
  const timer = setInterval(() => void recheck().catch((err: unknown) => log.warn({ err }, 'open sockets could not be checked')), RECHECK_MS)
  return () => {
    clearInterval(timer)
    stop()
  }
}
