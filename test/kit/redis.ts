import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { findFreePort } from '../../src/embedded/freePort.ts'
import { until } from './until.ts'

/** A Redis of the test's own, without persistence, on a free port unless one is named. */
export async function startRedis(wanted?: number) {
  const port = wanted ?? (await findFreePort())
  const server = spawn(inject('redis'), ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => 50 })
  client.on('error', () => {})
  void client.connect().catch(() => {})
  await until('redis', () => client.ping().catch(() => null))
  client.disconnect()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    /** Ends it, and with it everything it held. */
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    /** It keeps its connections and answers nothing until it is resumed. */
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
  }
}
