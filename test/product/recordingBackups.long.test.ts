import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataFolder } from '../kit/server/dataFolder.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { runAdminCommand } from './adminCommand.ts'

const SETTINGS = { KEEP_RECORDINGS: 'move', SIMULATOR_SPEED: '200' }

let folder: string
let server: Product
let restored: Product
beforeAll(async () => {
  folder = createDataFolder('recordings')
  server = await createProduct(SETTINGS)
  restored = await createProduct(SETTINGS)
  await server.start()
})
afterAll(async () => {
  await Promise.all([server.end(), restored.end()])
  rmSync(folder, { recursive: true, force: true })
})

const runAdmin = ({ dataDir }: Product, ...args: string[]) => runAdminCommand(dataDir, args, SETTINGS)
const play = async (product: Product, callId: number) => {
  const response = await fetch(`${product.url}/api/v1/calls/${callId}/recording`, { headers: { 'X-API-Key': product.demo().api_key } })
  return { status: response.status, digest: response.headers.get('repr-digest'), audio: Buffer.from(await response.arrayBuffer()) }
}
const readCopy = async (product: Product, callId: number) =>
  (await product.client().gql<any>('query ($callId: ID!) { recordingCopy(callId: $callId) { status sha256 bytes } }', { callId })).recordingCopy
const recordingsOf = ({ dataDir }: Product, workspaceId: number) => {
  const place = join(dataDir, 'files/recordings', String(workspaceId))
  return readdirSync(place).map((name) => ({ name, content: readFileSync(join(place, name)) }))
}

/** Copies a recording, backs up, kills the server, deletes all its data, and restores it. */
test('a copied recording is played after a restore into an empty folder, byte for byte and still encrypted on disk', async () => {
  const key = server.client()
  const { id: agent } = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body
  await key.post(`/agents/${agent}/publish`)
  const { id } = (await key.post('/calls', { to_number: '+14155550009', agent_id: agent })).body
  await waitFor('the copy', async () => (await play(server, id)).digest)
  const [before, copy] = [await play(server, id), await readCopy(server, id)]
  const files = recordingsOf(server, server.demo().workspace_id)
  const sha256 = createHash('sha256').update(before.audio).digest()
  expect(before).toMatchObject({ status: 200, digest: `sha-256=:${sha256.toString('base64')}:` })
  expect(copy).toEqual({ status: 'stored', sha256: sha256.toString('hex'), bytes: before.audio.length })

  const file = join(folder, 'night.backup')
  expect(await runAdmin(server, 'backup', file)).toMatchObject({ files: 1, missing_files: 0 })
  await server.kill('SIGKILL')
  await waitFor('the database to stop', () => !existsSync(join(server.dataDir, 'postgres/postmaster.pid')))
  rmSync(server.dataDir, { recursive: true })
  expect(await runAdmin(restored, 'restore', file)).toMatchObject({ restored: true, files: 1 })

  await restored.start()
  expect(await play(restored, id)).toEqual(before)
  expect(await readCopy(restored, id)).toEqual(copy)
  expect(recordingsOf(restored, restored.demo().workspace_id)).toEqual(files)
  for (let at = 0; at + 64 < before.audio.length; at += 4096) expect(files[0]!.content.includes(before.audio.subarray(at, at + 64))).toBe(false)
})
