import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { RequestOrigin } from '../../kernel/auditContext.ts'

/** What a browser sent and may be sent, for the few operations about its session. */
export interface Browser {
  refreshToken: string | null
  /** Sets the refresh cookie, or clears it with null. */
  setRefreshToken(token: string | null): void
  address: string
  /** The cookie that tells which accounts were signed in to from this device. */
  devices: string | null
  setDevices(devices: string): void
}

/**
 * One object per operation: Pothos keeps authorisation and loaders by its identity. `actor` is null before sign-in;
 * `browser` is null when the document is one of ours (REST) and not a client's; `origin` where nobody sent a request.
 */
export interface Context {
  actor: Actor | null
  browser: Browser | null
  origin: RequestOrigin | null
}

export const contextFor = (actor: Actor | null, browser: Browser | null = null, origin: RequestOrigin | null = null): Context => ({ actor, browser, origin })
