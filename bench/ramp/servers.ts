import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The product as `npm start` runs it: compiled with the benchmark, or as last built. */
const MAIN = import.meta.url.endsWith('.ts') ? resolve('dist/src/main.js') : fileURLToPath(new URL('../../src/main.js', import.meta.url))

/** A server of the product as a process of its own. */
export type ProductServer = ReturnType<typeof createServer>

/** Describes a server, which `start` starts. Its folder keeps its log, and it sees no settings but those given. `main` is the program of another version. */
export function createServer(port: number, folder: string, settings: Record<string, string>, main = MAIN) {
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, 'server.log')
  let child: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    url,
    /** The ID of the latest process. */
    pid: () => child?.pid ?? null,
    /** Starts it, and waits until it is ready. */
    async start() {
      mkdirSync(folder, { recursive: true })
      const log = openSync(logFile, 'a')
      // In its folder, so that no `.env` of a developer is read, which could name a real voice provider.
      const started = spawn(process.execPath, [main], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'warn', PORT: String(port), DATA_DIR: folder, ...settings },
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      child = started
      process.once('exit', () => started.kill('SIGKILL'))
      while (!(await isReady(url))) {
        if (started.exitCode !== null || started.signalCode !== null) throw new Error(`A server ended at its start: see ${logFile}`)
        await sleep(100)
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Whether a server is ready to serve requests. */
export const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    async (res) => (await res.body?.cancel(), res.ok),
    () => false,
  )
