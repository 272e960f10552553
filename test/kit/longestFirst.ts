import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, by their path, from the longest on. */
const LONG = ['test/browser/pages.', 'test/chaos/', 'test/browser/', 'test/product/', 'test/security/', 'test/docs/']
/** Files that mostly wait, for servers of their own and for real time. */
const WAITS = /\/test\/(chaos|product|docs)\//

const rank = ({ moduleId }: TestSpecification) => {
  const found = LONG.findIndex((part) => moduleId.includes(part))
  return found === -1 ? LONG.length : found
}

/**
 * Begins with the long files, so that the last one to end is a short one, and has one that waits beside one that works: those alone leave
 * the processor idle. With `--sequence.seed` in an order that depends on that seed alone.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { seed } = this.ctx.config.sequence
    const drawn = ({ moduleId }: TestSpecification) => createHash('md5').update(`${seed} ${moduleId}`).digest('hex')
    if (seed !== undefined) return files.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1))
    return inTurns((await super.sort(files)).toSorted((a, b) => rank(a) - rank(b)))
  }
}

function inTurns(files: TestSpecification[]): TestSpecification[] {
  const waiting = files.filter(({ moduleId }) => WAITS.test(moduleId))
  const working = files.filter(({ moduleId }) => !WAITS.test(moduleId))
  return Array.from({ length: Math.max(waiting.length, working.length) }, (_, i) => [working[i], waiting[i]])
    .flat()
    .filter((file) => file !== undefined)
}
