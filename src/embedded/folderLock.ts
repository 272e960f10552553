import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/**
 * Claims a folder for this process until the answered function is called. The claim names the process and when that
 * process began, so one left behind by a crash is recognised, also where its number has been given to another.
 * Throws when a living process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const lock = join(folder, 'server.lock')
  const mine = `${lock}.${process.pid}`
  await writeFile(mine, claimOf(process.pid) ?? '')
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await claimed(mine, lock)) return () => rm(lock, { force: true })
      const theirs = await readFile(lock, 'utf8').catch(() => null)
      if (theirs === null) continue
      const pid = Number(theirs.split(' ')[0])
      if (claimOf(pid) === theirs)
        throw new Error(`Another server is already running on ${resolve(folder)} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`)
      await clear(lock, theirs)
    }
  } finally {
    await rm(mine, { force: true })
  }
  throw new Error(`The folder ${resolve(folder)} cannot be claimed: others start there at the same time`)
}

/** Making the link fails where there is one: of several processes one succeeds. */
const claimed = (mine: string, lock: string) =>
  link(mine, lock).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )

/** Takes a dead claim away; one that came in its place meanwhile is put back. */
async function clear(lock: string, dead: string) {
  const aside = `${lock}.dead.${process.pid}`
  await rename(lock, aside).catch(() => {})
  if ((await readFile(aside, 'utf8').catch(() => dead)) !== dead) await link(aside, lock).catch(() => {})
  await rm(aside, { force: true })
}

/** A process as its number and the moment it began; null when there is none. */
function claimOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid < 1) return null
  try {
    const began = process.platform === 'linux' ? beganOnLinux(pid) : execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return `${pid} ${began}`
  } catch {
    return null
  }
}

/** Ticks after boot, and which boot it was. The process's own name, in parentheses, may hold anything. */
function beganOnLinux(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return `${ticks} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
}
