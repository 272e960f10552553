import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { pool } from '../../src/kernel/db/db.ts'
import type { Client } from './client.ts'
import { patience } from './slowness.ts'
import { until } from './until.ts'

const TIMEOUT_MS = patience(60_000)

/** Asks for a report and waits until it is over; answers it as the API shows it. */
export async function reported(key: Client, body: object) {
  const asked = await key.post('/reports', body)
  if (asked.status !== 202) throw new Error(`a report was refused: ${JSON.stringify(asked.body)}`)
  return over(key, asked.body.id)
}

/** The report once it is over. */
export const over = (key: Client, id: number, ms = TIMEOUT_MS) =>
  until(
    'the report to be over',
    async () => {
      // Large ones are asked after less often, for the sake of the rate limit.
      if (ms > TIMEOUT_MS) await sleep(500)
      const { body } = await key.get(`/reports/${id}`)
      return ['queued', 'running'].includes(body.status) ? null : body
    },
    ms,
  )

export interface Table {
  header: string[]
  lines: unknown[][]
}

/** Opens a file with a reader that is not ours. */
export const READERS = {
  csv: (bytes: Buffer): Table => tableOf(parse(bytes) as string[][]),
  xlsx: async (bytes: Buffer): Promise<Table> => tableOf((await readSheet(bytes, { trim: false })) as unknown[][]),
}

const tableOf = ([header, ...lines]: unknown[][]): Table => ({ header: header as string[], lines })

export async function fetched(url: string) {
  const res = await fetch(url)
  return { status: res.status, headers: res.headers, bytes: Buffer.from(await res.arrayBuffer()) }
}

/** Reports that are over, as bare rows without files; answers their ids. */
export async function addReports(workspaceId: number, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into reports (workspace_id, kind, format, filter, state, rows_processed) select $1, 'calls', 'csv', '{"timezone":"UTC"}', 'failed', 0 from generate_series(1, $2) returning id`,
    [workspaceId, count],
  )
  return rows.map(({ id }) => id)
}
