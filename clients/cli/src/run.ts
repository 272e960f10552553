import { type Command, CommanderError } from 'commander'
import { isInterrupted, outputFor } from './context.ts'
import { EXIT, Failure, interrupted, usage } from './errors.ts'
import { program } from './program.ts'

/** Runs a command line (without node and the program's name), prints errors, and returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const root = program()
  try {
    if (args.length === 0) root.outputHelp()
    else await root.parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (error) {
    return reportEnd(root, error)
  }
}

function reportEnd(root: Command, error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done
  const failure = failureOf(error)
  outputFor(root.opts()).failure(failure)
  return failure.exit
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof CommanderError) return usage(error.code === 'commander.help' ? 'Specify a command' : error.message.replace(/^error: /, ''))
  if (isInterrupted()) return interrupted()
  return new Failure(EXIT.failed, `Internal error. Please report it: ${(error as Error)?.stack ?? String(error)}`)
}
