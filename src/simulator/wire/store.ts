import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryResult } from 'pg'

export interface StoredRecord {
  kind: string
  id: string
  body: unknown
}

/** Where the simulator keeps what a vendor would keep. A `put` that has resolved survives a crash. */
export interface Store {
  load(): Promise<StoredRecord[]>
  put(kind: string, id: string, body: unknown): Promise<void>
  delete(kind: string, id: string): Promise<void>
}

/** Holds copies, as a database does: what the simulator changes later is not in the store until it is put. */
export function memoryStore(): Store {
  const records = new Map<string, string>()
  const key = (kind: string, id: string) => JSON.stringify([kind, id])
  return {
    async load() {
      return [...records].map(([place, body]) => {
        const [kind, id] = JSON.parse(place) as [string, string]
        return { kind, id, body: JSON.parse(body) as unknown }
      })
    },
    async put(kind, id, body) {
      records.set(key(kind, id), JSON.stringify(body))
    },
    async delete(kind, id) {
      records.delete(key(kind, id))
    },
  }
}

const ATTEMPTS = 5

/**
 * Over the table `simulator_records(kind, id, body jsonb)`, which must exist. Opening it shuts out whoever had it open before:
 * what that one stores from then on is refused, and `superseded` is called there, so that no call is known to one of two
 * simulators alone. What a broken connection interrupts is done again, which changes nothing when it was done already.
 */
export async function openPostgresStore(pool: Pool, superseded: () => never): Promise<Store> {
  const opened = await pool.query<{ keeper: number }>(
    `INSERT INTO simulator_records (kind, id, body) VALUES ('keeper', 'keeper', '1')
     ON CONFLICT (kind, id) DO UPDATE SET body = to_jsonb(simulator_records.body::int + 1) RETURNING body AS keeper`,
  )
  const { keeper } = opened.rows[0]!
  // Locked, so that whoever takes over waits for what is being written, and then reads it.
  const ours = `WITH keeper AS (SELECT FROM simulator_records WHERE kind = 'keeper' AND id = 'keeper' AND body = to_jsonb(${keeper}::int) FOR SHARE)`

  async function persistently(work: () => Promise<QueryResult<{ ours: boolean }>>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { rows } = await work()
        return rows[0]!.ours ? undefined : superseded()
      } catch (error) {
        if (attempt === ATTEMPTS) throw error
        await sleep(20 * attempt)
      }
    }
  }

  return {
    async load() {
      return (await pool.query<StoredRecord>(`SELECT kind, id, body FROM simulator_records WHERE kind <> 'keeper'`)).rows
    },
    put: (kind, id, body) =>
      persistently(() =>
        pool.query(
          `${ours}, put AS (
             INSERT INTO simulator_records (kind, id, body) SELECT $1, $2, $3 FROM keeper
             ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body)
           SELECT EXISTS (SELECT FROM keeper) AS ours`,
          [kind, id, JSON.stringify(body)],
        ),
      ),
    delete: (kind, id) =>
      persistently(() =>
        pool.query(
          `${ours}, gone AS (DELETE FROM simulator_records WHERE kind = $1 AND id = $2 AND EXISTS (SELECT FROM keeper))
           SELECT EXISTS (SELECT FROM keeper) AS ours`,
          [kind, id],
        ),
      ),
  }
}
