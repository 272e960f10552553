import { beforeAll, expect, test } from 'vitest'
import { setRootSecret } from '../../../../src/kernel/crypto/keyring.ts'
import { pool } from '../../../../src/kernel/db/db.ts'
import * as registerLoads from '../../../../src/services/compliance/registers/registerLoads.ts'
import { sweep } from '../../../../src/services/compliance/registers/registerSweeps.ts'
import { useDatabase } from '../../../kit/server/database.ts'
import { makeRegister, SERVER } from './registerKit.ts'

useDatabase()
beforeAll(() => setRootSecret(Buffer.alloc(32, 7)))

/** A tenth of the largest registers. `npm run bench:registers` loads a whole one. */
const COUNT = 500_000

/** Numbers of the US, all different, as a file of 5.5 MB. */
async function* numbers(count: number) {
  for (let at = 0; at < count; at += 5_000) yield Buffer.from(Array.from({ length: 5_000 }, (_, index) => `${2_012_000_000 + (at + index) * 1_399}\n`).join(''))
}

const readSize = async () => Number((await pool.query<{ bytes: string }>(`select pg_total_relation_size('dnc_register_buckets') as bytes`)).rows[0]!.bytes)

/** Reads a stream of 256 MB with a single line. */
test('a file of 256 MB without an end of line takes no memory and loads nothing', async () => {
  const { id } = await makeRegister(SERVER)
  const piece = Buffer.alloc(65_536, '1')
  async function* endless() {
    for (let at = 0; at < 2 ** 28; at += piece.length) yield piece
  }
  const before = process.memoryUsage().rss
  await expect(registerLoads.load(SERVER, id, endless())).rejects.toThrow('The file has no phone numbers.')
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024)
})

/** Hashes 500,000 numbers three times. */
test('half a million numbers take less than 30 MB on disk, also after repeated loads', async () => {
  const { id } = await makeRegister(SERVER)
  expect(await registerLoads.load(SERVER, id, numbers(COUNT))).toMatchObject({ numbers: COUNT, invalidLines: 0 })
  expect(await readSize()).toBeLessThan(15e6)
  await registerLoads.load(SERVER, id, numbers(COUNT))
  await sweep()
  await pool.query('vacuum dnc_register_buckets')
  await registerLoads.load(SERVER, id, numbers(COUNT))
  expect(await readSize()).toBeLessThan(30e6)
})
