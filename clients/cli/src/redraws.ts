import type { Output } from './output.ts'
import { clipped } from './text.ts'

/** Returns a function that redraws its lines in place, or below if the terminal can't move its cursor. */
export function createRedrawer(output: Output): (lines: readonly string[]) => Promise<void> {
  let height = 0
  const canMove = process.env.TERM !== 'dumb'
  return (lines) => {
    // A wrapped line would miscount the height. Colored lines are short.
    const visibleLines = lines.map((line) => (line.includes('\u001b') ? line : clipped(line, process.stdout.columns || 80)))
    const back = height > 0 && canMove ? `\u001b[${height}A\u001b[J` : ''
    height = visibleLines.length
    return output.write(`${back}${visibleLines.join('\n')}\n`)
  }
}
