import { beforeAll, expect, test } from 'vitest'
import { setRootSecret } from '../../../../src/kernel/crypto/keyring.ts'
import { pool } from '../../../../src/kernel/db/db.ts'
import * as registerLoads from '../../../../src/services/compliance/registers/registerLoads.ts'
import { sweep } from '../../../../src/services/compliance/registers/registerSweeps.ts'
import { useDatabase } from '../../../kit/server/database.ts'
import { makeRegister, SERVER } from './registerKit.ts'

useDatabase()
beforeAll(() => setRootSecret(Buffer.alloc(32, 7)))

const COUNT = 5_000_000

/** Numbers of the US, all different, as a file of 55 MB. */
async function* numbers(count: number) {
  for (let at = 0; at < count; at += 5_000) yield Buffer.from(Array.from({ length: 5_000 }, (_, index) => `${2_012_000_000 + (at + index) * 1_399}\n`).join(''))
}

const readSize = async () => Number((await pool.query<{ bytes: string }>(`select pg_total_relation_size('dnc_register_buckets') as bytes`)).rows[0]!.bytes)

/** Reads a stream of 1 GB with a single line. */
test('a file of a gigabyte without an end of line takes no memory and loads nothing', async () => {
  const { id } = await makeRegister(SERVER)
  const piece = Buffer.alloc(65_536, '1')
  async function* endless() {
    for (let at = 0; at < 2 ** 30; at += piece.length) yield piece
  }
  const before = process.memoryUsage().rss
  await expect(registerLoads.load(SERVER, id, endless())).rejects.toThrow('The file has no phone numbers.')
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024)
})

/** Hashes five million numbers, and stores 60 MB. */
test('five million numbers take less than 300 MB on disk, as do repeated loads', async () => {
  const { id } = await makeRegister(SERVER)
  const startedAt = performance.now()
  const loaded = await registerLoads.load(SERVER, id, numbers(COUNT))
  const seconds = (performance.now() - startedAt) / 1_000
  const bytes = await readSize()
  process.stdout.write(`5 million numbers: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB\n`)
  expect(loaded).toMatchObject({ numbers: COUNT, invalidLines: 0 })
  expect(bytes).toBeLessThan(100e6)
  await registerLoads.load(SERVER, id, numbers(COUNT))
  await sweep()
  await pool.query('vacuum dnc_register_buckets')
  await registerLoads.load(SERVER, id, numbers(COUNT))
  expect(await readSize()).toBeLessThan(300e6)
})
