import type { Report } from '../../generated/prisma/client.ts'
import { perServer } from '../../kernel/serverState.ts'
import type { FileStore } from '../../storage/fileStore.ts'

/** The file store, which the composition root sets. */
export const fileStore = perServer<FileStore>(() => {
  throw new Error('There is no place for files yet')
})

/** Returns the storage key of an attempt. Each attempt has its own key, so two attempts never conflict. */
export const fileKeyOf = ({ workspaceId, id, format }: Pick<Report, 'workspaceId' | 'id' | 'format'>, attempt: number) =>
  `reports/${workspaceId}/${id}-${attempt}.${format}`

/** Deletes the files of all earlier attempts. Safe to repeat. */
export async function removeEarlierFiles(report: Pick<Report, 'workspaceId' | 'id' | 'format'>, attempt: number) {
  for (let earlier = 1; earlier < attempt; earlier++) await fileStore().remove(fileKeyOf(report, earlier))
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
