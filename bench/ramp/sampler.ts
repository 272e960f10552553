import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createMeter, type Pids, type Use } from './meter.ts'

/** The state in one second of the run. */
export interface Sample {
  /** Milliseconds since the epoch. */
  at: number
  /** Active calls. */
  calls: number
  uses: Use[]
}

const EVERY_MS = 1_000
const MEMORY_EVERY = 5
/** An index has only the calls that are not finished. */
const ACTIVE = { name: 'active', text: 'select count(*)::int as calls from calls where finished_at is null and ended_at is null' }

/** Samples the run once a second until it is stopped. */
export function startSampler(client: pg.Client, readPids: () => Pids) {
  const samples: Sample[] = []
  const meter = createMeter(readPids)
  let isStopped = false
  meter.read(false)
  const running = (async () => {
    for (let nth = 1; !isStopped; nth++) {
      const next = sleep(EVERY_MS)
      const { rows } = await client.query<{ calls: number }>(ACTIVE)
      samples.push({ at: Date.now(), calls: rows[0]!.calls, uses: meter.read(nth % MEMORY_EVERY === 0) })
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
