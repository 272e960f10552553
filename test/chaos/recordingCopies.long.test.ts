import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUCKET_KEYS, startBucketServer } from '../kit/fakes/bucketServer.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let bucket: Awaited<ReturnType<typeof startBucketServer>>
let server: Product
beforeAll(async () => {
  bucket = await startBucketServer()
  server = await createProduct({
    KEEP_RECORDINGS: 'copy',
    SIMULATOR_SPEED: '200',
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: BUCKET_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: BUCKET_KEYS.secretAccessKey,
  })
  await server.start()
})
afterAll(async () => {
  await server.end()
  await bucket.close()
})

/** Kills the server when it has begun to write the first copy, and starts it again. */
test('a recording whose copy is killed in the middle is copied exactly once afterwards, and no other file remains', async () => {
  const killed = new Promise<unknown>((resolve, reject) => {
    bucket.onRequest((method, url) => {
      if (method !== 'PUT' || !url.includes('/recordings/')) return
      bucket.onRequest(() => {})
      server.kill('SIGKILL').then(resolve, reject)
    })
  })
  let key = server.client()
  const agent = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id
  await key.post(`/agents/${agent}/publish`)
  const { id } = (await key.post('/calls', { to_number: '+14155550009', agent_id: agent })).body
  await killed
  await server.start()
  key = server.client()
  const play = () => fetch(`${server.url}/api/v1/calls/${id}/recording`, { headers: { 'X-API-Key': key.apiKey } })
  const isCopied = async () => (await play()).headers.has('repr-digest')
  await waitFor('the copy', isCopied)
  const files = bucket.files().filter((name) => name.startsWith('recordings/'))
  expect(files).toEqual([expect.stringMatching(new RegExp(`/${id}-\\d+$`))])
  expect(Buffer.from(await (await play()).arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF')
})
