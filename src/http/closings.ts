import type { WebSocket } from 'ws'
import { type Loss, register, type Standing } from '../kernel/http/openStreams.ts'

/**
 * Codes a socket is closed with. graphql-ws gives up at UNAUTHORIZED, since no retry with the same credential can succeed, and connects
 * again after FORBIDDEN and TRY_AGAIN_LATER (`shouldRetryConnectOrThrow` in its client).
 */
export const UNAUTHORIZED = 4401
export const FORBIDDEN = 4403
export const TRY_AGAIN_LATER = 1013

const CLOSINGS: Record<Loss, [code: number, reason: string]> = {
  over: [UNAUTHORIZED, 'Access was revoked'],
  changed: [FORBIDDEN, 'The role has changed. Connect again.'],
}
/** How long the other side may take to close as well, in milliseconds. */
const GOODBYE_MS = 500

/** Registers a socket among the open streams. Answers whether it was ended: what still arrives of the client is not to be obeyed. */
export function registerSocket(standing: Standing, socket: WebSocket): () => boolean {
  let isEnded = false
  const end = (loss: Loss) => {
    if (isEnded) return
    isEnded = true
    socket.close(...CLOSINGS[loss])
    setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
  }
  socket.once('close', register({ standing, end }))
  return () => isEnded
}
