import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { JsonObject } from '../../src/providers/provider.ts'
import { KEYS } from '../providers/adapterKit.ts'
import { createRetellAgent, startReceiver, startVendors, createVapiAgent } from './simulatorKit.ts'

const CLOSED_URL = 'http://127.0.0.1:9/'

it('Retell’s client can listen while a call is ongoing, but not to an unanswered or ended call', async () => {
  const { retell } = await startVendors({ speed: 20 })
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url)
  const unanswered = await place('+390212340002')
  const { call_id } = await place('+390212340011')
  await expect(retell.call.listenLive(unanswered.call_id)).rejects.toMatchObject({ status: 422 })
  await receiver.waitForWebhook(call_id, 'call_started')
  const invitation = await retell.call.listenLive(call_id)
  expect(invitation).toMatchObject({ room_name: call_id, transport: 'livekit', url: expect.stringMatching(/^ws:/) as string })
  expect(invitation.expires_at).toBeGreaterThan(Date.now())
  const claims = JSON.parse(Buffer.from(invitation.access_token.split('.')[1]!, 'base64url').toString()) as JsonObject
  expect(claims.video).toMatchObject({ room: call_id, canSubscribe: true, canPublish: false })
  await retell.call.stop(call_id)
  await expect(retell.call.listenLive(call_id)).rejects.toMatchObject({ status: 422 })
})

/** Waits for a simulated call to end, about two seconds at this speed. */
it('a live Vapi call streams 16-bit audio of both sides at its listenUrl, after a start message, until it ends', async () => {
  const { vapi } = await startVendors({ speed: 8 })
  const receiver = await startReceiver()
  const { place } = await createVapiAgent(vapi, { url: receiver.url })
  const { id, monitor } = await place('+390212340007')
  const startedAt = Date.now()
  const socket = new WebSocket(monitor!.listenUrl!)
  const texts: string[] = []
  const chunks: Buffer[] = []
  socket.on('message', (data: Buffer, isBinary) => (isBinary ? chunks.push(data) : texts.push(data.toString())))
  const code = await new Promise<number>((resolve) => socket.once('close', resolve))
  const seconds = (Date.now() - startedAt) / 1000
  expect(code).toBe(1000)
  expect(texts.map((text) => JSON.parse(text) as JsonObject)).toEqual([
    { type: 'start', encoding: 'linear16', container: 'raw', sampleRate: 16_000, channels: 1 },
  ])
  const audio = Buffer.concat(chunks)
  expect(audio.length / 2 / 16_000).toBeLessThanOrEqual(seconds)
  expect(audio.length / 2 / 16_000).toBeGreaterThan(1)
  expect(findPitches(audio)).toEqual(new Set([330, 220]))
  await receiver.waitForWebhook(id, 'end-of-call-report')
  await expect(openSocket(monitor!.listenUrl!)).rejects.toThrow('404')
})

it('the monitor plan decides who can listen', async () => {
  const { vapi } = await startVendors({ speed: 20 })
  const placeWithPlan = async (monitorPlan: JsonObject) =>
    (await (await createVapiAgent(vapi, { url: CLOSED_URL }, { monitorPlan })).place('+390212340011')).monitor!
  expect(await placeWithPlan({ listenEnabled: false, controlEnabled: false })).toEqual({})
  const { listenUrl } = await placeWithPlan({ listenEnabled: true, listenAuthenticationEnabled: true })
  await expect(openSocket(listenUrl!)).rejects.toThrow('401')
  await openSocket(listenUrl!, { authorization: `Bearer ${KEYS.vapiApiKey}` })
  await expect(openSocket(listenUrl!.replace(/live\/[^/]+/, 'live/none'))).rejects.toThrow('404')
})

async function openSocket(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.terminate()
}

/** Finds the pitches of all tenths of a second that contain a single tone, by counting zero crossings. */
function findPitches(sound: Buffer): Set<number> {
  const pitches = new Set<number>()
  for (let at = 0; at + 3200 <= sound.length; at += 320) {
    const samples = Array.from({ length: 1600 }, (_, index) => sound.readInt16LE(at + index * 2))
    const isWhole = Array.from({ length: 20 }, (_, part) => samples.slice(part * 80, part * 80 + 80)).every((part) => Math.max(...part) > 5000)
    const rises = samples.filter((sample, index) => index > 0 && samples[index - 1]! < 0 && sample >= 0).length
    if (isWhole) for (const pitch of [330, 220]) if (Math.abs(rises * 10 - pitch) <= 10) pitches.add(pitch)
  }
  return pitches
}

it('deleting a call at Vapi stops its audio immediately', async () => {
  const { vapi } = await startVendors({ speed: 20 })
  const { place } = await createVapiAgent(vapi, { url: CLOSED_URL })
  const { id, monitor } = await place('+390212340011')
  const socket = new WebSocket(monitor!.listenUrl!)
  await once(socket, 'message')
  await vapi.calls.delete({ id })
  expect(await new Promise<number>((resolve) => socket.once('close', resolve))).toBe(1000)
})
