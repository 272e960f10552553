import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Demo } from '../../../src/demo.ts'
import { createDataFolder } from './dataFolder.ts'
import { copyProductTemplate } from './productTemplate.ts'
import { findQuietPort } from './quietPort.ts'
import { client } from '../clients/client.ts'
import { waitFor } from '../waiting/waitFor.ts'

/**
 * The built product as `npm start` runs it, as a process with an embedded database in its own folder. In a test run, it finds what a first start sets up;
 * `isNew` leaves that to its own.
 */
export async function createProduct(env: Record<string, string> = {}, { isNew = false, dataDir = createDataFolder('product') } = {}) {
  const port = await findQuietPort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let output = ''
  let settings: Record<string, string> = {}
  const launch = (extraEnv: Record<string, string> = {}) => {
    const newChild = spawn(process.execPath, [resolve('dist/src/main.js')], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        DATA_DIR: dataDir,
        ALLOW_PRIVATE_WEBHOOKS: 'true',
        LOG_LEVEL: 'warn',
        ...env,
        ...extraEnv,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [newChild.stdout, newChild.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    return newChild
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
    /** The ID of the latest process. */
    pid: () => child.pid,
    /** The variables of the latest start. */
    get settings() {
      return settings
    },
    async start(extraEnv: Record<string, string> = settings) {
      settings = extraEnv
      if (!isNew && !('DATABASE_URL' in { ...env, ...extraEnv }) && readdirSync(dataDir).length === 0) await copyProductTemplate(dataDir, startOnce)
      const before = output.length
      child = launch(extraEnv)
      await waitFor('the server to be ready', async () => {
        if (child.exitCode !== null) throw new Error(`the server ended: ${output}`)
        // It prints this after it has written demo.json.
        return output.includes('Callwright is running.', before) && (await fetch(`${url}/readyz`).catch(() => null))?.ok
      })
    },
    /** Pauses or resumes the process. */
    signal: (name: 'SIGSTOP' | 'SIGCONT') => child.kill(name),
    async kill(signal: 'SIGKILL' | 'SIGTERM') {
      const ended = once(child, 'exit')
      child.kill(signal)
      return (await ended)[0] as number | null
    },
    async end() {
      if (child?.exitCode === null && child.signalCode === null) await this.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Product = Awaited<ReturnType<typeof createProduct>>

async function startOnce(dataDir: string) {
  const product = await createProduct({ SIMULATOR_PORT: '0' }, { isNew: true, dataDir })
  await product.start()
  await product.kill('SIGTERM')
}
