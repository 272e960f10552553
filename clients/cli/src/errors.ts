/** How a run ends, for scripts. They are documented and never change their meaning. */
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

/** What else there is to say of a failure. */
interface More {
  /** The status of the answer, where there was one. */
  status?: number
  /** With which the request can be repeated without being done twice. */
  idempotencyKey?: string
}

/** Anything that ends a run: how, and what to tell. `detail` is a sentence, or what the server sent. */
export class Failure extends Error {
  readonly exit: Exit
  readonly detail: unknown
  readonly more: More

  constructor(exit: Exit, detail: unknown, more: More = {}) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail))
    this.exit = exit
    this.detail = detail
    this.more = more
  }

  get word(): string {
    return WORDS[this.exit]
  }
}

/** The same with what is known of the request. */
export const withKey = (error: unknown, idempotencyKey: string | undefined): unknown =>
  error instanceof Failure && idempotencyKey ? new Failure(error.exit, error.detail, { ...error.more, idempotencyKey }) : error

export const usage = (detail: string) => new Failure(EXIT.usage, detail)
export const interrupted = () => new Failure(EXIT.interrupted, 'Interrupted')

/** How a run ends whose request was answered so. */
export function exitOf(status: number): Exit {
  if (status === 401) return EXIT.unauthenticated
  if (status === 403) return EXIT.forbidden
  if (status === 404) return EXIT.notFound
  if (status === 409 || status === 422) return EXIT.conflict
  if (status === 429) return EXIT.rateLimited
  return status >= 500 ? EXIT.server : EXIT.failed
}
