import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { TRY_AGAIN_LATER } from './closeCodes.ts'

/** Maximum unsent bytes of a socket. Slower clients skip intermediate results. */
export const MAX_BUFFERED_BYTES = 1024 * 1024

/** Sends the results of shared subscriptions over one socket. */
export interface SendQueue {
  /**
   * Returns the sender of an operation ID, for results as JSON. If a socket is behind, only the newest result of a state is kept; a socket
   * whose subscription must not miss any result is closed.
   */
  under(id: string, isState: boolean): (answer: Buffer) => void
  /** Drops the pending result of an operation ID. */
  forget(id: string): void
}

const AS_TEXT = { binary: false }
const END = Buffer.from('}')

/**
 * Buffers at most `MAX_BUFFERED_BYTES` and one result per ID, however slowly the client reads. A client that does not read at all does not
 * answer pings either, and graphql-ws disconnects it. `connection` carries the socket, and emits `drain` when it has sent everything.
 */
export function createSendQueue(socket: WebSocket, connection: Socket): SendQueue {
  const behind = new Map<string, () => void>()
  const hasRoom = () => socket.bufferedAmount < MAX_BUFFERED_BYTES
  connection.on('drain', () => {
    for (const [id, send] of behind) {
      if (!hasRoom()) return
      behind.delete(id)
      if (socket.readyState === socket.OPEN) send()
    }
  })
  return {
    under(id, isState) {
      const begin = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`)
      return (answer) => {
        const send = () => socket.send(Buffer.concat([begin, answer, END]), AS_TEXT)
        if (socket.readyState !== socket.OPEN) return
        behind.delete(id)
        if (hasRoom()) send()
        else if (isState) behind.set(id, send)
        else socket.close(TRY_AGAIN_LATER, 'The client reads too slowly')
      }
    },
    forget: (id) => void behind.delete(id),
  }
}
