/** The clock that every rule, every deadline and the simulator's calls go by, so that tests can set it. */
export const clock = {
  now: () => new Date(),
  /** Calls once so many milliseconds have passed; the answer calls that off. */
  after(ms: number, call: () => void): () => void {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/** The moment as milliseconds since the epoch. */
export const nowMs = () => clock.now().getTime()

/** Ends once so many milliseconds have passed. */
export const sleep = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

/** As long, give or take a fifth, so that what failed together is not tried again together. */
export const about = (ms: number) => ms * (0.8 + 0.4 * Math.random())

/** A moment so many milliseconds from now. */
export const inMs = (ms: number) => new Date(nowMs() + ms)
