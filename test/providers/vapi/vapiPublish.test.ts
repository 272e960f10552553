import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentConfig, PublishTarget, ProviderError, PublishedAgent, VoiceProvider } from '../../../src/providers/provider.ts'
import { startSimulator } from '../../../src/simulator/simulator.ts'
import { memoryStore } from '../../../src/simulator/wire/store.ts'
import { vapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { CONFIG, KEYS, WEBHOOK, saveNothing } from '../adapterKit.ts'

type Refs = Partial<PublishedAgent>
const config: AgentConfig = { ...CONFIG, voiceId: 'Elliot' }
const store = memoryStore()
const seen: { method: string; path: string; body: Record<string, any> }[] = []
let simulator: Awaited<ReturnType<typeof startSimulator>>
let vapi: VoiceProvider
let tag: string
/** The n-th request from now on and all after it are cut off, before or after Vapi has done what they ask. */
let cutFrom = Infinity
let cutAfterEffect = false

const proxy = http.createServer(async (req, res) => {
  const body = await buffer(req)
  seen.push({ method: req.method!, path: req.url!, body: body.length > 0 ? JSON.parse(body.toString()) : {} })
  const cut = --cutFrom <= 0
  if (cut && !cutAfterEffect) return void req.socket.destroy()
  const onward = http.request(simulator.url + req.url!, { method: req.method!, headers: req.headers }).end(body)
  const [answer] = (await once(onward, 'response')) as [http.IncomingMessage]
  const sent = await text(answer)
  if (cut) return void req.socket.destroy()
  res.writeHead(answer.statusCode!, { 'content-type': 'application/json' }).end(sent)
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
  cutAfterEffect = false
  cutFrom = Infinity
  seen.length = 0
  tag = randomUUID()
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/vapi`
  vapi = vapiProvider({ apiKey: KEYS.vapiApiKey, baseUrl, listLagMs: 0 })
})

const assistants = async () =>
  (await store.load()).filter(({ kind }) => kind === 'vapi_assistant').map(({ body }) => body as { id: string; metadata?: { callwright_tag?: string } })
const mine = async () => (await assistants()).filter(({ metadata }) => metadata?.callwright_tag === tag).map(({ id }) => id)
const place = (refs: Refs = {}, mayHaveMore = false): PublishTarget => ({ tag, refs, mayHaveOrphans: mayHaveMore, webhook: WEBHOOK })

describe('publishing at Vapi', () => {
  test('the first time makes an assistant with our tag, the next replaces it whole, and takes back what is no more said', async () => {
    const first = await vapi.publishAgent({ ...config, firstMessage: 'Ciao', voicemailMessage: 'A presto' }, place(), saveNothing)
    const second = await vapi.publishAgent(config, place(first), saveNothing)
    expect(second).toEqual({ ...first, version: 'v2' })
    expect(seen.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/vapi/assistant'],
      ['PATCH', `/vapi/assistant/${first.providerAgentId}`],
    ])
    expect(seen[0]!.body).toMatchObject({ metadata: { agent_id: '7', callwright_tag: tag }, firstMessage: 'Ciao', voicemailMessage: 'A presto' })
    expect(Object.keys(seen[1]!.body).sort()).toEqual(Object.keys(seen[0]!.body).sort())
    expect(seen[1]!.body).toMatchObject({ metadata: { callwright_tag: tag }, firstMessage: '', voicemailMessage: '' })
    expect(await mine()).toEqual([first.providerAgentId])
    await vapi.deleteAgent(place(second))
    await vapi.deleteAgent(place(second))
    expect(await mine()).toEqual([])
  })

  test('webhooks come back with our secret, and signed where a credential is set', async () => {
    await vapi.publishAgent(config, place(), saveNothing)
    const { server } = seen[0]!.body
    expect(server).toMatchObject({ url: WEBHOOK.url, headers: { 'X-Vapi-Secret': WEBHOOK.secret }, backoffPlan: { maxRetries: 5 } })
    expect(server).not.toHaveProperty('credentialId')
    const signing = vapiProvider({
      apiKey: KEYS.vapiApiKey,
      baseUrl: `${simulator.url}/vapi`,

      webhookCredential: { id: 'credential-1', secret: 'key' },
      listLagMs: 0,
    })
    const { providerAgentId } = await signing.publishAgent(config, place(), saveNothing)
    expect((await assistants()).find(({ id }) => id === providerAgentId)).toMatchObject({ server: { credentialId: 'credential-1' } })
    await vapi.deleteAgent(place({}, true))
    expect(await mine()).toEqual([])
  })

  /** Waits between the attempts of requests that are cut off: those that are safe to repeat are sent three times, 50 and 200 ms apart. */
  test.each([false, true])('an interruption at any request leaves exactly one assistant when published again (done all the same: %s)', async (afterEffect) => {
    cutAfterEffect = afterEffect
    for (const published of [false, true])
      for (let cut = 1; cut <= 3; cut++) {
        tag = randomUUID()
        let refs: Refs = published ? await vapi.publishAgent(config, place(), saveNothing) : {}
        const save = async (saved: Refs) => void (refs = saved)
        cutFrom = cut
        await vapi.publishAgent(config, place(refs), save).catch(() => null)
        await vapi.publishAgent(config, place(refs, true), save).catch(() => null)
        cutFrom = Infinity
        const agent = await vapi.publishAgent(config, place(refs, true), save)
        expect(await mine()).toEqual([agent.providerAgentId])
        expect(refs).toEqual(agent)
        await vapi.deleteAgent(place(agent))
        expect(await mine()).toEqual([])
      }
  })

  test.each([false, true])('a save that fails leaves nothing that is not found again (unable to undo: %s)', async (unable) => {
    const save = async () => {
      if (unable) cutFrom = 1
      throw new Error('the database is gone')
    }
    await expect(vapi.publishAgent(config, place(), save)).rejects.toThrow('the database is gone')
    cutFrom = Infinity
    expect(await mine()).toHaveLength(unable ? 1 : 0)
    const agent = await vapi.publishAgent(config, place({}, true), saveNothing)
    expect(await mine()).toEqual([agent.providerAgentId])
    await vapi.deleteAgent(place({}, true))
    expect(await mine()).toEqual([])
  })

  test('assistants left by several interruptions become one, and those of others stay', async () => {
    const other = randomUUID()
    const foreign = await vapi.publishAgent(config, { tag: other, refs: {}, mayHaveOrphans: false, webhook: WEBHOOK }, saveNothing)
    for (let n = 0; n < 3; n++) await vapi.publishAgent(config, place(), saveNothing)
    expect(await mine()).toHaveLength(3)
    const agent = await vapi.publishAgent(config, place({}, true), saveNothing)
    expect(await mine()).toEqual([agent.providerAgentId])
    await vapi.deleteAgent(place({}, true))
    expect((await assistants()).map(({ id }) => id)).toContain(foreign.providerAgentId)
    expect(await mine()).toEqual([])
    await vapi.deleteAgent({ tag: other, refs: foreign, mayHaveOrphans: false })
  })

  test('an assistant that was deleted at Vapi is made anew', async () => {
    const first = await vapi.publishAgent(config, place(), saveNothing)
    await vapi.deleteAgent(place(first))
    const second = await vapi.publishAgent(config, place(first), saveNothing)
    expect(second.providerAgentId).not.toBe(first.providerAgentId)
    expect(await mine()).toEqual([second.providerAgentId])
    await vapi.deleteAgent(place(second))
  })

  test('a configuration with problems costs no request and is refused with all of them', async () => {
    const bad = { ...config, voiceId: null, ringTimeoutSeconds: 45 }
    const error = (await vapi.publishAgent(bad, place(), saveNothing).catch((thrown: unknown) => thrown)) as ProviderError
    expect(error).toMatchObject({ kind: 'rejected', info: { problems: vapi.findProblems(bad) } })
    expect(error.info.problems!.map(({ field }) => field)).toEqual(['ring_timeout_seconds', 'voice_id'])
    expect(seen).toEqual([])
  })

  test('what Vapi itself refuses is refused in its words, and leaves nothing', async () => {
    const error = vapi.publishAgent({ ...config, voiceId: 'invalid-voice' }, place(), saveNothing)
    await expect(error).rejects.toMatchObject({ kind: 'rejected', message: expect.stringContaining('invalid-voice') })
    expect(await mine()).toEqual([])
  })
})
