import { perServer } from '../../kernel/serverState.ts'
import type { FileStore } from '../../storage/fileStore.ts'

/** The file store, which the composition root sets. */
export const fileStore = perServer<FileStore>(() => {
  throw new Error('There is no place for files yet')
})
