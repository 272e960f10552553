import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { framePrefix, encodeFrame } from './frames.ts'

/** Maximum unsent bytes of a socket. Slower clients skip intermediate results. */
export const MAX_BUFFERED_BYTES = 1024 * 1024

/** WebSocket close code "try again later": clients reconnect. */
export const TOO_SLOW = 1013

/** Sends the results of shared subscriptions over one socket. */
export interface SendQueue {
  /**
   * Returns the sender of an operation ID. If a socket is behind, only the newest result of a state is kept; a socket whose subscription
   * must not miss any result is closed.
   */
  under(id: string, isState: boolean): (answer: Buffer) => void
  /** Drops pending results of an operation ID. */
  forget(id: string): void
}

/**
 * Buffers at most `MAX_BUFFERED_BYTES` and one result per ID, however slowly the client reads. A client that does not read at all does not
 * answer pings either, and graphql-ws disconnects it. Frames bypass `ws`, whose sending costs more than everything else. That is safe
 * because `ws` does not compress here and so never holds a frame back.
 */
export function createSendQueue(socket: WebSocket, wire: Socket): SendQueue {
  const behind = new Map<string, () => void>()
  const hasRoom = () => socket.bufferedAmount < MAX_BUFFERED_BYTES
  wire.on('drain', () => {
    for (const [id, write] of behind) {
      if (!hasRoom()) return
      behind.delete(id)
      if (socket.readyState === socket.OPEN) write()
    }
  })
  return {
    under(id, isState) {
      const begin = framePrefix(id)
      return (answer) => {
        if (socket.readyState !== socket.OPEN) return
        if (hasRoom()) wire.write(encodeFrame(begin, answer))
        else if (isState) behind.set(id, () => wire.write(encodeFrame(begin, answer)))
        else socket.close(TOO_SLOW, 'The client reads too slowly')
      }
    },
    forget: (id) => void behind.delete(id),
  }
}
