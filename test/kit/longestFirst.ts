import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, by their path, from the longest on. */
const LONG = ['test/browser/pages.', 'test/chaos/', 'test/browser/', 'test/product/', 'test/security/', 'test/docs/']

const rank = ({ moduleId }: TestSpecification) => {
  const found = LONG.findIndex((part) => moduleId.includes(part))
  return found === -1 ? LONG.length : found
}

/** Begins with the long files, so that the last one to end is a short one; with `--sequence.seed` in an order that depends on that seed alone. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { seed } = this.ctx.config.sequence
    const drawn = ({ moduleId }: TestSpecification) => createHash('md5').update(`${seed} ${moduleId}`).digest('hex')
    if (seed !== undefined) return files.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1))
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
