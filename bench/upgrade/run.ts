import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { findFreePort } from '../../src/embedded/freePort.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { type Child, startChild } from '../ipc.ts'
import type { Delivery } from '../ramp/evidence.ts'
import type { GatewayReport } from '../ramp/gatewayNotes.ts'
import { countComplaints } from '../ramp/logs.ts'
import { type Claim, prove } from '../ramp/proof.ts'
import { listDialedCalls } from '../ramp/provider.ts'
import { startRedis } from '../ramp/redis.ts'
import { settle } from '../ramp/run.ts'
import { createServer } from '../ramp/servers.ts'
import { createCustomer } from './customer.ts'
import type { Earlier } from './earlier.ts'
import { type Phase, type Sent, startTraffic } from './traffic.ts'

export interface UpgradeResult {
  sent: Sent[]
  migrations: string[]
  migrationMs: number
  /** Webhooks of the voice provider that a server didn't acknowledge. */
  refusedWebhooks: number
  claims: Claim[]
  complaints: Record<'earlier' | 'new', [message: string, count: number][]>
}

const ADMIN = import.meta.url.endsWith('.ts') ? resolve('dist/src/admin/main.js') : fileURLToPath(new URL('../../src/admin/main.js', import.meta.url))
/** Time for the requests that a server has begun, after it gets no further ones. */
const LEAVE_MS = 2_000

/** Upgrades two servers one after the other while they serve requests and calls, and proves what became of these. `seconds` is the length of a phase. */
export async function upgrade(earlier: Earlier, seconds: number, log: (line: string) => void): Promise<UpgradeResult> {
  const stops: (() => unknown)[] = []
  const folder = mkdtempSync(join(tmpdir(), 'callwright-upgrade-'))
  stops.unshift(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  try {
    const redis = await startRedis()
    stops.unshift(redis.stop)
    const postgres = await startPostgres(at('database'), ['max_connections=250'])
    stops.unshift(postgres.stop)
    const start = (name: string): Child => {
      const child = startChild(`./ramp/${name}`, { logFile: at(`${name}.log`) })
      stops.unshift(child.stop)
      return child
    }
    const [gateway, receiver, administrator] = ['gateway', 'receiver', 'administrator'].map(start) as [Child, Child, Child]
    const [hostPort, simulatorPort, ...ports] = await findPorts(6)
    const publicUrl = await gateway.ask<string>('start', { servers: ports.map((port) => `http://127.0.0.1:${port}`), speed: SPEED, sample: '' })
    const settings = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      PUBLIC_URL: publicUrl,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      SIMULATOR_SPEED: String(SPEED),
      SIMULATOR_PORT: String(simulatorPort),
      CALLING_HOURS: 'off',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
    }
    const create = (name: string, port: number, main?: string, role = 'all') => {
      const server = createServer(port, at(name), { ...settings, ROLE: role }, main)
      stops.unshift(server.stop)
      return server
    }
    const [first, second] = ports.slice(0, 2).map((port, nth) => create(`earlier-${nth + 1}`, port, earlier.main))
    const replacements = ports.slice(2).map((port, nth) => create(`new-${nth + 1}`, port))
    // It runs the simulator in place of a voice provider, creates the demo workspace, and neither serves requests nor works on jobs.
    const host = create('host', hostPort!, earlier.main, 'api')
    log('Starting the earlier version…')
    for (const server of [host, first!, second!]) await server.start()
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    stops.unshift(() => client.end())

    let phase: Phase = 'before'
    const { api_key: apiKey } = JSON.parse(readFileSync(at('host/demo.json'), 'utf8')) as { api_key: string }
    const customer = await createCustomer(publicUrl, apiKey, await receiver.ask<string>('start'))
    const traffic = startTraffic(customer, () => phase)
    // Without it, the requests of a failed run would go on.
    stops.unshift(traffic.stop)
    await sleep(seconds * 1000)

    log('Migrating the database…')
    phase = 'migration'
    const since = performance.now()
    const { migrations } = await migrate({ ...settings, DATA_DIR: at('migration') })
    const migrationMs = performance.now() - since
    phase = 'earlier servers, new tables'
    await sleep(seconds * 1000)

    log('Replacing the servers…')
    phase = 'replacement'
    for (const [nth, server] of [first!, second!].entries()) {
      await replacements[nth]!.start()
      await gateway.ask('leave', server.url)
      await sleep(LEAVE_MS)
      await server.stop()
    }
    phase = 'after'
    await sleep(seconds * 1000)
    const sent = await traffic.stop()
    log('Waiting for the last calls…')
    await settle(client)

    await administrator.ask('open', { databaseUrl: postgres.url, encryptionKey: settings.ENCRYPTION_KEY })
    const evidence = {
      dialed: await listDialedCalls(client),
      deliveries: await receiver.ask<Delivery[]>('deliveries'),
      statistics: await administrator.ask<string[]>('verifyStatistics'),
    }
    const logsOf = (...names: string[]) => countComplaints(names.map((name) => at(`${name}/server.log`)))
    return {
      sent,
      migrations,
      migrationMs,
      refusedWebhooks: (await gateway.ask<GatewayReport>('notes')).refused,
      claims: await prove(client, evidence),
      complaints: { earlier: logsOf('host', 'earlier-1', 'earlier-2'), new: logsOf('new-1', 'new-2') },
    }
  } finally {
    for (const stop of stops) await stop()
  }
}

/** So that a call lasts some seconds. */
const SPEED = 10

/** Migrates as the job of a cluster does, with the new version beside the servers of the earlier one. */
async function migrate(settings: Record<string, string>): Promise<{ migrations: string[] }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'upgrade', '--json'], { env, cwd: tmpdir() })
  return JSON.parse(stdout) as { migrations: string[] }
}

async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}
