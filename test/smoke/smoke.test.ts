import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VOICE_ENGINES, type VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { runSmokeTest } from '../../src/smoke/smoke.ts'
import { KEYS, providersAt, WEBHOOK } from '../providers/adapterKit.ts'

const NUMBER = { webhook: WEBHOOK, e164: '+14155550100', tag: randomUUID(), label: 'Main', sip: { terminationUri: 'rossi.pstn.example.com' } }
const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>
/** Requests that fail with status 500. */
let failingRequests: RegExp | null = null
let lines: string[]

const proxy = http.createServer(async (req, res) => {
  const body = await buffer(req)
  if (failingRequests?.test(`${req.method} ${req.url}`)) return void res.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"down"}')
  const upstreamRequest = http.request(simulator.url + req.url!, { method: req.method!, headers: req.headers }).end(body)
  const [upstreamResponse] = (await once(upstreamRequest, 'response')) as [http.IncomingMessage]
  const responseText = await text(upstreamResponse)
  res.writeHead(upstreamResponse.statusCode!, { 'content-type': 'application/json' }).end(responseText)
})
beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 40, ...KEYS })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  for (const provider of Object.values(providersAt(simulator.url))) await provider.importNumber(NUMBER)
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await simulator.close()
})
beforeEach(() => {
  failingRequests = null
  lines = []
})

const settings = (base: string) => ({
  RETELL_API_KEY: KEYS.retellApiKey,
  VAPI_API_KEY: KEYS.vapiApiKey,
  RETELL_BASE_URL: `${base}/retell`,
  VAPI_BASE_URL: `${base}/vapi/`,
})
const runTest = (...args: string[]) =>
  runSmokeTest(args, settings(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`), (line) => void lines.push(line))
const countCalls = async () => (await (await fetch(`${simulator.url}/simulator/state`)).json()).counts.calls.total as number
const countPlacements = async () =>
  ((await (await fetch(`${simulator.url}/simulator/requests`)).json()) as { method: string; path: string }[]).filter(
    ({ method, path }) => method === 'POST' && /create-phone-call$|\/call$/.test(path),
  ).length
const storedKinds = async () => (await store.load()).flatMap(({ kind }) => (kind === 'progress' || kind.startsWith('carrier_') ? [] : [kind])).sort()
const NUMBER_KINDS = ['retell_number', 'vapi_credential', 'vapi_number']

describe('the smoke test of the voice providers', () => {
  test('passes all checks, places no call, and leaves nothing behind', async () => {
    expect([await runTest(), lines.filter((line) => line.includes('✗'))]).toEqual([0, []])
    expect(lines.join('\n')).toMatch(/\nRetell\n[^]*\nVapi\n[^]*Nothing is left behind\.$/)
    expect(lines.filter((line) => line.includes('✓')).length).toBeGreaterThan(10)
    expect(await countPlacements()).toBe(0)
    expect(await storedKinds()).toEqual(NUMBER_KINDS)
  })

  /** Waits until the call connects, ends and is analyzed. The smoke test polls every half second. */
  test.each(VOICE_ENGINES)('places, ends and deletes one call at %s with --call', async (engine) => {
    const before = await countPlacements()
    const code = await runTest('--only', engine, '--call', '+390212340100', '--from', NUMBER.e164)
    expect([code, lines.filter((line) => line.includes('✗'))]).toEqual([0, []])
    expect(lines.join('\n')).toContain('places one call')
    expect((await countPlacements()) - before).toBe(1)
    expect(await countCalls()).toBe(0)
    expect(await storedKinds()).toEqual(NUMBER_KINDS)
  })

  test.each<[VoiceEngine, string, RegExp]>([
    ['retell', 'a failed publish', /publish-agent-version/],
    ['vapi', 'a failed update', /PATCH .*assistant/],
    ['vapi', 'a failed routing of a number', /PATCH .*phone-number/],
  ])('exits with 1 and cleans up at %s after %s', async (engine, _what, pattern) => {
    failingRequests = pattern
    expect(await runTest('--only', engine)).toBe(1)
    expect(lines.filter((line) => line.includes('✗')).length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toContain('left behind:')
    expect(await storedKinds()).toEqual(NUMBER_KINDS)
  })

  test('names the resources that cannot be deleted', async () => {
    failingRequests = /DELETE .*assistant/
    expect(await runTest('--only', 'vapi')).toBe(1)
    expect(lines.join('\n')).toMatch(/✗ left behind: agents tagged [0-9a-f-]{36} \(unavailable/)
    failingRequests = null
    const vapi = providersAt(simulator.url).vapi
    for (const line of lines) {
      const tag = /agents tagged ([0-9a-f-]{36})/.exec(line)?.[1]
      if (tag) await vapi.deleteAgent({ tag, refs: {}, mayHaveOrphans: true })
    }
    for (const { kind, id } of await store.load()) if (kind === 'vapi_assistant') await store.delete(kind, id)
  })

  test.each([
    [['--call', '+390212340100'], 'Use --call and --from together'],
    [['--call', '+390212340100', '--from', '+14155550100'], 'The test places only one call'],
    [['--only', 'twilio'], 'No API key to test with'],
    [['--nonsense'], 'Usage: npm run providers:smoke'],
  ])('the arguments %j are rejected without a request', async (args, answer) => {
    expect(await runTest(...args)).toBe(1)
    expect(lines.join('\n')).toContain(answer)
  })

  /** Starts the smoke test as a separate process, from the sources. */
  test('prints and exits the same as a separate process', async () => {
    const env = { PATH: process.env.PATH!, ...settings(simulator.url), VAPI_API_KEY: '' }
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/smoke/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>])
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing is left behind.')])
    expect(output).not.toContain('Vapi')
  })
})
