/** The clock every rule reads, so that tests can set it. */
export const clock = { now: () => new Date() }

/** As long, give or take a fifth, so that what failed together is not tried again together. */
export const about = (ms: number) => ms * (0.8 + 0.4 * Math.random())

/** A moment so many milliseconds from now. */
export const inMs = (ms: number) => new Date(clock.now().getTime() + ms)
