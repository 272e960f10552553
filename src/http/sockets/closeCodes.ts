import type { WebSocket } from 'ws'
import { type AccessLoss, registerStream, type AccessBasis } from '../../kernel/http/openStreams.ts'

/**
 * Close codes of sockets. The graphql-ws client gives up on UNAUTHORIZED, since no retry with the same credential can succeed, and
 * reconnects after FORBIDDEN and TRY_AGAIN_LATER (`shouldRetryConnectOrThrow`).
 */
export const UNAUTHORIZED = 4401
export const FORBIDDEN = 4403
export const TRY_AGAIN_LATER = 1013

const CLOSE_CODES: Record<AccessLoss, [code: number, reason: string]> = {
  over: [UNAUTHORIZED, 'Access was revoked'],
  changed: [FORBIDDEN, 'The role has changed. Connect again.'],
}
/** How long the client can take to close its side, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500

/** Registers a socket as an open stream. Returns a test of whether it was ended: later messages of the client must be ignored. */
export function registerSocket(standing: AccessBasis, socket: WebSocket): () => boolean {
  let isEnded = false
  const end = (loss: AccessLoss) => {
    if (isEnded) return
    isEnded = true
    socket.close(...CLOSE_CODES[loss])
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  }
  socket.once('close', registerStream({ standing, end }))
  return () => isEnded
}
