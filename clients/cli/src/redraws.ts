import type { Output } from './output.ts'
import { clipped } from './text.ts'

/** Draws lines in the place of those that it drew before; below them where the terminal cannot move its cursor. */
export function redrawing(output: Output): (lines: readonly string[]) => Promise<void> {
  let height = 0
  const canMove = process.env.TERM !== 'dumb'
  return (lines) => {
    // A line that wrapped would be counted as one; what is painted is short.
    const shown = lines.map((line) => (line.includes('\u001b') ? line : clipped(line, process.stdout.columns || 80)))
    const back = height > 0 && canMove ? `\u001b[${height}A\u001b[J` : ''
    height = shown.length
    return output.write(`${back}${shown.join('\n')}\n`)
  }
}
