import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/**
 * Locks a folder for this process and returns the unlock function. The lock file holds the process id and start time, so that a lock left
 * by a crash is recognized, even if the id was reused. Throws if a living process holds the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const lock = join(folder, 'server.lock')
  const mine = `${lock}.${process.pid}`
  await writeFile(mine, processMark(process.pid) ?? '')
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await tryLink(mine, lock)) return () => rm(lock, { force: true })
      const theirs = await readFile(lock, 'utf8').catch(() => null)
      if (theirs === null) continue
      const pid = Number(theirs.split(' ')[0])
      if (processMark(pid) === theirs)
        throw new Error(`Another server is already running on ${resolve(folder)} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`)
      await removeDeadLock(lock, theirs)
    }
  } finally {
    await rm(mine, { force: true })
  }
  throw new Error(`Cannot lock the folder ${resolve(folder)} because other servers are starting there at the same time.`)
}

/** Creates the lock by a hard link, which fails if one exists: only one of several processes succeeds. */
const tryLink = (mine: string, lock: string) =>
  link(mine, lock).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )

/** Removes a dead lock; a newer lock that replaced it meanwhile is restored. */
async function removeDeadLock(lock: string, dead: string) {
  const aside = `${lock}.dead.${process.pid}`
  await rename(lock, aside).catch(() => {})
  if ((await readFile(aside, 'utf8').catch(() => dead)) !== dead) await link(aside, lock).catch(() => {})
  await rm(aside, { force: true })
}

/** The id and start time of a process; null if it does not exist. */
function processMark(pid: number): string | null {
  if (!Number.isInteger(pid) || pid < 1) return null
  try {
    const began = process.platform === 'linux' ? beganOnLinux(pid) : execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return `${pid} ${began}`
  } catch {
    return null
  }
}

/** Start time in ticks after boot, and the boot id. The process name, in parentheses, can contain anything. */
function beganOnLinux(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return `${ticks} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
}
