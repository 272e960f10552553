import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createMeter, type Pids, type Use } from './meter.ts'

/** The state in one second of the run. */
export interface Sample {
  /** Milliseconds since the epoch. */
  at: number
  /** Active calls. */
  calls: number
  /** Connections to PostgreSQL. */
  connections: number
  uses: Use[]
}

const EVERY_MS = 1_000
const MEMORY_EVERY = 5
/** An index has only the calls that are not finished. */
const COUNTS = {
  name: 'counts',
  text: `
    select (select count(*)::int from calls where finished_at is null and ended_at is null) as calls,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections`,
}

/** Samples the run once a second until it is stopped. */
export function startSampler(client: pg.Client, readPids: () => Pids) {
  const samples: Sample[] = []
  const meter = createMeter(readPids)
  let isStopped = false
  meter.read(false)
  const running = (async () => {
    for (let nth = 1; !isStopped; nth++) {
      const next = sleep(EVERY_MS)
      const { rows } = await client.query<Pick<Sample, 'calls' | 'connections'>>(COUNTS)
      samples.push({ at: Date.now(), ...rows[0]!, uses: meter.read(nth % MEMORY_EVERY === 0) })
      await next
    }
  })()
  return {
    async stop(): Promise<Sample[]> {
      isStopped = true
      await running
      return samples
    },
  }
}
