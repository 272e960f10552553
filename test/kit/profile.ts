import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { Spent } from './spent.ts'

const SHOWN = 30
const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(7)

/**
 * Prints the slowest files and what they spent their time on: starting, work (CPU of their own process; that of the database, of browsers
 * and of servers they start is not in it), and the rest, which is waiting for those or for time to pass.
 */
export default class Profile implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const files = modules.map((file) => ({ file: relative('.', file.moduleId), total: file.diagnostic().duration, ...spentBy(file) }))
    const slowest = files.toSorted((a, b) => b.total - a.total).slice(0, SHOWN)
    const sum = (of: 'total' | 'start' | 'work') => files.reduce((all, one) => all + one[of], 0)
    const whole = { file: `all ${files.length} files`, total: sum('total'), start: sum('start'), work: sum('work') }
    const rows = [whole, ...slowest].map(
      ({ file, total, start, work }) => [total, start, work, Math.max(0, total - start - work)].map(seconds).join('') + `  ${file}`,
    )
    process.stdout.write(`\nSlowest files, in seconds\n  total  start   work  waits\n${rows.join('\n')}\n`)
  }
}

const spentBy = (file: TestModule): Spent => file.meta().spent ?? { start: 0, work: 0 }
