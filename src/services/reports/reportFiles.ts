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

/** Returns the download file name: letters, digits and dashes only. */
export const fileNameOf = ({ type, id, format }: Pick<Report, 'type' | 'id' | 'format'>) => `${type}-report-${id}.${format}`
