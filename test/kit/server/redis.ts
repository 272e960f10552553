import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { findFreePort } from '../../../src/embedded/freePort.ts'
import { waitFor } from '../waiting/waitFor.ts'

/** Starts a Redis without persistence, on a free port by default. */
export async function startRedis(requestedPort?: number) {
  const port = requestedPort ?? (await findFreePort())
  const server = spawn(inject('redis'), ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => 50 })
  client.on('error', () => {})
  void client.connect().catch(() => {})
  await waitFor('Redis', () => client.ping().catch(() => null))
  client.disconnect()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    /** Kills it. Its data is lost. */
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    /** It keeps its connections but doesn't answer until `resume`. */
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
  }
}
