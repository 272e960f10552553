import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 4 * 2 ** 30

/**
 * Creates a folder for data of this run. It is in memory if there is room, because on some disks a copy of a database takes ten times as long. Its name
 * contains the process that removes it.
 */
export const createDataFolder = (name: string) => mkdtempSync(join(hasRoom(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), `callwright-${name}-${process.pid}-`))

/** Removes the data of killed runs, which would fill up the memory. */
export function removeAbandonedData() {
  for (const parent of new Set([MEMORY_FOLDER, tmpdir()].filter(existsSync)))
    for (const name of readdirSync(parent)) {
      const pid = /^callwright-[a-z]+-(\d+)-\w{6}$/.exec(name)?.[1]
      if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
    }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
