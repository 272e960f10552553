import { ProviderError } from '../providers/provider.ts'

/** Thrown if a vendor does not behave as an adapter expects. */
export class CheckError extends Error {
  override readonly name = 'CheckError'
}

/** Text about the result of a step; null if there is nothing to say. */
type Observation = string | null

export interface Report {
  title(text: string): void
  /** Runs a check that the adapters rely on. Writes and counts a failure, and returns false. */
  step(name: string, work: () => Promise<Observation>): Promise<boolean>
  /** Writes an observation that no adapter relies on. Writes a failure without counting it. */
  observe(name: string, work: () => Promise<Observation>): Promise<void>
  /** Registers how to delete a resource that the test created at the vendor. */
  addCleanup(resource: string, undo: () => Promise<unknown>): void
  /** Runs the cleanups, last first. Writes and counts each failure. */
  cleanUp(): Promise<void>
  /** Number of failed checks and failed cleanups so far. */
  failureCount(): number
}

/** Creates a report that writes line by line. */
export function createReport(write: (line: string) => void): Report {
  const cleanups: { resource: string; undo: () => Promise<unknown> }[] = []
  let failureCount = 0

  async function run(name: string, work: () => Promise<Observation>, failureMark: '✗' | '·'): Promise<boolean> {
    try {
      const observation = await work()
      write(`  ${failureMark === '✗' ? '✓' : '·'} ${name}${observation ? `: ${observation}` : ''}`)
      return true
    } catch (error) {
      write(`  ${failureMark} ${name}: ${describeError(error)}`)
      return false
    }
  }

  return {
    title: (text) => write(`\n${text}`),
    async step(name, work) {
      const isDone = await run(name, work, '✗')
      if (!isDone) failureCount++
      return isDone
    },
    async observe(name, work) {
      await run(name, work, '·')
    },
    addCleanup: (resource, undo) => void cleanups.push({ resource, undo }),
    async cleanUp() {
      for (let next = cleanups.pop(); next; next = cleanups.pop()) {
        const { resource, undo } = next
        await undo().catch((error: unknown) => {
          failureCount++
          write(`  ✗ left behind: ${resource} (${describeError(error)})`)
        })
      }
    },
    failureCount: () => failureCount,
  }
}

/** Describes an error for the report; a ProviderError with kind and status. */
export function describeError(error: unknown): string {
  if (error instanceof ProviderError) return `${error.kind}${error.info.status ? ` (${error.info.status})` : ''}: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}

/** Throws CheckError with the message if the condition is false. */
export function ensure(condition: unknown, message: string): asserts condition {
  if (!condition) throw new CheckError(message)
}

/** Returns the error that `work` throws. Throws CheckError if it throws none. */
export async function expectError(work: Promise<unknown>): Promise<unknown> {
  const rejection = await work.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  ensure(rejection, 'the request was accepted')
  return rejection.error
}
