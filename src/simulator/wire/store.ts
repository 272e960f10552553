import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryResult } from 'pg'

export interface StoredRecord {
  kind: string
  id: string
  body: unknown
}

/** Stores the simulator's records. Once `put` resolves, the record survives a crash. */
export interface Store {
  load(): Promise<StoredRecord[]>
  put(kind: string, id: string, body: unknown): Promise<void>
  delete(kind: string, id: string): Promise<void>
}

/** Stores copies, as a database does: later changes are not stored until the next `put`. */
export function memoryStore(): Store {
  const records = new Map<string, string>()
  const key = (kind: string, id: string) => JSON.stringify([kind, id])
  return {
    async load() {
      return [...records].map(([recordKey, body]) => {
        const [kind, id] = JSON.parse(recordKey) as [string, string]
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

const MAX_ATTEMPTS = 5

/**
 * A store in the table `simulator_records(kind, id, body jsonb)`, which must exist. Opening it takes over from an earlier owner: that
 * process's writes are then refused and its `onTakeover` is called, so that no call is known to only one of two simulators. Retries writes
 * that a broken connection interrupts, which is safe.
 */
export async function openPostgresStore(pool: Pool, onTakeover: () => never): Promise<Store> {
  const result = await pool.query<{ generation: number }>(
    `INSERT INTO simulator_records (kind, id, body) VALUES ('keeper', 'keeper', '1')
     ON CONFLICT (kind, id) DO UPDATE SET body = to_jsonb(simulator_records.body::int + 1) RETURNING body AS generation`,
  )
  const { generation } = result.rows[0]!
  // Locked, so that a new owner waits for writes in progress before it reads.
  const ownershipSql = `WITH keeper AS (SELECT FROM simulator_records WHERE kind = 'keeper' AND id = 'keeper' AND body = to_jsonb(${generation}::int) FOR SHARE)`

  async function withRetries(attemptWrite: () => Promise<QueryResult<{ ours: boolean }>>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { rows } = await attemptWrite()
        return rows[0]!.ours ? undefined : onTakeover()
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) throw error
        await sleep(20 * attempt)
      }
    }
  }

  return {
    async load() {
      return (await pool.query<StoredRecord>(`SELECT kind, id, body FROM simulator_records WHERE kind <> 'keeper'`)).rows
    },
    put: (kind, id, body) =>
      withRetries(() =>
        pool.query(
          `${ownershipSql}, put AS (
             INSERT INTO simulator_records (kind, id, body) SELECT $1, $2, $3 FROM keeper
             ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body)
           SELECT EXISTS (SELECT FROM keeper) AS ours`,
          [kind, id, JSON.stringify(body)],
        ),
      ),
    delete: (kind, id) =>
      withRetries(() =>
        pool.query(
          `${ownershipSql}, gone AS (DELETE FROM simulator_records WHERE kind = $1 AND id = $2 AND EXISTS (SELECT FROM keeper))
           SELECT EXISTS (SELECT FROM keeper) AS ours`,
          [kind, id],
        ),
      ),
  }
}
