const WIDTH = 30
const EVERY_MS = 100

/** Draws a share from 0 to 1 as a bar. */
export function bar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)}%`
}

/** A progress line on stderr that redraws itself. Silent off a terminal. */
export function progressLine(isWanted: boolean) {
  const isShown = isWanted && process.stderr.isTTY === true && process.env.TERM !== 'dumb'
  let drawnAt = 0
  return {
    draw(text: () => string) {
      if (!isShown || Date.now() - drawnAt < EVERY_MS) return
      drawnAt = Date.now()
      process.stderr.write(`\r\u001b[K${text()}`)
    },
    clear() {
      if (drawnAt > 0) process.stderr.write('\r\u001b[K')
      drawnAt = 0
    },
  }
}
