import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentConfig, PublishTarget, ProviderError, PublishedAgent, VoiceProvider } from '../../../src/providers/provider.ts'
import { startSimulator } from '../../../src/simulator/simulator.ts'
import { memoryStore } from '../../../src/simulator/wire/store.ts'
import { createVapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { CONFIG, KEYS, WEBHOOK, saveNothing } from '../adapterKit.ts'

type Refs = Partial<PublishedAgent>
const config: AgentConfig = { ...CONFIG, voiceId: 'Elliot' }
const store = memoryStore()
const requests: { method: string; path: string; body: Record<string, any> }[] = []
let simulator: Awaited<ReturnType<typeof startSimulator>>
let vapi: VoiceProvider
let tag: string
/** Number of the first request to fail, counted from now. It and all later ones fail, before or after they take effect at Vapi. */
let failFrom = Infinity
let failAfterEffect = false

const proxy = http.createServer(async (req, res) => {
  const body = await buffer(req)
  requests.push({ method: req.method!, path: req.url!, body: body.length > 0 ? JSON.parse(body.toString()) : {} })
  const isCut = --failFrom <= 0
  if (isCut && !failAfterEffect) return void req.socket.destroy()
  const upstreamRequest = http.request(simulator.url + req.url!, { method: req.method!, headers: req.headers }).end(body)
  const [upstreamResponse] = (await once(upstreamRequest, 'response')) as [http.IncomingMessage]
  const responseText = await text(upstreamResponse)
  if (isCut) return void req.socket.destroy()
  res.writeHead(upstreamResponse.statusCode!, { 'content-type': 'application/json' }).end(responseText)
})

beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await simulator.close()
})
beforeEach(() => {
  failAfterEffect = false
  failFrom = Infinity
  requests.length = 0
  tag = randomUUID()
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/vapi`
  vapi = createVapiProvider({ apiKey: KEYS.vapiApiKey, baseUrl, listLagMs: 0 })
})

const assistants = async () =>
  (await store.load()).filter(({ kind }) => kind === 'vapi_assistant').map(({ body }) => body as { id: string; metadata?: { callwright_tag?: string } })
const taggedIds = async () => (await assistants()).filter(({ metadata }) => metadata?.callwright_tag === tag).map(({ id }) => id)
const targetFor = (refs: Refs = {}, mayHaveOrphans = false): PublishTarget => ({ tag, refs, mayHaveOrphans, webhook: WEBHOOK })

describe('publishing at Vapi', () => {
  test('the first publish creates an assistant with our tag, and the next replaces it and clears absent messages', async () => {
    const first = await vapi.publishAgent({ ...config, firstMessage: 'Ciao', voicemailMessage: 'A presto' }, targetFor(), saveNothing)
    const second = await vapi.publishAgent(config, targetFor(first), saveNothing)
    expect(second).toEqual({ ...first, version: 'v2' })
    expect(requests.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/vapi/assistant'],
      ['PATCH', `/vapi/assistant/${first.providerAgentId}`],
    ])
    expect(requests[0]!.body).toMatchObject({ metadata: { agent_id: '7', callwright_tag: tag }, firstMessage: 'Ciao', voicemailMessage: 'A presto' })
    expect(Object.keys(requests[1]!.body).sort()).toEqual(Object.keys(requests[0]!.body).sort())
    expect(requests[1]!.body).toMatchObject({ metadata: { callwright_tag: tag }, firstMessage: '', voicemailMessage: '' })
    expect(await taggedIds()).toEqual([first.providerAgentId])
    await vapi.deleteAgent(targetFor(second))
    await vapi.deleteAgent(targetFor(second))
    expect(await taggedIds()).toEqual([])
  })

  test('webhooks have our secret, and are signed if a credential is set', async () => {
    await vapi.publishAgent(config, targetFor(), saveNothing)
    const { server } = requests[0]!.body
    expect(server).toMatchObject({ url: WEBHOOK.url, headers: { 'X-Vapi-Secret': WEBHOOK.secret }, backoffPlan: { maxRetries: 5 } })
    expect(server).not.toHaveProperty('credentialId')
    const signing = createVapiProvider({
      apiKey: KEYS.vapiApiKey,
      baseUrl: `${simulator.url}/vapi`,

      webhookCredential: { id: 'credential-1', secret: 'key' },
      listLagMs: 0,
    })
    const { providerAgentId } = await signing.publishAgent(config, targetFor(), saveNothing)
    expect((await assistants()).find(({ id }) => id === providerAgentId)).toMatchObject({ server: { credentialId: 'credential-1' } })
    await vapi.deleteAgent(targetFor({}, true))
    expect(await taggedIds()).toEqual([])
  })

  /** Waits between the attempts of failing requests: safe ones are sent three times, 50 and 200 ms apart. */
  test.each([false, true])(
    'publishing again after an interruption at any request leaves exactly one assistant (requests took effect: %s)',
    async (afterEffect) => {
      failAfterEffect = afterEffect
      for (const isPublished of [false, true])
        for (let failedRequest = 1; failedRequest <= 3; failedRequest++) {
          tag = randomUUID()
          let refs: Refs = isPublished ? await vapi.publishAgent(config, targetFor(), saveNothing) : {}
          const save = async (saved: Refs) => void (refs = saved)
          failFrom = failedRequest
          await vapi.publishAgent(config, targetFor(refs), save).catch(() => null)
          await vapi.publishAgent(config, targetFor(refs, true), save).catch(() => null)
          failFrom = Infinity
          const agent = await vapi.publishAgent(config, targetFor(refs, true), save)
          expect(await taggedIds()).toEqual([agent.providerAgentId])
          expect(refs).toEqual(agent)
          await vapi.deleteAgent(targetFor(agent))
          expect(await taggedIds()).toEqual([])
        }
    },
  )

  test.each([false, true])('the next publish finds what a failed save left (undo failed: %s)', async (undoFails) => {
    const save = async () => {
      if (undoFails) failFrom = 1
      throw new Error('the database is gone')
    }
    await expect(vapi.publishAgent(config, targetFor(), save)).rejects.toThrow('the database is gone')
    failFrom = Infinity
    expect(await taggedIds()).toHaveLength(undoFails ? 1 : 0)
    const agent = await vapi.publishAgent(config, targetFor({}, true), saveNothing)
    expect(await taggedIds()).toEqual([agent.providerAgentId])
    await vapi.deleteAgent(targetFor({}, true))
    expect(await taggedIds()).toEqual([])
  })

  test('publishing deletes duplicate assistants with the tag, and no others', async () => {
    const otherTag = randomUUID()
    const otherAgent = await vapi.publishAgent(config, { tag: otherTag, refs: {}, mayHaveOrphans: false, webhook: WEBHOOK }, saveNothing)
    for (let n = 0; n < 3; n++) await vapi.publishAgent(config, targetFor(), saveNothing)
    expect(await taggedIds()).toHaveLength(3)
    const agent = await vapi.publishAgent(config, targetFor({}, true), saveNothing)
    expect(await taggedIds()).toEqual([agent.providerAgentId])
    await vapi.deleteAgent(targetFor({}, true))
    expect((await assistants()).map(({ id }) => id)).toContain(otherAgent.providerAgentId)
    expect(await taggedIds()).toEqual([])
    await vapi.deleteAgent({ tag: otherTag, refs: otherAgent, mayHaveOrphans: false })
  })

  test('an assistant deleted at Vapi is created again', async () => {
    const first = await vapi.publishAgent(config, targetFor(), saveNothing)
    await vapi.deleteAgent(targetFor(first))
    const second = await vapi.publishAgent(config, targetFor(first), saveNothing)
    expect(second.providerAgentId).not.toBe(first.providerAgentId)
    expect(await taggedIds()).toEqual([second.providerAgentId])
    await vapi.deleteAgent(targetFor(second))
  })

  test('a configuration with problems sends no request and is rejected with all of them', async () => {
    const invalidConfig = { ...config, voiceId: null, ringTimeoutSeconds: 45 }
    const error = (await vapi.publishAgent(invalidConfig, targetFor(), saveNothing).catch((thrown: unknown) => thrown)) as ProviderError
    expect(error).toMatchObject({ kind: 'rejected', info: { problems: vapi.findProblems(invalidConfig) } })
    expect(error.info.problems!.map(({ field }) => field)).toEqual(['ring_timeout_seconds', 'voice_id'])
    expect(requests).toEqual([])
  })

  test("a rejection by Vapi has Vapi's message and leaves nothing behind", async () => {
    const error = vapi.publishAgent({ ...config, voiceId: 'invalid-voice' }, targetFor(), saveNothing)
    await expect(error).rejects.toMatchObject({ kind: 'rejected', message: expect.stringContaining('invalid-voice') })
    expect(await taggedIds()).toEqual([])
  })
})
