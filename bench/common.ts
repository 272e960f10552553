/** Requests a minute and a day in every contender: more than any load can send. */
export const LIMITS = { rpm: 10_000_000, rpd: 1_000_000_000 }

/** Connections to PostgreSQL in every contender; the product's own default. */
export const POOL_SIZE = 30

/** The address that recordings are offered under, the same from every contender. */
export const PUBLIC_URL = 'http://callwright.example'
