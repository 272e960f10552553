import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** What a socket may have waiting in bytes; who reads slower is not sent every answer any more. */
export const MOST_WAITING = 1024 * 1024

/** Try again later, as WebSocket says it: clients connect anew. */
export const TOO_SLOW = 1013

/** What is sent over one socket as the answers of shared subscriptions. */
export interface Outbox {
  /** Sends an answer under an id. Of a state only the newest is kept for a socket that is behind; one that may not miss any is closed. */
  send(id: string, answer: string, isState: boolean): void
  /** Nothing more under this id. */
  forget(id: string): void
}

/**
 * Holds no more than `MOST_WAITING` bytes and one answer for each id, however slowly the other side reads. One that does
 * not read at all answers no ping either, which graphql-ws takes as gone.
 */
export function outboxOf(socket: WebSocket, wire: Socket): Outbox {
  const behind = new Map<string, string>()
  const hasRoom = () => socket.bufferedAmount < MOST_WAITING
  const write = (id: string, answer: string) => socket.send(`{"id":${JSON.stringify(id)},"type":"next","payload":${answer}}`)
  wire.on('drain', () => {
    for (const [id, answer] of behind) {
      if (!hasRoom()) return
      behind.delete(id)
      if (socket.readyState === socket.OPEN) write(id, answer)
    }
  })
  return {
    send(id, answer, isState) {
      if (socket.readyState !== socket.OPEN) return
      if (hasRoom()) return write(id, answer)
      if (isState) behind.set(id, answer)
      else socket.close(TOO_SLOW, 'Too much is waiting to be read')
    },
    forget: (id) => void behind.delete(id),
  }
}
