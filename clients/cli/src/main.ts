import { interrupt, isInterrupted } from './context.ts'
import { EXIT } from './errors.ts'
import type { ProgramOptions } from './program.ts'
import { run } from './run.ts'

/** Grace period after an interruption before the process exits, in milliseconds. */
const GRACE_MS = 1_000

/** Runs the command line of this process, and sets its exit code. */
export async function main(options?: ProgramOptions): Promise<void> {
  // Ctrl-C aborts running requests so that they can report their result. A second Ctrl-C exits at once.
  process.on('SIGINT', () => {
    if (isInterrupted()) process.exit(EXIT.interrupted)
    interrupt()
    setTimeout(() => process.exit(EXIT.interrupted), GRACE_MS).unref()
  })
  // The reader closed the pipe, as `head` does.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? EXIT.done : EXIT.failed))
  process.exitCode = await run(process.argv.slice(2), options)
}
