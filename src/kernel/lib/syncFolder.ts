import { open } from 'node:fs/promises'

/** Syncs a folder's entries to disk, so that a file that was renamed there keeps its name after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
}
