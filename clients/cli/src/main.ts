import { CommanderError } from 'commander'
import { interrupt, isInterrupted, outputFor } from './context.ts'
import { EXIT, Failure, interrupted, usage } from './errors.ts'
import { program } from './program.ts'

/** How long what is under way may take to end once it is interrupted, in milliseconds. */
const GRACE_MS = 1_000

// Ctrl-C ends what is under way, so that it can say what has become of it; a second one does not wait for that.
process.on('SIGINT', () => {
  if (isInterrupted()) process.exit(EXIT.interrupted)
  interrupt()
  setTimeout(() => process.exit(EXIT.interrupted), GRACE_MS).unref()
})
// Who reads has enough, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? EXIT.done : EXIT.failed))

const root = program()
try {
  if (process.argv.length <= 2) root.outputHelp()
  else await root.parseAsync()
} catch (error) {
  process.exitCode = end(error)
}

function end(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done
  const failure = failureOf(error)
  outputFor(root.opts()).failure(failure)
  return failure.exit
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof CommanderError) return usage(error.code === 'commander.help' ? 'Name a command' : error.message.replace(/^error: /, ''))
  if (isInterrupted()) return interrupted()
  return new Failure(EXIT.failed, `This is a defect of callwright: ${(error as Error)?.stack ?? String(error)}`)
}
