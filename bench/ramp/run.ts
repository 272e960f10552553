import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Workspace } from './administrator.ts'
import { createCampaigns, pauseCampaigns, startCampaigns } from './campaigns.ts'
import { type Dialing, readDialing } from './dialing.ts'
import type { Delivery } from './evidence.ts'
import type { GatewayReport } from './gatewayNotes.ts'
import { joinLatencies, type Latencies } from './latencies.ts'
import { countComplaints } from './logs.ts'
import type { RampOptions } from './options.ts'
import { type Parts, withParts } from './parts.ts'
import { type Claim, prove } from './proof.ts'
import { listDialedCalls } from './provider.ts'
import { type Sample, startSampler } from './sampler.ts'
import type { WatcherReport } from './watchers.ts'

/** Everything that a run has measured. Times are milliseconds since the epoch. */
export interface RampResult {
  samples: Sample[]
  startedAt: number
  pausedAt: number
  /** When the last call was finished and reported. */
  settledAt: number
  /** How long the killed server was not ready; null without a kill. */
  downMs: number | null
  gateway: GatewayReport
  watchers: WatcherReport
  latencies: Latencies
  dialing: Dialing
  /** Deliveries of events that came more than once. */
  repeatedDeliveries: number
  complaints: [message: string, count: number][]
  claims: Claim[]
}

/** Beyond so many calls at once, one in 16 is watched line by line. */
const MANY_CALLS = 64
const POLL_MS = 500
/** Longest time until the last call has ended and all is settled. Lost calls are found within minutes. */
const SETTLE_MS = 300_000

/** Runs the load with all its parts, and measures it. `log` gets a line at each step. */
export async function run(options: RampOptions, log: (line: string) => void): Promise<RampResult> {
  const sample = options.calls > MANY_CALLS ? '0' : '0123456789abcdef'
  log('Starting PostgreSQL, Redis, the servers and the simulator…')
  return withParts(options, sample, async (parts) => {
    const { client, servers, gateway, receiver, watchers, administrator } = parts
    const urls = servers.map(({ url }) => url)
    const workspaces = await administrator.ask<Workspace[]>('createWorkspaces', options.workspaces)
    log('Importing the leads…')
    const campaigns = await createCampaigns(urls, parts.receiverUrl, workspaces, options)
    await client.query('vacuum analyze')
    await watchers.ask('watch', { servers: urls, apiKeys: workspaces.map(({ apiKey }) => apiKey), sample })

    log(`Calling for ${options.minutes} minutes…`)
    const sampler = startSampler(client, () => pidsOf(parts))
    const startedAt = Date.now()
    const halfway = sleep((options.minutes * 60_000) / 2)
    const end = sleep(options.minutes * 60_000)
    await startCampaigns(campaigns, options.ramp)
    await halfway
    const downMs = options.kills ? await killLast(parts, log) : null
    await end
    await pauseCampaigns(campaigns)
    const pausedAt = Date.now()
    log('Waiting for the last calls…')
    const isSettled = await settle(client)
    const settledAt = Date.now()
    if (!isSettled) log('Some calls are not settled in time.')
    const samples = await sampler.stop()

    const deliveries = await receiver.ask<Delivery[]>('deliveries')
    const [gatewayReport, watcherReport] = [await gateway.ask<GatewayReport>('notes'), await watchers.ask<WatcherReport>('notes')]
    const statistics = await administrator.ask<string[]>('verifyStatistics')
    return {
      samples,
      startedAt,
      pausedAt,
      settledAt,
      downMs,
      gateway: gatewayReport,
      watchers: watcherReport,
      latencies: joinLatencies(gatewayReport, watcherReport, deliveries),
      dialing: await readDialing(client, campaigns, options.speed, pausedAt),
      repeatedDeliveries: deliveries.filter(({ at }) => at.length > 1).length,
      complaints: countComplaints(parts.logFiles),
      claims: await prove(client, { dialed: await listDialedCalls(client), deliveries, statistics }),
    }
  })
}

const pidsOf = ({ servers, postgresPid, redisPid, gateway, receiver, watchers }: Parts) => ({
  servers: servers.map((server) => server.pid()),
  postgres: postgresPid,
  redis: redisPid,
  gateway: gateway.pid,
  others: [receiver.pid, watchers.pid],
})

/** Kills a server and starts it again at once, as a supervisor does. Returns how long it was not ready. */
async function killLast({ servers }: Parts, log: (line: string) => void): Promise<number> {
  const server = servers.at(-1)!
  const since = Date.now()
  await server.kill()
  await server.start()
  const downMs = Date.now() - since
  log(`Server ${servers.length} was killed, and is ready again after ${(downMs / 1000).toFixed(1)} s.`)
  return downMs
}

const REST = `
  select not exists (select from calls where finished_at is null) and not exists (select from webhook_deliveries where status = 'pending')
    and not exists (select from pending_provider_events where due_at < 'infinity')
    and not exists (select from graphile_worker._private_jobs where run_at <= now()) as "isSettled"`

/** Waits until everything is done. Returns false if something is left after a long time. */
export async function settle(client: pg.Client): Promise<boolean> {
  for (const since = Date.now(); Date.now() - since < SETTLE_MS; await sleep(POLL_MS)) {
    const { rows } = await client.query<{ isSettled: boolean }>(REST)
    if (rows[0]!.isSettled) return true
  }
  return false
}
