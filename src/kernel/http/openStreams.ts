import type { ServerResponse } from 'node:http'
import { perServer } from '../serverState.ts'
import type { Actor } from '../vocabulary/actor.ts'

/** The key, session and membership that a stream's access depends on. */
export type AccessBasis = Pick<Actor, 'workspaceId' | 'keyId' | 'sessionId' | 'userId' | 'role' | 'until'>

/** `over`: the key, session or membership is no longer valid. `changed`: the role is another one, so a new connection succeeds. */
export type AccessLoss = 'over' | 'changed'

/** A response or socket that stays open after its request was admitted. */
export interface OpenStream {
  standing: AccessBasis
  /** Closes the stream. Can be called again while the stream is still registered. */
  end(loss: AccessLoss): void
}

const allStreams = perServer(() => new Set<OpenStream>())

/** Lists the open streams of this server. */
export const openStreams = (): readonly OpenStream[] => [...allStreams()]

/** Registers a stream, which is closed when its access ends. Returns a function that unregisters it. */
export function registerStream(stream: OpenStream): () => void {
  const streams = allStreams()
  streams.add(stream)
  return () => void streams.delete(stream)
}

/** How long a client can take to read the last event of a closed stream, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500

/**
 * Registers the response to an admitted request. If access ends while the response is being sent, the response is cut off. A response
 * that has not started is left alone, since its request may have ended the access (a sign-out); it is checked again once it streams.
 * `goodbye` is the last event of an event stream.
 */
export function registerResponse(standing: AccessBasis, res: ServerResponse, goodbye?: string): void {
  const end = () => {
    if (!res.headersSent || res.writableEnded) return
    if (goodbye === undefined || !String(res.getHeader('content-type')).startsWith('text/event-stream')) return void res.destroy()
    // Drops what the source writes after the end.
    res.on('error', () => {})
    res.end(goodbye)
    setTimeout(() => res.destroy(), CLOSE_TIMEOUT_MS).unref()
  }
  res.once('close', registerStream({ standing, end }))
}
