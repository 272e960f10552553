import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/**
 * Locks a folder for this process and returns the unlock function. The lock file holds the process id and start time, so that a lock left
 * by a crash is recognized, even if the id was reused. Throws if a living process holds the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new Error(`The folder ${resolve(folder)} cannot be created (${error.message}). Set DATA_DIR to another folder.`)
  })
  const lock = join(folder, 'server.lock')
  const ownFile = `${lock}.${process.pid}`
  await writeFile(ownFile, processIdentityOf(process.pid) ?? '').catch((error: Error) => {
    throw new Error(
      `The folder ${resolve(folder)} cannot be written (${error.message}). Make the user of the server its owner, or set DATA_DIR to another folder.`,
    )
  })
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await tryLink(ownFile, lock)) return () => rm(lock, { force: true })
      const holder = await readFile(lock, 'utf8').catch(() => null)
      if (holder === null) continue
      const pid = Number(holder.split(' ')[0])
      if (processIdentityOf(pid) === holder)
        throw new Error(`Another server is already running on ${resolve(folder)} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`)
      await removeDeadLock(lock, holder)
    }
  } finally {
    await rm(ownFile, { force: true })
  }
  throw new Error(`Cannot lock the folder ${resolve(folder)} because other servers are starting there at the same time.`)
}

/** Creates the lock by a hard link, which fails if one exists: only one of several processes succeeds. */
const tryLink = (ownFile: string, lock: string) =>
  link(ownFile, lock).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )

/** Removes a dead lock; a newer lock that replaced it meanwhile is restored. */
async function removeDeadLock(lock: string, deadHolder: string) {
  const backup = `${lock}.dead.${process.pid}`
  await rename(lock, backup).catch(() => {})
  if ((await readFile(backup, 'utf8').catch(() => deadHolder)) !== deadHolder) await link(backup, lock).catch(() => {})
  await rm(backup, { force: true })
}

/** The id and start time of a process; null if it does not exist. */
function processIdentityOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid < 1) return null
  try {
    const startTime =
      process.platform === 'linux' ? linuxStartTimeOf(pid) : execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return `${pid} ${startTime}`
  } catch {
    return null
  }
}

/** Start time in ticks after boot, and the boot id. The process name, in parentheses, can contain anything. */
function linuxStartTimeOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return `${ticks} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
}
