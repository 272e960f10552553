import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { log, requestLog } from '../../../src/kernel/log.ts'

const STDERR = 2

/** Returns everything this process logs, at every level, during `work`. Nothing of it is printed. */
export async function captureLogs(work: () => Promise<unknown>): Promise<string> {
  let logs = ''
  const record = (chunk: unknown) => {
    logs += typeof chunk === 'string' ? chunk : Buffer.isBuffer(chunk) ? chunk.toString() : ''
  }
  const { write, writeSync } = fs
  const levels = [log.level, requestLog.level] as const
  fs.writeSync = ((fd: number, chunk: string, ...rest: unknown[]) =>
    fd === STDERR ? (record(chunk), Buffer.byteLength(chunk)) : (writeSync as (...all: unknown[]) => number)(fd, chunk, ...rest)) as unknown as typeof writeSync
  fs.write = ((fd: number, chunk: string, ...rest: unknown[]) => {
    if (fd !== STDERR) return (write as (...all: unknown[]) => void)(fd, chunk, ...rest)
    record(chunk)
    process.nextTick(rest.at(-1) as (error: null, written: number) => void, null, Buffer.byteLength(chunk))
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
  return logs
}
