import type { Env } from './env.ts'
import type { settings } from './settings.ts'

/** What each account takes at first, as its provider says; the simulator takes everything unless it is told otherwise. */
const ACCOUNTS = { retell: { maxCalls: 20, callsPerSecond: 1 }, vapi: { maxCalls: 10, callsPerSecond: 1 } }

/** What the provider accounts of this server take: calls at once, and new calls a second. */
export const accountsOf = (env: Env): typeof settings.accounts => ({
  retell: {
    maxCalls: env.RETELL_MAX_CALLS ?? (env.RETELL_API_KEY ? ACCOUNTS.retell.maxCalls : null),
    callsPerSecond: env.RETELL_CALLS_PER_SECOND ?? (env.RETELL_API_KEY ? ACCOUNTS.retell.callsPerSecond : null),
  },
  vapi: {
    maxCalls: env.VAPI_MAX_CALLS ?? (env.VAPI_API_KEY ? ACCOUNTS.vapi.maxCalls : null),
    callsPerSecond: env.VAPI_CALLS_PER_SECOND ?? (env.VAPI_API_KEY ? ACCOUNTS.vapi.callsPerSecond : null),
  },
})
