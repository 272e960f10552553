import type { LeadReading } from '../../../inputs/leadImports.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import type { Subject } from './personRows.ts'
import * as leadReading from '../../leads/imports/leadReading.ts'
import type { ReportRow } from '../reportRows.ts'

interface UploadedFile {
  id: number
  campaign_id: number
  file_name: string | null
  source: 'csv' | 'json'
  content: string
  options: Partial<LeadReading>
  created_at: Date
}

/** Yields uploaded files that mention the number: whole rows of the person, and only the mentions in other rows. Reads one file at a time. */
export async function* read({ workspaceId, traces }: Subject): AsyncGenerator<ReportRow> {
  for (let after = 0, more = true; more;) {
    const [file] = await query<UploadedFile>(sql`
      select id, campaign_id, file_name, source, content, options, created_at from lead_imports
      where workspace_id = ${workspaceId} and id > ${after} and content ~ ${traces.pattern} order by id limit 1`)
    more = file !== undefined
    if (!file) continue
    after = file.id
    const { id, campaign_id, file_name, created_at, source: format, content, options } = file
    const rows = await leadReading.searchRows({ workspaceId }, { format, content }, options.mapping, traces.pattern)
    yield { id, campaign_id, file_name, created_at, rows }
  }
}
