import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { createDataFolder } from '../kit/server/dataFolder.ts'

let folder: string
beforeAll(() => {
  folder = createDataFolder('temporary')
  // Then the user that root's PostgreSQL runs as needs no capabilities to reach its files.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => void vi.unstubAllEnvs())

const subfolder = (name: string, mode = 0o755) => {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true, mode })
  return path
}

/** Starts the embedded PostgreSQL with this temporary folder, and returns how its server reaches it. The first start also creates its files. */
async function reach(temporaryFolder: string): Promise<'socket' | 'TCP'> {
  vi.stubEnv('TMPDIR', temporaryFolder)
  const postgres = await startPostgres(join(folder, 'data'))
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await client.connect()
    const { rows } = await client.query<{ address: string | null }>('select inet_server_addr() as address')
    return rows[0]!.address === null ? 'socket' : 'TCP'
  } finally {
    await client.end()
    await postgres.stop()
  }
}

test.each([
  ['is usual', () => folder, 'socket'],
  ['has commas, quotes and spaces in its name', () => subfolder(`a,b "c" 'd'`), 'socket'],
  ['has a name that is too long for a socket', () => subfolder('long'.repeat(30)), 'TCP'],
] as const)('PostgreSQL starts if the temporary folder %s', async (_, prepare, way) => {
  expect(await reach(prepare())).toBe(way)
})

test('PostgreSQL starts if only this user can enter the temporary folder', async () => {
  expect(await reach(subfolder('private', 0o700))).toMatch(/socket|TCP/)
})

/** This file system has folders, but neither files nor sockets. Only root can mount it. */
test('PostgreSQL starts if the file system of the temporary folder has no sockets', async ({ skip }) => {
  const place = subfolder('mounted')
  skip(spawnSync('mount', ['-t', 'bpf', 'bpf', place]).status !== 0, 'This user cannot mount a file system without sockets.')
  try {
    expect(await reach(place)).toBe('TCP')
  } finally {
    spawnSync('umount', [place])
  }
})
