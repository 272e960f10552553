import { ProviderError } from '../providers/provider.ts'

/** Thrown where a vendor does otherwise than an adapter relies on. */
export class CheckError extends Error {
  override readonly name = 'Broken'
}

/** What a step has observed, in words; null when there was nothing to observe. */
type Observation = string | null

export interface Report {
  title(text: string): void
  /** Does something that the adapters rely on. A failure is told and counted; false when it failed. */
  step(name: string, work: () => Promise<Observation>): Promise<boolean>
  /** Looks at something that no adapter relies on. Whatever is found is right; a failure is told. */
  observe(name: string, work: () => Promise<Observation>): Promise<void>
  /** What was made at the vendor, and how it is taken away again. */
  addCleanup(what: string, undo: () => Promise<unknown>): void
  /** Takes away all that was made, the last first, and tells what is left. */
  cleanUp(): Promise<void>
  /** How many steps have failed so far, things left behind included. */
  failureCount(): number
}

export function newReport(write: (line: string) => void): Report {
  const cleanups: { what: string; undo: () => Promise<unknown> }[] = []
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
    addCleanup: (what, undo) => void cleanups.push({ what, undo }),
    async cleanUp() {
      for (let next = cleanups.pop(); next; next = cleanups.pop()) {
        const { what, undo } = next
        await undo().catch((error: unknown) => {
          failureCount++
          write(`  ✗ left behind: ${what} (${describeError(error)})`)
        })
      }
    },
    failureCount: () => failureCount,
  }
}

/** An error as it reads in the report: a provider's with its kind and status. */
export function describeError(error: unknown): string {
  if (error instanceof ProviderError) return `${error.kind}${error.info.status ? ` (${error.info.status})` : ''}: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}

export function ensure(condition: unknown, message: string): asserts condition {
  if (!condition) throw new CheckError(message)
}

/** The error that the work throws. Throws Broken when it throws none. */
export async function expectError(work: Promise<unknown>): Promise<unknown> {
  const rejection = await work.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  ensure(rejection, 'the request was accepted')
  return rejection.error
}
