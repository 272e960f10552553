import type { Env } from './env.ts'
import type { settings } from './settings.ts'

/** Default limits of a new account at each provider. The simulator has no limits unless they are configured. */
const DEFAULT_ACCOUNTS = { retell: { maxCalls: 20, callsPerSecond: 1 }, vapi: { maxCalls: 10, callsPerSecond: 1 } }

/** Returns the limits of this server's provider accounts: concurrent calls and new calls per second. */
export const engineAccountsOf = (env: Env): typeof settings.accounts => ({
  retell: {
    maxCalls: env.RETELL_MAX_CALLS ?? (env.RETELL_API_KEY ? DEFAULT_ACCOUNTS.retell.maxCalls : null),
    callsPerSecond: env.RETELL_CALLS_PER_SECOND ?? (env.RETELL_API_KEY ? DEFAULT_ACCOUNTS.retell.callsPerSecond : null),
  },
  vapi: {
    maxCalls: env.VAPI_MAX_CALLS ?? (env.VAPI_API_KEY ? DEFAULT_ACCOUNTS.vapi.maxCalls : null),
    callsPerSecond: env.VAPI_CALLS_PER_SECOND ?? (env.VAPI_API_KEY ? DEFAULT_ACCOUNTS.vapi.callsPerSecond : null),
  },
})
