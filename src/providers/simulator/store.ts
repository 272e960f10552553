import type { Pool } from 'pg'

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

/** Over the table `simulator_records(kind, id, body jsonb)`, which must exist. */
export function postgresStore(pool: Pool): Store {
  return {
    async load() {
      return (await pool.query<StoredRecord>('SELECT kind, id, body FROM simulator_records')).rows
    },
    async put(kind, id, body) {
      await pool.query('INSERT INTO simulator_records (kind, id, body) VALUES ($1, $2, $3) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body', [
        kind,
        id,
        JSON.stringify(body),
      ])
    },
    async delete(kind, id) {
      await pool.query('DELETE FROM simulator_records WHERE kind = $1 AND id = $2', [kind, id])
    },
  }
}
