const HOUR_MS = 3_600_000
/** From one address: many people's apps come from one, their maker's cloud. */
const fromOne = { most: 300, withinMs: HOUR_MS }
/** As much again as `fromAll` is kept for addresses with fewer requests than these, so that a few cannot use up everybody's. */
const reserve = { most: 20, withinMs: 24 * HOUR_MS }

/** Registrations, and documents about clients. */
export const STRANGERS = { fromOne, reserve, fromAll: { rpm: 60, rpd: 5_000 } }
/** Requests for access: each leaves rows that are kept for a quarter of an hour. */
export const AUTHORIZATIONS = { fromOne, reserve, fromAll: { rpm: 300, rpd: 50_000 } }
