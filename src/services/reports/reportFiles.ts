import type { ClientBase } from 'pg'
import type { Report } from '../../generated/prisma/client.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import type { ReportFormat } from '../../inputs/reports.ts'
import { readInBatchesById } from '../shared/batches.ts'
import { fileStore } from '../shared/files.ts'
import { CONTENT_TYPES } from './reportFormats.ts'

/** Returns the storage key of an attempt. Each attempt has its own key, so two attempts never conflict. */
export const fileKeyOf = ({ workspaceId, id, format }: Pick<Report, 'workspaceId' | 'id' | 'format'>, attempt: number) =>
  `reports/${workspaceId}/${id}-${attempt}.${format}`

/** Deletes the files of all earlier attempts. Safe to repeat. */
export async function removeEarlierFiles(report: Pick<Report, 'workspaceId' | 'id' | 'format'>, attempt: number) {
  for (let earlier = 1; earlier < attempt; earlier++) await fileStore().remove(fileKeyOf(report, earlier))
}

const BATCH_SIZE = 500

const listFilesAfter = statement(
  'reports.listFilesAfter',
  sql`select id, file_key as "key!", format from reports where file_key is not null and id > $after order by id limit $take`,
  { acrossWorkspaces: 'A backup has the files of all workspaces.' },
)

/** Yields the keys and types of all complete files that the transaction of a connection sees. */
export async function* listStored(client: ClientBase): AsyncGenerator<{ key: string; contentType: string }> {
  for await (const { key, format } of readInBatchesById(BATCH_SIZE, (after, take) => listFilesAfter.all({ after, take }, client)))
    yield { key, contentType: CONTENT_TYPES[format as ReportFormat] }
}

/** Returns the download file name, such as `results-spring-check-ups-2026-11-24.csv`: the type, the campaign if it has one, and the UTC day. */
export const fileNameOf = ({ type, format, createdAt }: Pick<Report, 'type' | 'format' | 'createdAt'>, campaignName?: string) =>
  `${[type, toSlug(campaignName ?? ''), createdAt.toISOString().slice(0, 10)].filter(Boolean).join('-')}.${format}`

const MAX_SLUG_LENGTH = 60

/** Converts a name to lower-case ASCII letters, digits and dashes. Empty if it has none. */
const toSlug = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-|-$/g, '')
