/** The clock for all rules, deadlines and simulated calls, so that tests can set it. */
export const clock = {
  now: () => new Date(),
  /** Calls back after `ms` milliseconds. Returns a function that cancels the timer. */
  after(ms: number, call: () => void): () => void {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/** Returns the current time in milliseconds since the epoch. */
export const nowMs = () => clock.now().getTime()

/** Resolves after `ms` milliseconds. */
export const sleep = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

/** Adds a jitter of ±20%, so that work that failed together is not retried together. */
export const withJitter = (ms: number) => ms * (0.8 + 0.4 * Math.random())

/** Returns the time `ms` milliseconds from now. */
export const fromNow = (ms: number) => new Date(nowMs() + ms)
