import type { LeadReading } from '../inputs/leadImports.ts'
import { query, sql } from '../sql.ts'
import * as leadColumns from './leadColumns.ts'
import * as leadFiles from './leadFiles.ts'
import type { Subject } from './personRows.ts'
import { mentionsIn } from './phoneTraces.ts'
import type { ReportRow } from './reportRows.ts'

interface Uploaded {
  id: number
  campaign_id: number
  file_name: string | null
  source: 'csv' | 'json'
  content: string
  options: Partial<LeadReading>
  created_at: Date
}

/** Uploaded files that name the number: rows with it as their number whole, of others where it stands. One file at a time. */
export async function* read({ workspaceId, traces }: Subject): AsyncGenerator<ReportRow> {
  for (let after = 0, more = true; more;) {
    const [found] = await query<Uploaded>(sql`
      select id, campaign_id, file_name, source, content, options, created_at from lead_imports
      where workspace_id = ${workspaceId} and id > ${after} and content ~ ${traces.pattern} order by id limit 1`)
    more = found !== undefined
    if (!found) continue
    after = found.id
    const { id, campaign_id, file_name, created_at } = found
    yield { id, campaign_id, file_name, created_at, rows: await rowsOf(found, traces.pattern) }
  }
}

async function rowsOf({ content, source, options }: Uploaded, pattern: string): Promise<ReportRow[]> {
  // A file that cannot be read was never imported: what it says is told as it stands there.
  const table = await leadFiles.read({ format: source, content }).catch(() => null)
  if (!table) return [{ row: null, mentions: mentionsIn(content, { pattern }) }]
  const mapping = { ...leadColumns.guess(table.columns), ...options.mapping }
  const isTheirs = new RegExp(pattern)
  return table.rows.flatMap((values, row) => {
    const mentions = mentionsIn(values, { pattern })
    if (mentions.length === 0) return []
    const number = mapping.phone_number == null ? null : values[mapping.phone_number]
    return [isTheirs.test(JSON.stringify(number ?? null)) ? { row, values } : { row, mentions }]
  })
}
