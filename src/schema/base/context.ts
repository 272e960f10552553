import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { RequestOrigin } from '../../kernel/auditContext.ts'

/** The cookies and the address of a browser, for the operations that sign in and out. */
export interface Browser {
  refreshToken: string | null
  /** Sets the refresh cookie, or clears it with null. */
  setRefreshToken(token: string | null): void
  address: string
  /** The cookie with the accounts that signed in on this device. */
  devices: string | null
  setDevices(devices: string): void
}

/**
 * The context of one operation. Pothos caches authorization and loaders by this object. `actor` is null before sign-in, `browser` is null
 * for documents of the REST API, and `origin` is null without a request.
 */
export interface Context {
  actor: Actor | null
  browser: Browser | null
  origin: RequestOrigin | null
  /** Set if several subscribers share the subscription. Each of them gets its field's snapshot, so its stream starts without. */
  isShared?: true
}

export const contextFor = (actor: Actor | null, browser: Browser | null = null, origin: RequestOrigin | null = null): Context => ({ actor, browser, origin })
