import { spawn } from 'node:child_process'

/** Starts processes that compute without a pause. Returns what ends them. */
export function keepBusy(count: number): () => void {
  const processes = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;) Math.sqrt(Math.random())'], { stdio: 'ignore' }))
  return () => processes.forEach((each) => each.kill())
}
