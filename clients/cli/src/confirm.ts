import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Context } from './context.ts'
import { EXIT, Failure, interrupted, usage } from './errors.ts'

/** Whether the CLI can prompt: stdin and stderr are terminals. */
export const canAsk = () => process.stdin.isTTY === true && process.stderr.isTTY === true

/**
 * Returns once the user confirms, or at once with --yes. Throws a `cancelled` Failure if the user declines, and a usage
 * Failure when not on a terminal.
 */
export async function requireConfirmation({ globals, signal }: Context, action: string): Promise<void> {
  if (globals.yes) return
  if (!canAsk()) throw usage(`${action}: use --yes to confirm`)
  const answer = await prompt(`${action}. Continue? [y/N] `, signal)
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure(EXIT.cancelled, 'Canceled. Nothing was changed.')
}

/** Prompts on stderr and returns the typed line. A secret is not echoed. */
export async function prompt(text: string, signal: AbortSignal, { isSecret = false } = {}): Promise<string> {
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  if (isSecret) process.stderr.write(text)
  reader.setPrompt(isSecret ? '' : text)
  reader.prompt()
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = () => reject(interrupted())
      reader.once('line', resolve).once('SIGINT', stop).once('close', stop)
      signal.addEventListener('abort', stop, { once: true })
    })
  } finally {
    reader.close()
    if (isSecret) process.stderr.write('\n')
  }
}
