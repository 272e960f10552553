import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { TimeSpent } from './timeSpent.ts'

const MAX_FILES = 30
const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(7)

/**
 * Prints the slowest files and what they spent their time on: starting, CPU time of their own process, and waiting. The CPU time of the database, browsers
 * and other servers counts as waiting.
 */
export default class ProfileReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const files = modules.map((file) => ({ file: relative('.', file.moduleId), total: file.diagnostic().duration, ...timeSpentBy(file) }))
    const slowest = files.toSorted((a, b) => b.total - a.total).slice(0, MAX_FILES)
    const sum = (column: 'total' | 'start' | 'work') => files.reduce((total, row) => total + row[column], 0)
    const whole = { file: `all ${files.length} files`, total: sum('total'), start: sum('start'), work: sum('work') }
    const rows = [whole, ...slowest].map(
      ({ file, total, start, work }) => [total, start, work, Math.max(0, total - start - work)].map(seconds).join('') + `  ${file}`,
    )
    process.stdout.write(`\nSlowest files, in seconds\n  total  start   work  waits\n${rows.join('\n')}\n`)
  }
}

const timeSpentBy = (file: TestModule): TimeSpent => file.meta().spent ?? { start: 0, work: 0 }
