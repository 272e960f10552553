import { ProviderError } from '../providers/provider.ts'

/** Thrown where a vendor does otherwise than an adapter relies on. */
export class Broken extends Error {
  override readonly name = 'Broken'
}

/** What a step has observed, in words; null when there was nothing to observe. */
type Observed = string | null

export interface Report {
  title(text: string): void
  /** Does something that the adapters rely on. A failure is told and counted; false when it failed. */
  step(name: string, work: () => Promise<Observed>): Promise<boolean>
  /** Looks at something that no adapter relies on. Whatever is found is right; a failure is told. */
  question(name: string, work: () => Promise<Observed>): Promise<void>
  /** What was made at the vendor, and how it is taken away again. */
  made(what: string, undo: () => Promise<unknown>): void
  /** Takes away all that was made, the last first, and tells what is left. */
  cleanUp(): Promise<void>
  /** How many steps have failed so far, things left behind included. */
  failures(): number
}

export function newReport(write: (line: string) => void): Report {
  const leftovers: { what: string; undo: () => Promise<unknown> }[] = []
  let failures = 0

  async function look(name: string, work: () => Promise<Observed>, failed: '✗' | '·'): Promise<boolean> {
    try {
      const observed = await work()
      write(`  ${failed === '✗' ? '✓' : '·'} ${name}${observed ? `: ${observed}` : ''}`)
      return true
    } catch (error) {
      write(`  ${failed} ${name}: ${inWords(error)}`)
      return false
    }
  }

  return {
    title: (text) => write(`\n${text}`),
    async step(name, work) {
      const done = await look(name, work, '✗')
      if (!done) failures++
      return done
    },
    async question(name, work) {
      await look(name, work, '·')
    },
    made: (what, undo) => void leftovers.push({ what, undo }),
    async cleanUp() {
      for (let next = leftovers.pop(); next; next = leftovers.pop()) {
        const { what, undo } = next
        await undo().catch((error: unknown) => {
          failures++
          write(`  ✗ left behind: ${what} (${inWords(error)})`)
        })
      }
    },
    failures: () => failures,
  }
}

/** An error as it reads in the report: a provider's with its kind and status. */
export function inWords(error: unknown): string {
  if (error instanceof ProviderError) return `${error.kind}${error.info.status ? ` (${error.info.status})` : ''}: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}

export function expected(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Broken(otherwise)
}

/** The error that the work throws. Throws Broken when it throws none. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  expected(outcome, 'the request was accepted')
  return outcome.error
}
