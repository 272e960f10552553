import { type Command, CommanderError } from 'commander'
import { isInterrupted, outputFor } from './context.ts'
import { EXIT, Failure, interrupted, usage } from './errors.ts'
import { type ProgramOptions, program } from './program.ts'

/** Runs a command line (without node and the program's name), prints errors, and returns the exit code. */
export async function run(args: readonly string[], options?: ProgramOptions): Promise<number> {
  const root = program(options)
  try {
    const unknown = findUnknownCommand(root, args)
    if (unknown) throw unknown
    if (args.length === 0) root.outputHelp()
    else await root.parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (error) {
    return reportEnd(root, error)
  }
}

/**
 * With `--help`, commander shows the help of the group instead of an error if the command in it doesn't exist. Returns that error, or null.
 */
function findUnknownCommand(root: Command, args: readonly string[]): Failure | null {
  if (!args.some((arg) => arg === '-h' || arg === '--help')) return null
  let command = root
  for (let at = 0; at < args.length && command.commands.length > 0; at++) {
    const arg = args[at]!
    const option =
      command.options.find(({ short, long }) => arg === short || arg === long) ?? root.options.find(({ short, long }) => arg === short || arg === long)
    if (option?.required) at += 1
    if (arg.startsWith('-')) continue
    const next = command.commands.find((each) => each.name() === arg || each.aliases().includes(arg))
    if (!next && arg === 'help') return null
    if (!next) return usage(`unknown command '${arg}'. Available: ${command.commands.map((each) => each.name()).join(', ')}`)
    command = next
  }
  return null
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
