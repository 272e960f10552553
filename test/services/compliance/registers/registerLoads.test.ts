import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { setRootSecret } from '../../../../src/kernel/crypto/keyring.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../../../src/kernel/db/db.ts'
import { createNationalReader, readPhone } from '../../../../src/kernel/lib/phones.ts'
import { createHasher, registerKeys } from '../../../../src/services/compliance/registers/registerHashes.ts'
import { createLineReader, createNumberReader, MAX_LINE_LENGTH } from '../../../../src/services/compliance/registers/registerFiles.ts'
import * as registerLoads from '../../../../src/services/compliance/registers/registerLoads.ts'
import { sweep } from '../../../../src/services/compliance/registers/registerSweeps.ts'
import * as registers from '../../../../src/services/compliance/registers/registers.ts'
import { waitFor } from '../../../kit/waiting/waitFor.ts'
import { useDatabase } from '../../../kit/server/database.ts'
import { fileOf, makeRegister, SERVER } from './registerKit.ts'

useDatabase()
beforeAll(() => setRootSecret(Buffer.alloc(32, 7)))

const countBuckets = async (loadId: number) =>
  Number(
    (await pool.query<{ count: string }>('select sum(cardinality(hashes)) as count from dnc_register_buckets where load_id = $1', [loadId])).rows[0]!.count,
  )
const isListed = async (number: string) =>
  (
    await pool.query(
      `select from dnc_registers r, lateral (select dnc_register_hash($1, $2) as hash) h
       join dnc_register_buckets b on b.bucket = (h.hash >> 48)::int & 65535 and h.hash = any(b.hashes) where b.load_id = r.active_load`,
      [registerKeys(), number],
    )
  ).rowCount! > 0

