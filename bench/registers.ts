import { setRootSecret } from '../src/kernel/crypto/keyring.ts'
import { connect, disconnect, pool } from '../src/kernel/db/db.ts'
import { registerKeys } from '../src/services/compliance/registers/registerHashes.ts'
import * as registerLoads from '../src/services/compliance/registers/registerLoads.ts'
import * as registers from '../src/services/compliance/registers/registers.ts'
import { watchHolds } from './holds.ts'
import { ownPostgres } from './postgres.ts'

const COUNT = Number(process.argv[2] ?? 5_000_000)
/** Targets: seconds and megabytes of five million numbers, and the longest hold of the event loop in milliseconds. */
const AIMS = { seconds: 120, megabytes: 300, holdMs: 50 }
const LOOKUPS = 10_000
const SERVER = { workspaceId: null }

async function* numbers() {
  for (let at = 0; at < COUNT; at += 5_000) yield Buffer.from(Array.from({ length: 5_000 }, (_, index) => `${2_012_000_000 + (at + index) * 1_399}\n`).join(''))
}

/** Measures how long a register of five million numbers takes to load, how much it stores, how long it keeps other work waiting, and what a lookup costs. */
async function main() {
  const postgres = await ownPostgres()
  connect(postgres.url)
  setRootSecret(Buffer.alloc(32, 7))
  try {
    const { id } = await registers.create(SERVER, { name: 'Federal register', country: 'US' })
    const holds = watchHolds()
    const startedAt = performance.now()
    const loaded = await registerLoads.load(SERVER, id, numbers())
    const seconds = (performance.now() - startedAt) / 1_000
    const { longestMs, longestCpuMs } = holds.end()
    const { rows } = await pool.query<{ bytes: string }>(`select pg_total_relation_size('dnc_register_buckets') as bytes`)
    const megabytes = Number(rows[0]!.bytes) / 1e6
    console.log(`${loaded.numbers} numbers: ${seconds.toFixed(1)} s (at most ${AIMS.seconds}), ${megabytes.toFixed(1)} MB (at most ${AIMS.megabytes})`)
    console.log(`Longest hold of the event loop: ${longestMs.toFixed(1)} ms (at most ${AIMS.holdMs}), ${longestCpuMs.toFixed(1)} ms of CPU time`)
    const lookedUpAt = performance.now()
    await pool.query(
      `select count(*) from generate_series(1, $2::int) n, dnc_registers r, lateral (select dnc_register_hash($1, '+1' || (2012000000 + n)) as hash offset 0) h
       join dnc_register_buckets b on b.bucket = (h.hash >> 48)::int & 65535 and h.hash = any(b.hashes) where b.load_id = r.active_load`,
      [registerKeys(), LOOKUPS],
    )
    console.log(`A lookup: ${(((performance.now() - lookedUpAt) * 1_000) / LOOKUPS).toFixed(0)} µs`)
  } finally {
    await disconnect()
    await postgres.stop()
  }
}

await main()
