import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The maximum length of a socket's path, which is 103 bytes on macOS, without the name that PostgreSQL gives it. */
const MAX_LENGTH = 80

/**
 * Creates a private folder for the Unix socket of the embedded PostgreSQL, through which a statement takes a quarter less CPU time than through TCP. Null where
 * none can be used: on Windows, and if the system's temporary folder cannot be written to, has a long path or a file system without sockets, or if
 * PostgreSQL cannot enter it.
 */
export async function createSocketFolder(canEnter: (folder: string) => Promise<boolean>): Promise<string | null> {
  if (process.platform === 'win32') return null
  const folder = await mkdtemp(join(tmpdir(), 'callwright-')).catch(() => null)
  if (folder === null) return null
  if (Buffer.byteLength(folder) <= MAX_LENGTH && (await canListenIn(folder)) && (await canEnter(folder))) return folder
  await rm(folder, { recursive: true, force: true })
  return null
}

const canListenIn = (folder: string) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(join(folder, 'probe'), () => probe.close(() => resolve(true)))
  })
