import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOMY_BYTES = 4 * 2 ** 30

/** A new folder for data that need not outlive the run: in memory where there is room, since some disks take ten times as long to copy a database. */
export const dataFolder = (name: string) => mkdtempSync(join(isRoomy(MEMORY) ? MEMORY : tmpdir(), `callwright-${name}-`))

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOMY_BYTES
  } catch {
    return false
  }
}
