import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { beginning, framed } from './frames.ts'

/** What a socket may have waiting in bytes; who reads slower is not sent every answer any more. */
export const MAX_WAITING = 1024 * 1024

/** Try again later, as WebSocket says it: clients connect anew. */
export const TOO_SLOW = 1013

/** What is sent over one socket as the answers of shared subscriptions. */
export interface Outbox {
  /**
   * Where answers under an id go. Of a state only the newest is kept for a socket that is behind; one that may not miss
   * any is closed.
   */
  under(id: string, isState: boolean): (answer: Buffer) => void
  /** Nothing more under this id. */
  forget(id: string): void
}

/**
 * Holds no more than `MOST_WAITING` bytes and one answer for each id, however slowly the other side reads. One that does
 * not read at all answers no ping either, which graphql-ws takes as gone. Frames go past `ws`, whose sending costs more
 * than all the rest; that is sound since it compresses nothing here, and so never holds a frame back.
 */
export function outboxOf(socket: WebSocket, wire: Socket): Outbox {
  const behind = new Map<string, () => void>()
  const hasRoom = () => socket.bufferedAmount < MAX_WAITING
  wire.on('drain', () => {
    for (const [id, write] of behind) {
      if (!hasRoom()) return
      behind.delete(id)
      if (socket.readyState === socket.OPEN) write()
    }
  })
  return {
    under(id, isState) {
      const begin = beginning(id)
      return (answer) => {
        if (socket.readyState !== socket.OPEN) return
        if (hasRoom()) wire.write(framed(begin, answer))
        else if (isState) behind.set(id, () => wire.write(framed(begin, answer)))
        else socket.close(TOO_SLOW, 'The client reads too slowly')
      }
    },
    forget: (id) => void behind.delete(id),
  }
}