describe('a file', () => {
  test('is split into the same lines however its bytes arrive', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[ -~]{0,40}$/), { maxLength: 20 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 30 }),
        (lines, end, size) => {
          const bytes = Buffer.from(lines.map((line) => line + end).join(''), 'latin1')
          const reader = createLineReader()
          const read = []
          for (let at = 0; at < bytes.length; at += size) read.push(...reader.push(bytes.subarray(at, at + size)))
          expect([...read, ...reader.end()]).toEqual(lines)
        },
      ),
    )
  })

  test('keeps only a bounded part of a line in memory, and goes on after it', () => {
    const reader = createLineReader()
    const long = Buffer.alloc(MAX_LINE_LENGTH * 4, '1')
    for (let i = 0; i < 100; i++) expect(reader.push(long)).toEqual([])
    expect(reader.push(Buffer.from('1\n+12125550100\n'))).toEqual([null, '+12125550100'])
    expect(reader.end()).toEqual([])
  })

  test.each<[string, string | null]>([
    ['+12125550100', '+12125550100'],
    ['12125550100', '+12125550100'],
    ['2125550100', '+12125550100'],
    ['212,5550100', '+12125550100'],
    ['"(212) 555-0100"', '+12125550100'],
    ['0012125550100', '+12125550100'],
    ['+44 20 7946 0123', '+442079460123'],
    ['555', null],
    ['2125550100 ext. 3', null],
    ['name', null],
    ['1e10', null],
    ['99999999999999999999999', null],
    ['+', null],
  ])('of the US reads %s as %s', (line, number) => expect(createNumberReader({ country: 'US', column: null })(line)).toBe(number))

  test('without a country reads only numbers with a country code', () => {
    const read = createNumberReader({ country: null, column: null })
    expect(['+12125550100', '2125550100', '0012125550100'].map(read)).toEqual(['+12125550100', null, '+12125550100'])
  })

  test('with a column is read by its header, with any delimiter, quotes and a byte order mark', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const read = createNumberReader({ country: 'US', column: 'Phone' })
      const lines = [['name', 'phone'], [`"Ann${delimiter} Bob"`, '2125550100'], ['Bo', '"(212) 555-0101"'], ['short']].map((cells) => cells.join(delimiter))
      expect([`\xef\xbb\xbf${lines[0]}`, ...lines.slice(1)].map(read)).toEqual([undefined, '+12125550100', '+12125550101', null])
    }
    expect(() => createNumberReader({ country: 'US', column: 'phone' })('name,telephone')).toThrow('no column named phone')
  })

  test('reads national numbers as the library does', () => {
    const countries = fc.constantFrom<('US' | 'CA' | 'GB' | 'DE' | 'IT' | 'FR' | 'AU' | 'IN' | 'RU' | 'HU')[]>(
      'US',
      'CA',
      'GB',
      'DE',
      'IT',
      'FR',
      'AU',
      'IN',
      'RU',
      'HU',
    )
    fc.assert(
      fc.property(countries, fc.stringMatching(/^([1-9][0-9]|0[1-9])[0-9]{6,9}$/), (country, digits) => {
        const expected = readPhone(digits, country)
        const number = createNationalReader(country)(digits)
        // A number that is too long or too short for the library may be read with its prefix.
        if (expected !== null && number !== null) expect(number).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('the database and the server hash a number alike', async () => {
  const hash = createHasher()
  for (const number of ['+12125550100', '+442079460123', '+39']) {
    const { rows } = await pool.query<{ hash: string }>('select dnc_register_hash($1, $2) as hash', [registerKeys(), number])
    expect(BigInt(rows[0]!.hash)).toBe(hash(number).readBigInt64BE(0))
  }
})

describe('a load', () => {
  test('counts each number once, and names the first invalid lines', async () => {
    const { id } = await makeRegister(SERVER)
    const file = fileOf('2125550100\n', '\n2125550100\nabc\n+12125550101\r\nxyz\n', ...Array.from({ length: 9 }, () => 'no\n'), '+12125550', '102')
    const loaded = await registerLoads.load(SERVER, id, file, { washed_at: new Date('2026-11-20T00:00:00Z') })
    expect(loaded).toMatchObject({ status: 'ready', numbers: 3, invalidLines: 11, invalidAt: [4, 6, 7, 8, 9] })
    expect(loaded.expiresAt).toEqual(new Date('2026-12-21T00:00:00Z'))
    expect(await countBuckets(loaded.activeLoad!)).toBe(3)
    for (const number of ['+12125550100', '+12125550101', '+12125550102']) expect(await isListed(number)).toBe(true)
    expect(await isListed('+12125550103')).toBe(false)
  })

  test('lists exactly the numbers of its file', async () => {
    const { id } = await makeRegister(SERVER)
    const numbers = Array.from({ length: 20_000 }, (_, at) => `+1213${2_000_000 + at * 7}`)
    const { activeLoad } = await registerLoads.load(SERVER, id, fileOf(numbers.join('\n')))
    const { rows } = await pool.query<{ hash: string }>('select unnest(hashes) as hash from dnc_register_buckets where load_id = $1', [activeLoad])
    const hash = createHasher()
    expect(rows.map((row) => row.hash).toSorted()).toEqual(numbers.map((number) => String(hash(number).readBigInt64BE(0))).toSorted())
  })

  test('lets other work run every few slices of a file, also where it finds nothing to do', async () => {
    const { id } = await makeRegister(SERVER)
    let [slices, longest, isDone] = [0, 0, false]
    /** Counts the slices that are taken of it. */
    class Watched extends Uint8Array {
      override get buffer() {
        longest = Math.max(longest, ++slices)
        return super.buffer as ArrayBuffer
      }
    }
    async function* file() {
      yield Buffer.from('+12125550100\n')
      // One endless line costs next to nothing, so that its time alone would never end a turn.
      yield new Watched(8 * 1024 * 1024).fill(49)
    }
    const loaded = registerLoads.load(SERVER, id, file()).finally(() => (isDone = true))
    while (!isDone) {
      await nextTurn()
      slices = 0
    }
    expect(await loaded).toMatchObject({ numbers: 1, invalidLines: 1 })
    expect(longest).toBeGreaterThan(0)
    expect(longest).toBeLessThanOrEqual(2 * registerLoads.TURN_SLICES)
  })

  test('replaces the former numbers at once, and a sweep deletes them', async () => {
    const first = await makeRegister(SERVER, ['+13125550100'])
    const second = await registerLoads.load(SERVER, first.id, fileOf('+13125550101'))
    expect([await isListed('+13125550100'), await isListed('+13125550101')]).toEqual([false, true])
    expect(await countBuckets(first.activeLoad!)).toBe(1)
    await sweep()
    expect([await countBuckets(first.activeLoad!), await countBuckets(second.activeLoad!)]).toEqual([0, 1])
  })

  test('that fails leaves the former numbers, and says why', async () => {
    const { id, activeLoad } = await makeRegister(SERVER, ['+13125550110'])
    async function* broken() {
      yield Buffer.from('+13125550111\n'.repeat(10))
      throw new Error('the disk')
    }
    await expect(registerLoads.load(SERVER, id, broken())).rejects.toThrow('the disk')
    expect(await registers.get(SERVER, id)).toMatchObject({ activeLoad, status: 'failed', error: 'The file could not be read to its end.', numbers: 1 })
    for (const text of ['', '\n\n', 'none\n'.repeat(3)])
      await expect(registerLoads.load(SERVER, id, fileOf(text))).rejects.toThrow('The file has no phone numbers.')
    expect(await isListed('+13125550110')).toBe(true)
    const loaded = await registerLoads.load(SERVER, id, fileOf('+13125550112'))
    expect(loaded).toMatchObject({ status: 'ready', error: null })
  })

  test('of bytes that are no text, or of UTF-16, has no numbers', async () => {
    const { id } = await makeRegister(SERVER)
    const bytes = Buffer.from(Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 256))
    await expect(registerLoads.load(SERVER, id, fileOf(bytes))).rejects.toThrow('The file has no phone numbers.')
    await expect(registerLoads.load(SERVER, id, fileOf(Buffer.from('+12125550100\n', 'utf16le')))).rejects.toThrow('The file has no phone numbers.')
  })

  test('in progress is left alone by a sweep, and a further one of the register is refused', async () => {
    const { id } = await makeRegister(SERVER)
    const other = await pool.connect()
    try {
      // As another server does.
      await other.query(`select pg_advisory_lock(hashtextextended('dnc_register_load 700', 9))`)
      await other.query('update dnc_registers set next_load = 700 where id = $1', [id])
      await other.query(`insert into dnc_register_buckets values (700, 1, 0, '{1}')`)
      await sweep()
      expect(await registers.get(SERVER, id)).toMatchObject({ status: 'loading' })
      expect(await countBuckets(700)).toBe(1)
      await expect(registerLoads.load(SERVER, id, fileOf('+13125550120'))).rejects.toThrow('A file is already being loaded into this register.')
    } finally {
      other.release(true)
    }
  })

  test('whose process died leaves the former numbers: a sweep reports it and deletes what was written', async () => {
    const { id, activeLoad } = await makeRegister(SERVER, ['+13125550121'])
    await pool.query('update dnc_registers set next_load = 701 where id = $1', [id])
    await pool.query(`insert into dnc_register_buckets values (701, 1, 0, '{1}')`)
    await waitFor('the lock of the dead process to be free', async () => (await sweep(), (await countBuckets(701)) === 0))
    expect(await registers.get(SERVER, id)).toMatchObject({
      status: 'failed',
      activeLoad,
      error: 'The server stopped while the file was loaded. Load it again.',
    })
    expect(await isListed('+13125550121')).toBe(true)
  })

  test('of a register that is deleted meanwhile is discarded', async () => {
    const { id } = await makeRegister(SERVER)
    async function* deleting() {
      yield Buffer.from('+13125550130\n')
      await registers.remove(SERVER, id)
    }
    await expect(registerLoads.load(SERVER, id, deleting())).rejects.toThrow('The register was deleted while the file was loaded.')
    await sweep()
    expect(await isListed('+13125550130')).toBe(false)
  })

  test('as of a time in the future is refused', async () => {
    const { id } = await makeRegister(SERVER)
    await expect(registerLoads.load(SERVER, id, fileOf('+13125550140'), { washed_at: new Date('2999-01-01') })).rejects.toThrow('is in the future')
  })
})

test('a register has a known country and a name of its own', async () => {
  await expect(registers.create(SERVER, { name: 'Nowhere', country: 'ZZ' })).rejects.toThrow('ZZ is not the ISO 3166 code of a country.')
  await makeRegister(SERVER, [], { name: 'Twice' })
  await expect(makeRegister(SERVER, [], { name: 'Twice' })).rejects.toThrow('There is already a register named Twice.')
})
