import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Context } from './context.ts'
import { EXIT, Failure, interrupted, usage } from './errors.ts'

/** Whether a person can be asked: they see the question and their answer is read. */
export const canAsk = () => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Goes on once a person agrees, or has agreed by --yes. Throws `cancelled`; off a terminal a usage Failure. */
export async function confirmed({ globals, signal }: Context, what: string): Promise<void> {
  if (globals.yes) return
  if (!canAsk()) throw usage(`${what}: say --yes to do it without being asked`)
  const answer = await question(`${what}. Go on? [y/N] `, signal)
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure(EXIT.cancelled, 'Nothing was done')
}

/** What a person types after the question, which is written to stderr. A secret is not shown. */
export async function question(text: string, signal: AbortSignal, { isSecret = false } = {}): Promise<string> {
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
