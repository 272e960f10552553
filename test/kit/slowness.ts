const IDLE_MS = 120
const COUNT = 30_000_000

/** How many times longer work takes here and now than on an idle machine; one at least. */
export function slowness(): number {
  const begun = performance.now()
  let sum = 0
  for (let n = 0; n < COUNT; n++) sum = (sum + n * n) | 0
  return Math.max(1, (performance.now() - begun + (sum & 0)) / IDLE_MS)
}

/** So many milliseconds of an idle machine: as many times longer as this one was found to be slower at the start of the run. */
export const patience = (ms: number) => ms * Number(process.env.SLOWNESS ?? 1)
