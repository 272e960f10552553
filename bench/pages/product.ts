import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../src/embedded/freePort.ts'

/** The built product with its demo workspace, and how its owner signs in. */
export interface Product {
  url: string
  email: string
  password: string
  stop(): Promise<void>
}

/** Starts the built product as `npm start` does, in a folder of its own. */
export async function startProduct(): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-bench-'))
  const port = await findFreePort()
  const env = { ...process.env, PORT: String(port), SIMULATOR_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'dist/src/main.js'], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  while (!existsSync(join(folder, 'demo.json')) || !(await isReady(url))) {
    if (child.exitCode !== null) throw new Error('The product ended while it started. Run `node scripts/build.mjs` and `npm start` to see why.')
    await sleep(100)
  }
  const { email, password } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as { email: string; password: string }
  return { url, email, password, stop }
}

const isReady = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
