/** Exit codes for scripts. They are documented and never change their meaning. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  cancelled: 3,
  unauthenticated: 4,
  forbidden: 5,
  notFound: 6,
  rateLimited: 7,
  server: 8,
  conflict: 9,
  interrupted: 130,
} as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

const WORDS: Record<Exit, string> = {
  0: 'done',
  1: 'failed',
  2: 'usage',
  3: 'cancelled',
  4: 'unauthenticated',
  5: 'forbidden',
  6: 'not_found',
  7: 'rate_limited',
  8: 'server',
  9: 'conflict',
  130: 'interrupted',
}

/** Further details of a failure. */
interface FailureDetails {
  /** HTTP status of the response, if there was one. */
  status?: number
  /** Key that makes repeating the request safe. */
  idempotencyKey?: string
}

/** An error that ends the run, with its exit code. `detail` is a sentence, or the `detail` that the server sent. */
export class Failure extends Error {
  readonly exit: Exit
  readonly detail: unknown
  readonly more: FailureDetails

  constructor(exit: Exit, detail: unknown, more: FailureDetails = {}) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail))
    this.exit = exit
    this.detail = detail
    this.more = more
  }

  get word(): string {
    return WORDS[this.exit]
  }
}

/** Adds the request's idempotency key to a Failure. */
export const withKey = (error: unknown, idempotencyKey: string | undefined): unknown =>
  error instanceof Failure && idempotencyKey ? new Failure(error.exit, error.detail, { ...error.more, idempotencyKey }) : error

export const usage = (detail: string) => new Failure(EXIT.usage, detail)
export const interrupted = () => new Failure(EXIT.interrupted, 'Interrupted')

/** Maps an HTTP status to an exit code. */
export function exitCodeOf(status: number): Exit {
  if (status === 401) return EXIT.unauthenticated
  if (status === 403) return EXIT.forbidden
  if (status === 404) return EXIT.notFound
  if (status === 409 || status === 422) return EXIT.conflict
  if (status === 429) return EXIT.rateLimited
  return status >= 500 ? EXIT.server : EXIT.failed
}
