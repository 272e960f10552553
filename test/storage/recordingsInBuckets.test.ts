import { afterAll, afterEach, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as recordingCopies from '../../src/services/calls/recordings/recordingCopies.ts'
import { provider } from '../../src/services/voiceProviders/voiceProviders.ts'
import { startBucketServer, BUCKET_KEYS } from '../kit/fakes/bucketServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const bucket = await startBucketServer()
const testServer = useTestServer({
  env: {
    KEEP_RECORDINGS: 'move',
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: BUCKET_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: BUCKET_KEYS.secretAccessKey,
  },
})
afterEach(() => bucket.goOnline())
afterAll(() => bucket.close())

test('a recording moves from the provider to the bucket, is played from there, and is deleted from the bucket', async () => {
  const acme = await createTenant(testServer())
  const { id } = (await acme.place('+14155550009')).body
  const readCall = () => anyWorkspace.call.findUniqueOrThrow({ where: { id } })
  await waitFor('the end', async () => (await readCall()).finishedAt)
  await recordingCopies.sweep()
  await waitFor('the move', async () => (await readCall()).recordingPurgedAt)
  expect(await provider('retell').openRecording((await readCall()).providerCallId!)).toBeNull()
  const row = await anyWorkspace.keptRecording.findUniqueOrThrow({ where: { callId: id } })
  expect(bucket.files()).toEqual([`recordings/${acme.acme.id}/${id}-${row.keptAttempt}`])

  const play = (headers: Record<string, string> = {}) =>
    fetch(`${testServer().url}/api/v1/calls/${id}/recording`, { headers: { 'X-API-Key': acme.key.apiKey, ...headers } })
  const whole = Buffer.from(await (await play()).arrayBuffer())
  expect([whole.length, whole.toString('latin1', 0, 4)]).toEqual([Number(row.bytes), 'RIFF'])
  const part = await play({ Range: 'bytes=40-99' })
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(whole.subarray(40, 100))]).toEqual([206, true])
  bucket.goOffline()
  expect((await play()).status).toBe(503)
  bucket.goOnline()

  await acme.key.gql('mutation ($callId: ID!) { deleteRecording(callId: $callId) { id } }', { callId: id })
  expect((await play()).status).toBe(404)
  await waitFor('the deletion', () => bucket.files().length === 0)
})
