import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Demo } from '../../src/demo.ts'
import { dataFolder } from './folder.ts'
import { quietPort } from './quietPort.ts'
import { client } from './client.ts'
import { until } from './until.ts'

/** The built product as `npm start` runs it: a process of its own with an embedded database in a folder of its own. */
export async function product(env: Record<string, string> = {}) {
  const dataDir = dataFolder('product')
  const port = await quietPort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let output = ''
  let settings: Record<string, string> = {}
  const launch = (more: Record<string, string> = {}) => {
    const started = spawn(process.execPath, [resolve('dist/src/main.js')], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        DATA_DIR: dataDir,
        ALLOW_PRIVATE_WEBHOOKS: 'true',
        LOG_LEVEL: 'warn',
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    return started
  }
  return {
    url,
    dataDir,
    /** Everything it has printed. */
    output: () => output,
    demo: () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo,
    client() {
      return client(url, this.demo().api_key)
    },
    launch,
    /** Of the process that was started last. */
    pid: () => child.pid,
    /** What it was last started with. */
    get settings() {
      return settings
    },
    async start(more: Record<string, string> = settings) {
      settings = more
      const before = output.length
      child = launch(more)
      await until('the server to be ready', async () => {
        if (child.exitCode !== null) throw new Error(`the server ended: ${output}`)
        // It greets when demo.json tells of this start.
        return output.includes('Callwright is running.', before) && (await fetch(`${url}/readyz`).catch(() => null))?.ok
      })
    },
    /** Sends a signal that the process survives. */
    signal: (name: 'SIGSTOP' | 'SIGCONT') => child.kill(name),
    async kill(signal: 'SIGKILL' | 'SIGTERM') {
      const ended = once(child, 'exit')
      child.kill(signal)
      return (await ended)[0] as number | null
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) await this.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Product = Awaited<ReturnType<typeof product>>
