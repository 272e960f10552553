import type { LeadReading } from '../../../inputs/leadImports.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import type { Subject } from './personRows.ts'
import * as leadReading from '../../leads/imports/leadReading.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import type { ReportRow } from '../reportRows.ts'

const nextFile = statement(
  'reports.personNextFile',
  sql`
    select id, campaign_id, file_name, source, content as "content!", options, created_at from lead_imports
    where workspace_id = $workspaceId and id > $after and content ~ $pattern order by id limit 1`,
)

/** Yields uploaded files that mention the number: whole rows of the person, and only the mentions in other rows. Reads one file at a time. */
export async function* read({ workspaceId, traces }: Subject): AsyncGenerator<ReportRow> {
  for (let after = 0, more = true; more;) {
    const file = await nextFile.get({ workspaceId, after, pattern: traces.pattern })
    more = file !== undefined
    if (!file) continue
    after = file.id
    const { id, campaignId, fileName, createdAt, content } = file
    const { mapping } = fromJson<Partial<LeadReading>>(file.options)
    const rows = await leadReading.searchRows({ workspaceId }, { format: file.source as 'csv' | 'json', content }, mapping, traces.pattern)
    yield { id, campaign_id: campaignId, file_name: fileName, created_at: createdAt, rows }
  }
}
