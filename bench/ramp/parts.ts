import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../../src/embedded/freePort.ts'
import { type Child, startChild } from '../ipc.ts'
import { ownPostgres } from '../postgres.ts'
import type { RampOptions } from './options.ts'
import { startRedis } from './redis.ts'
import { createServer, type ProductServer } from './servers.ts'

/** All processes of a run. */
export interface Parts {
  client: pg.Client
  servers: ProductServer[]
  gateway: Child
  receiver: Child
  watchers: Child
  administrator: Child
  receiverUrl: string
  logFiles: string[]
  postgresPid: number
  redisPid: number
}

/** A server needs about 45 connections, and PostgreSQL's default of 100 is enough for two. */
const CONNECTIONS_A_SERVER = 50
const MANY_SERVERS = 2

/** Starts everything, does the work, and stops everything, also after an error. `sample` selects the calls whose lines are timed. */
export async function withParts<T>(options: RampOptions, sample: string, work: (parts: Parts) => Promise<T>): Promise<T> {
  const stops: (() => unknown)[] = []
  try {
    const redis = await startRedis()
    stops.unshift(redis.stop)
    const folder = await mkdtemp(join(tmpdir(), 'callwright-ramp-'))
    stops.unshift(() => rm(folder, { recursive: true, force: true }))
    const postgres = await ownPostgres(options.servers > MANY_SERVERS ? [`max_connections=${CONNECTIONS_A_SERVER * options.servers + 20}`] : [])
    stops.unshift(postgres.stop)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    stops.unshift(() => client.end())
    const start = (name: string) => {
      const child = startChild(`./ramp/${name}`, { logFile: join(folder, `${name}.log`) })
      stops.unshift(child.stop)
      return child
    }
    const [gateway, receiver, watchers, administrator] = ['gateway', 'receiver', 'watchers', 'administrator'].map(start) as [Child, Child, Child, Child]
    const encryptionKey = randomBytes(32).toString('base64')
    const ports = await findPorts(options.servers)
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const publicUrl = await gateway.ask<string>('start', { servers: urls, speed: options.speed, sample })
    const plansFile = join(folder, 'plans.json')
    await writeFile(plansFile, JSON.stringify({ plans: [{ plan: 'enterprise', valid_from: '2020-01-01T00:00:00Z', concurrent_calls: options.calls }] }))
    const settings = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      PUBLIC_URL: publicUrl,
      ENCRYPTION_KEY: encryptionKey,
      PLANS_FILE: plansFile,
      RETELL_MAX_CALLS: String(options.calls),
      RETELL_CALLS_PER_SECOND: String(options.rate),
      SIMULATOR_SPEED: String(options.speed),
      SIMULATOR_PORT: String(await findFreePort()),
      CALLING_HOURS: 'off',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
    }
    const servers = ports.map((port, nth) => createServer(port, join(folder, `server-${nth + 1}`), settings))
    // The first one runs the simulator, and is not the one that is killed.
    for (const server of servers) {
      stops.unshift(server.stop)
      await server.start()
    }
    await administrator.ask('open', { databaseUrl: postgres.url, encryptionKey })
    const receiverUrl = await receiver.ask<string>('start')
    const logFiles = servers.map((_, nth) => join(folder, `server-${nth + 1}`, 'server.log'))
    const processes = { gateway, receiver, watchers, administrator, postgresPid: postgres.pid, redisPid: redis.pid }
    return await work({ ...processes, client, servers, receiverUrl, logFiles })
  } finally {
    for (const stop of stops) await stop()
  }
}

async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}
