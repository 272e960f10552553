import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, by path, longest first. */
const LONG_FILES = [
  'test/browser/pages.long',
  'test/bench/upgrade.long',
  'test/product/backups.long',
  'test/bench/',
  'test/chaos/',
  'test/guides/',
  'test/deploy/',
  'test/browser/',
  'test/product/',
  'test/security/',
  'test/docs/',
]
/** Files that mostly wait for their own servers or for real time. */
const WAITING_FILES = /\/test\/(bench|chaos|deploy|product|docs)\//

const rank = ({ moduleId }: TestSpecification) => {
  const index = LONG_FILES.findIndex((part) => moduleId.includes(part))
  return index === -1 ? LONG_FILES.length : index
}

/**
 * Runs long files first, so that the last one to end is short. Alternates files that wait with files that compute, because the former leave the processor
 * idle. With `--sequence.seed`, the order depends only on the seed.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { seed } = this.ctx.config.sequence
    const hashOf = ({ moduleId }: TestSpecification) => createHash('md5').update(`${seed} ${moduleId}`).digest('hex')
    if (seed !== undefined) return files.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1))
    return interleave((await super.sort(files)).toSorted((a, b) => rank(a) - rank(b)))
  }
}

function interleave(files: TestSpecification[]): TestSpecification[] {
  const waiting = files.filter(({ moduleId }) => WAITING_FILES.test(moduleId))
  const working = files.filter(({ moduleId }) => !WAITING_FILES.test(moduleId))
  return Array.from({ length: Math.max(waiting.length, working.length) }, (_, i) => [working[i], waiting[i]])
    .flat()
    .filter((file) => file !== undefined)
}
