import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, Failure } from './errors.ts'

/** A server and its token. */
export interface Profile {
  base_url: string
  token: string
  workspace_id?: number
  workspace_name?: string
}
export interface Profiles {
  /** Name of the profile to use by default. */
  current: string
  profiles: Record<string, Profile>
}

/** Path of the credentials file: in `callwright` below XDG_CONFIG_HOME, or ~/.config. */
export const credentialsPath = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'callwright', 'credentials.json')

/** Reads all profiles; empty if no one is logged in. Throws a Failure if the file can't be read. */
export function readProfiles(): Profiles {
  const path = credentialsPath()
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: 'default', profiles: {} }
    throw new Failure(EXIT.failed, `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Profiles>
    if (typeof current === 'string' && typeof profiles === 'object' && profiles) return { current, profiles }
  } catch {
    // Reported below without the file's content, which holds secrets.
  }
  throw new Failure(EXIT.failed, `${path} is damaged. Delete it and log in again.`)
}

const STALE_MS = 10_000
const TIMEOUT_MS = 20_000

/**
 * Updates the file atomically, readable by this user only and one process at a time. If the process dies midway, the
 * old file stays and its lock is ignored after ten seconds.
 */
export async function changeProfiles(change: (profiles: Profiles) => Profiles): Promise<void> {
  const path = credentialsPath()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  chmodSync(dirname(path), 0o700)
  const lock = `${path}.lock`
  await acquireLock(lock)
  try {
    const temporaryPath = `${path}.${randomUUID()}`
    writeFileSync(temporaryPath, `${JSON.stringify(change(readProfiles()), null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(temporaryPath, path)
  } finally {
    rmSync(lock, { force: true })
  }
}

async function acquireLock(lock: string): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(20 + Math.random() * 30)) {
    try {
      return closeSync(openSync(lock, 'wx', 0o600))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > STALE_MS) rmSync(lock, { force: true })
  }
  throw new Failure(EXIT.failed, `${lock} is locked by another process`)
}
