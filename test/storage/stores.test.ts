import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '../../src/storage/fileStore.ts'
import { localStore } from '../../src/storage/localStore.ts'
import { s3Store } from '../../src/storage/s3Store.ts'
import { startBucketServer, BUCKET_KEYS } from '../kit/fakes/bucketServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'callwright-stores-'))
const stores: Record<string, FileStore> = { folder: localStore(join(folder, 'files')) }
let server: Awaited<ReturnType<typeof startBucketServer>>
beforeAll(async () => {
  server = await startBucketServer()
  stores.bucket = s3Store({ endpoint: server.endpoint, region: 'us-east-1', key: async () => BUCKET_KEYS })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const MIB = 1024 * 1024
/** Generates bytes that depend on their chunk, in chunks of an odd size, and optionally fails at the end. */
async function* generateBytes(count: number, shouldFail = false) {
  for (let offset = 0; offset < count; offset += 100_003) yield Buffer.alloc(Math.min(100_003, count - offset), offset % 251)
  if (shouldFail) throw new Error('the source failed')
}
const expectedBytes = async (count: number) => buffer(generateBytes(count))
const readAll = async (store: FileStore, key: string) => {
  const file = await store.read(key)
  return file && buffer(file)
}

describe.each(['folder', 'bucket'])('a %s', (name) => {
  test.each([0, 1, 8 * MIB, 8 * MIB + 1, 20 * MIB])('returns %i bytes unchanged', async (count) => {
    const key = `reports/1/${count}-1.csv`
    expect(await stores[name]!.write(key, generateBytes(count), 'text/csv')).toBe(count)
    expect((await readAll(stores[name]!, key))!.equals(await expectedBytes(count))).toBe(true)
  })

  test.each([1, 20 * MIB])('stores no file if its source fails after %i bytes', async (count) => {
    const key = `reports/1/broken-${count}.csv`
    await expect(stores[name]!.write(key, generateBytes(count, true), 'text/csv')).rejects.toThrow('the source failed')
    expect(await readAll(stores[name]!, key)).toBeNull()
  })

  test('deletes a file repeatedly, also a missing one', async () => {
    const key = 'reports/1/gone-1.csv'
    await stores[name]!.write(key, generateBytes(10), 'text/csv')
    await stores[name]!.remove(key)
    await stores[name]!.remove(key)
    expect(await readAll(stores[name]!, key)).toBeNull()
  })
})

test('a folder has no incomplete file under its final name, and its remains can be deleted', async () => {
  const key = 'reports/2/7-1.csv'
  const directory = join(folder, 'files/reports/2')
  async function* slowSource() {
    yield Buffer.from('first')
    expect(existsSync(join(directory, '7-1.csv'))).toBe(false)
    expect(readdirSync(directory)).toEqual(['7-1.csv.part'])
    await stores.folder!.remove(key)
    expect(readdirSync(directory)).toEqual([])
  }
  await expect(stores.folder!.write(key, slowSource(), 'text/csv')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a missing bucket is an immediate error', async () => {
  const store = s3Store({ endpoint: server.endpoint.replace(/reports$/, 'nowhere'), region: 'us-east-1', key: async () => BUCKET_KEYS })
  await expect(store.write('reports/1/1-1.csv', generateBytes(10), 'text/csv')).rejects.toThrow('404')
})

test('a bucket that never responds is an error after the timeout, also for reads', async () => {
  const silentServer = createServer(() => {})
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}/reports`
  const store = s3Store({ endpoint, region: 'us-east-1', timeoutMs: 100, key: async () => BUCKET_KEYS })
  await expect(store.read('reports/1/1-1.csv')).rejects.toThrow(/./)
  silentServer.closeAllConnections()
  silentServer.close()
})

test('a folder and its files are private to its owner, and no key leads out of the folder', async () => {
  await stores.folder!.write('reports/3/1-1.csv', generateBytes(10), 'text/csv')
  const modeOf = (name: string) => (statSync(join(folder, 'files', name)).mode & 0o777).toString(8)
  expect(['', 'reports', 'reports/3', 'reports/3/1-1.csv'].map(modeOf)).toEqual(['700', '700', '700', '600'])
  const outsideFolder = join(folder, 'outside')
  mkdirSync(outsideFolder)
  writeFileSync(join(outsideFolder, 'secret'), 'kept')
  for (const key of ['../outside/secret', 'reports/../../outside/secret', '/etc/passwd', 'reports//x', '.hidden', 'reports/./x', 'x\u0000', '']) {
    await expect(stores.folder!.read(key), key).rejects.toThrow('not a valid file name')
    await expect(stores.folder!.write(key, generateBytes(1), 'text/csv'), key).rejects.toThrow('not a valid file name')
    await expect(stores.folder!.remove(key), key).rejects.toThrow('not a valid file name')
  }
  expect(readdirSync(outsideFolder)).toEqual(['secret'])
})
