/** Rate limits per minute and per day in every contender: more than any load can send. */
export const LIMITS = { rpm: 10_000_000, rpd: 1_000_000_000 }

/** Connections to PostgreSQL in every contender, which is the product's default. */
export const POOL_SIZE = 30

/** The base URL of recordings, the same for every contender. */
export const PUBLIC_URL = 'http://callwright.example'
