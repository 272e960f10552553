import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 4 * 2 ** 30

/** Creates a folder for data of this run. It is in memory if there is room, because on some disks a copy of a database takes ten times as long. */
export const createDataFolder = (name: string) => mkdtempSync(join(hasRoom(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), `callwright-${name}-`))

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
