interface Header {
  description: string
  schema: object
  example: string | number
  required?: boolean
}

const count = { type: 'integer', minimum: 0 }
const seconds = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

/** Response headers (contract: rate-limit headers, replayed response). */
const HEADERS = {
  'X-Request-Id': {
    description: "ID of the request in the server's log. You can send your own `X-Request-Id` with up to 128 letters, digits, `.`, `_` and `-`.",
    schema: { ...text, pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: '0b1f5a52-9a51-4c0e-8c43-6b0f3b7f2a11',
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in the window that is closer to its limit: the minute or the day.', schema: count, example: 600 },
  'X-RateLimit-Remaining': { description: 'Requests left in that window.', schema: count, example: 599 },
  'X-RateLimit-Reset': { description: 'Seconds until that window resets.', schema: seconds, example: 42 },
  RateLimit: { description: 'Requests left in each window (IETF draft).', schema: text, example: '"minute";r=599;t=42, "day";r=499999;t=33642' },
  'RateLimit-Policy': { description: 'Windows and their limits (IETF draft).', schema: text, example: '"minute";q=600;w=60, "day";q=500000;w=86400' },
  'Retry-After': { description: 'Seconds to wait before you retry.', schema: seconds, example: 42 },
  'Idempotent-Replayed': {
    description: '`true` if this is the response to an earlier request with the same `Idempotency-Key`.',
    schema: { ...text, const: 'true' },
    example: 'true',
  },
} satisfies Record<string, Header>

type HeaderName = keyof typeof HEADERS

/** Headers of every response to an authenticated caller. */
export const TO_CALLERS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit', 'RateLimit-Policy'] as const

/** Refers to headers that a response always has. `headerComponents` describes them once. */
export const always = (names: readonly HeaderName[]) => Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Describes headers that a response may have. */
export const perhaps = (names: readonly HeaderName[]) => Object.fromEntries(names.map((name): [string, Header] => [name, HEADERS[name]]))

export const headerComponents = () => Object.fromEntries([...TO_CALLERS, 'Retry-After' as const].map((name) => [name, { ...HEADERS[name], required: true }]))
