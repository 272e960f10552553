import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../src/embedded/freePort.ts'
import { tcpUrlOf } from './postgres.ts'

const NOBODY = 65_534

/** Whether PgBouncer is installed. The tests need it only for this one setting. */
export const hasPgBouncer = () => spawnSync('pgbouncer', ['--version']).status === 0

/** Starts PgBouncer in transaction mode, with fewer connections to the database than its clients have, and returns its URL for the database. */
export async function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(tcpUrlOf(databaseUrl))
  const name = pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'callwright-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await findFreePort()
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `${name} = host=${hostname} port=${databasePort} dbname=${name} user=${username} password=${decodeURIComponent(password)}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 6',
      'max_client_conn = 200',
    ].join('\n'),
  )
  // It refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const server = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...identity })
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}/${name}`,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
