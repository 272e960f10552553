const HOUR_MS = 3_600_000
/** Per address: the apps of many people come from one address, the cloud of their vendor. */
const fromOne = { most: 300, withinMs: HOUR_MS }
/** An additional quota of the size of `fromAll` is reserved for addresses with fewer requests than this, so that a few addresses cannot exhaust the limit. */
const reserve = { most: 20, withinMs: 24 * HOUR_MS }

/** Limits of registrations and client documents. */
export const REGISTRATION_LIMITS = { fromOne, reserve, fromAll: { rpm: 60, rpd: 5_000 } }
/** Limits of authorization requests: each creates rows that are kept for 15 minutes. */
export const AUTHORIZATION_LIMITS = { fromOne, reserve, fromAll: { rpm: 300, rpd: 50_000 } }
