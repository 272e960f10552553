import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { log, requestLog } from '../../src/kernel/log.ts'

const STDERR = 2

/** Everything that this process logs, at every level, while some work is done; none of it is shown. */
export async function loggedBy(work: () => Promise<unknown>): Promise<string> {
  let logged = ''
  const hear = (given: unknown) => {
    logged += typeof given === 'string' ? given : Buffer.isBuffer(given) ? given.toString() : ''
  }
  const { write, writeSync } = fs
  const levels = [log.level, requestLog.level] as const
  fs.writeSync = ((fd: number, given: string, ...rest: unknown[]) =>
    fd === STDERR ? (hear(given), Buffer.byteLength(given)) : (writeSync as (...all: unknown[]) => number)(fd, given, ...rest)) as unknown as typeof writeSync
  fs.write = ((fd: number, given: string, ...rest: unknown[]) => {
    if (fd !== STDERR) return (write as (...all: unknown[]) => void)(fd, given, ...rest)
    hear(given)
    process.nextTick(rest.at(-1) as (error: null, written: number) => void, null, Buffer.byteLength(given))
  }) as unknown as typeof write
  log.level = requestLog.level = 'trace'
  try {
    await work()
  } finally {
    requestLog.flush()
    await sleep(50)
    Object.assign(fs, { write, writeSync })
    ;[log.level, requestLog.level] = levels
  }
  return logged
}
