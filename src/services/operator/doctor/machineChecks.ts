import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Env, isAllSimulated } from '../../../kernel/config/env.ts'
import { unfinishedRestoreOf } from '../../../kernel/config/unfinishedRestore.ts'
import { version } from '../../../kernel/config/version.ts'
import { type Finding, findingsOf } from './finding.ts'

const GIB = 2 ** 30
const MIN_FREE_BYTES = GIB
const LOW_FREE_BYTES = 5 * GIB

/** Oldest supported release of Node.js. */
const MIN_NODE = [20, 19]

/** Checks the versions of the product and of Node.js. */
export function checkVersion(nodeVersion = process.versions.node): Finding {
  const { ok, failure } = findingsOf('version')
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const isSupported = major > MIN_NODE[0]! || (major === MIN_NODE[0] && minor >= MIN_NODE[1]!)
  return isSupported
    ? ok(`Callwright ${version} on Node.js ${nodeVersion}.`)
    : failure(`Node.js ${nodeVersion} is too old.`, `Install Node.js ${MIN_NODE.join('.')} or newer.`)
}

/** Checks settings that are valid by themselves and wrong together. */
export function checkSettings(env: Env): Finding[] {
  const { ok, warning, failure } = findingsOf('settings')
  const findings: Finding[] = []
  if (!isAllSimulated(env) && !env.PUBLIC_URL)
    findings.push(failure('PUBLIC_URL is not set, so voice providers and carriers cannot send webhooks.', 'Set PUBLIC_URL to the https URL of this server.'))
  else if (!isAllSimulated(env) && !env.PUBLIC_URL!.startsWith('https:'))
    findings.push(warning('PUBLIC_URL is not an https URL, so webhooks and passwords are not encrypted.', 'Put a proxy with TLS in front of the server.'))
  if (env.DATABASE_URL && !env.ENCRYPTION_KEY)
    findings.push(warning('The encryption key is in the same database as the secrets it protects.', 'Set ENCRYPTION_KEY. See docs/hosting-keys.md.'))
  return findings.length > 0 ? findings : [ok('All settings are valid.')]
}

/** Checks the data folder: that it can be written, its free space, and that no restore was left unfinished. */
export async function checkFolder({ DATA_DIR: dataDir }: Env, readFree = freeBytesOf): Promise<Finding[]> {
  const { warning, failure } = findingsOf('disk')
  const folder = existingParentOf(resolve(dataDir))
  if (existsSync(unfinishedRestoreOf(dataDir))) return [failure(`A restore into ${dataDir} did not finish.`, 'Run "restore FILE" with the same backup again.')]
  const isWritable = (await stat(folder)).isDirectory() && (await isAccessible(folder))
  if (!isWritable) return [failure(`${folder} cannot be written.`, 'Make the user of the server its owner, or set DATA_DIR to another folder.')]
  const findings = [await checkSpace(folder, readFree)]
  const keyFile = join(dataDir, 'encryption.key')
  if (existsSync(keyFile) && ((await stat(keyFile)).mode & OTHERS) !== 0)
    findings.push(warning(`Other users of this machine can read ${keyFile}.`, `Run: chmod 600 ${keyFile}`))
  return findings
}

/** The rights of a file's group and of all others. */
const OTHERS = 0o077

async function checkSpace(folder: string, readFree: typeof freeBytesOf): Promise<Finding> {
  const { ok, warning, failure } = findingsOf('disk')
  const free = await readFree(folder)
  const text = `${(free / GIB).toFixed(1)} GiB are free in ${folder}.`
  const advice = 'Delete what is not needed, such as old backups, or use a larger disk.'
  if (free < MIN_FREE_BYTES) return failure(text, advice)
  return free < LOW_FREE_BYTES ? warning(text, advice) : ok(text)
}

const isAccessible = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

const existingParentOf = (path: string): string => (existsSync(path) || path === dirname(path) ? path : existingParentOf(dirname(path)))

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
