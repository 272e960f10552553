import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readEnv } from '../../src/kernel/config/env.ts'
import { s3Store } from '../../src/storage/s3Store.ts'
import { roleKey } from '../../src/storage/storeCredentials.ts'
import { BUCKET_KEYS, startBucketServer } from '../kit/fakes/bucketServer.ts'

const MIB = 1024 * 1024
/** Keys are renewed some minutes before they expire. */
const SOON_MS = 60_000

let bucket: Awaited<ReturnType<typeof startBucketServer>>
let issued = 0
let validMs = SOON_MS
/** Issues keys of a role to a container, as AWS does inside each. */
const roles = createServer((_, response) => {
  const key = { AccessKeyId: BUCKET_KEYS.accessKeyId, SecretAccessKey: BUCKET_KEYS.secretAccessKey, Token: `token ${(issued += 1)}` }
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ ...key, Expiration: new Date(Date.now() + validMs).toISOString() }))
})
beforeAll(async () => {
  bucket = await startBucketServer()
  await new Promise<void>((resolve) => roles.listen(0, '127.0.0.1', resolve))
  // Whoever runs the tests may have keys of their own.
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_WEB_IDENTITY_TOKEN_FILE']) vi.stubEnv(name, undefined)
  for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/nowhere')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  roles.closeAllConnections()
  await new Promise((resolve) => roles.close(resolve))
  await bucket.close()
})

test('without a role or a key, the start fails and says what is missing', async () => {
  await expect(roleKey()).rejects.toThrow(/S3_ENDPOINT requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or a role/)
  expect(() => readEnv({ S3_ENDPOINT: bucket.endpoint, S3_ACCESS_KEY_ID: 'one' })).toThrow('Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither.')
})

test("requests carry the session token of the role's current key, which is renewed before it expires", async () => {
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${(roles.address() as AddressInfo).port}/role`)
  const store = s3Store({ endpoint: bucket.endpoint, region: 'us-east-1', key: await roleKey() })
  const tokens: unknown[] = []
  bucket.onRequest((_method, _url, headers) => {
    expect(headers.authorization).toMatch(/SignedHeaders=[a-z0-9;-]*x-amz-security-token/)
    tokens.push(headers['x-amz-security-token'])
  })
  await store.write('reports/1/whole name+(é).csv', [Buffer.from('first')] as never, 'text/csv')
  validMs = 24 * 60 * 60_000
  await store.write('reports/1/parts.csv', [Buffer.alloc(9 * MIB, 1)] as never, 'text/csv')
  expect((await buffer((await store.read('reports/1/whole name+(é).csv'))!)).toString()).toBe('first')
  expect((await buffer((await store.read('reports/1/parts.csv'))!)).equals(Buffer.alloc(9 * MIB, 1))).toBe(true)
  await store.remove('reports/1/parts.csv')
  expect(tokens.length).toBeGreaterThan(6)
  expect(new Set(tokens).size).toBeGreaterThan(1)
  expect(tokens.at(-1)).toBe(`token ${issued}`)
  const before = issued
  await store.remove('reports/1/whole name+(é).csv')
  expect(issued).toBe(before)
})
