import { interrupt, isInterrupted } from './context.ts'
import { EXIT } from './errors.ts'
import { run } from './run.ts'

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

process.exitCode = await run(process.argv.slice(2))
