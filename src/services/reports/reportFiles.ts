import type { Report } from '../../generated/prisma/client.ts'
import type { FileStore } from '../../storage/fileStore.ts'

let store: FileStore | null = null

/** Sets where files are kept. Called once by the composition root. */
export function useFileStore(chosen: FileStore) {
  store = chosen
}

export function fileStore(): FileStore {
  if (!store) throw new Error('There is no place for files yet')
  return store
}

/** Where an attempt writes: each has a place of its own, so that two of them never meet. */
export const keyOf = ({ workspaceId, id, format }: Pick<Report, 'workspaceId' | 'id' | 'format'>, attempt: number) =>
  `reports/${workspaceId}/${id}-${attempt}.${format}`

/** Takes away whatever the attempts before that one have written. Safe to repeat. */
export async function removeBefore(report: Pick<Report, 'workspaceId' | 'id' | 'format'>, attempt: number) {
  for (let earlier = 1; earlier < attempt; earlier++) await fileStore().remove(keyOf(report, earlier))
}

/** What a file is called by whoever fetches it: letters, digits and dashes only. */
export const fileNameOf = ({ kind, id, format }: Pick<Report, 'kind' | 'id' | 'format'>) => `${kind}-report-${id}.${format}`
