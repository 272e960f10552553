import type { ServerResponse } from 'node:http'
import type { Actor } from '../vocabulary/actor.ts'

/** What a stream's right to stay open rests on: whichever of key, session and membership are named. */
export type Standing = Pick<Actor, 'workspaceId' | 'keyId' | 'sessionId' | 'userId' | 'role' | 'until'>

/** `over`: the key, session or membership no longer holds. `changed`: it holds with another role, so that a new connection succeeds. */
export type Loss = 'over' | 'changed'

/** Anything that goes on telling an actor something after its request was admitted. */
export interface OpenStream {
  standing: Standing
  /** Cuts it off. May be called again while it is still registered. */
  end(loss: Loss): void
}

const streams = new Set<OpenStream>()

/** Every stream that is open in this process. */
export const openStreams = (): readonly OpenStream[] => [...streams]

/** Registers a stream, to be ended with what its access rests on. Answers how to take it out again. */
export function register(stream: OpenStream): () => void {
  streams.add(stream)
  return () => void streams.delete(stream)
}

/** How long a client may take to read the last event of a stream that was ended, in milliseconds. */
const GOODBYE_MS = 500

/**
 * Registers the answer to an admitted request. One that is still being sent when access ends is cut off; one that has not begun is
 * left alone, since it may be what ended the access (a sign-out), and is looked at again once it streams. `goodbye` is what an event
 * stream says last.
 */
export function registerAnswer(standing: Standing, res: ServerResponse, goodbye?: string): void {
  const end = () => {
    if (!res.headersSent || res.writableEnded) return
    if (goodbye === undefined || !String(res.getHeader('content-type')).startsWith('text/event-stream')) return void res.destroy()
    // What its source still writes after the end is dropped.
    res.on('error', () => {})
    res.end(goodbye)
    setTimeout(() => res.destroy(), GOODBYE_MS).unref()
  }
  res.once('close', register({ standing, end }))
}
