/** The clock every rule reads, so that tests can set it. */
export const clock = { now: () => new Date() }

/** A moment so many milliseconds from now. */
export const inMs = (ms: number) => new Date(clock.now().getTime() + ms)
