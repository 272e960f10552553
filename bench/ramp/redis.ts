import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../src/embedded/freePort.ts'

const COMMANDS = process.env.REDIS_SERVER ? [process.env.REDIS_SERVER] : ['redis-server', 'valkey-server']

/** Starts a Redis without persistence, on a free port. Throws a sentence if no Redis is installed. */
export async function startRedis() {
  const command = COMMANDS.find((name) => spawnSync(name, ['--version']).status === 0)
  if (!command) throw new Error(`${COMMANDS.join(' or ')} is missing or does not start. Install Redis, or name its program in REDIS_SERVER.`)
  const port = await findFreePort()
  const server = spawn(command, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
  process.once('exit', () => server.kill('SIGKILL'))
  const ended = once(server, 'exit')
  while (!(await accepts(port))) {
    if (server.exitCode !== null) throw new Error(`${command} ended with ${server.exitCode}.`)
    await sleep(50)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: server.pid!,
    async stop() {
      server.kill()
      await ended
    },
  }
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => (socket.destroy(), resolve(true)))
      .once('error', () => resolve(false))
  })
