import { spawn } from 'node:child_process'

const LOOP = 'setInterval(() => { if (process.ppid !== parent) process.exit(); for (const end = Date.now() + 1000; Date.now() < end; ); })'

/** Starts processes that compute without a pause, until this one ends. Returns what ends them earlier. */
export function keepBusy(count: number): () => void {
  const processes = Array.from({ length: count }, () => spawn(process.execPath, ['-e', `const parent = ${process.pid}; ${LOOP}`], { stdio: 'ignore' }))
  return () => processes.forEach((each) => each.kill('SIGKILL'))
}
