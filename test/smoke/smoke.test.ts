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

const FROM = { webhook: WEBHOOK, e164: '+14155550100', tag: randomUUID(), label: 'Main', sip: { terminationUri: 'rossi.pstn.example.com' } }
const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>
/** Answers of 500 in place of the vendor's, for requests that match. */
let broken: RegExp | null = null
let lines: string[]

const proxy = http.createServer(async (req, res) => {
  const body = await buffer(req)
  if (broken?.test(`${req.method} ${req.url}`)) return void res.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"down"}')
  const onward = http.request(simulator.url + req.url!, { method: req.method!, headers: req.headers }).end(body)
  const [answer] = (await once(onward, 'response')) as [http.IncomingMessage]
  const sent = await text(answer)
  res.writeHead(answer.statusCode!, { 'content-type': 'application/json' }).end(sent)
})
beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 40, ...KEYS })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  for (const provider of Object.values(providersAt(simulator.url))) await provider.importNumber(FROM)
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await simulator.close()
})
beforeEach(() => {
  broken = null
  lines = []
})

const settings = (base: string) => ({
  RETELL_API_KEY: KEYS.retellApiKey,
  VAPI_API_KEY: KEYS.vapiApiKey,
  RETELL_BASE_URL: `${base}/retell`,
  VAPI_BASE_URL: `${base}/vapi/`,
})
const run = (...args: string[]) => runSmokeTest(args, settings(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`), (line) => void lines.push(line))
const calls = async () => (await (await fetch(`${simulator.url}/simulator/state`)).json()).counts.calls.total as number
const placements = async () =>
  ((await (await fetch(`${simulator.url}/simulator/requests`)).json()) as { method: string; path: string }[]).filter(
    ({ method, path }) => method === 'POST' && /create-phone-call$|\/call$/.test(path),
  ).length
const kept = async () => (await store.load()).flatMap(({ kind }) => (kind === 'progress' || kind.startsWith('carrier_') ? [] : [kind])).sort()
const NUMBERS = ['retell_number', 'vapi_credential', 'vapi_number']

describe('the smoke test of the voice providers', () => {
  test('finds everything as the adapters expect it, rings no phone, and leaves nothing behind', async () => {
    expect([await run(), lines.filter((line) => line.includes('✗'))]).toEqual([0, []])
    expect(lines.join('\n')).toMatch(/\nRetell\n[^]*\nVapi\n[^]*Nothing is left behind\.$/)
    expect(lines.filter((line) => line.includes('✓')).length).toBeGreaterThan(10)
    expect(await placements()).toBe(0)
    expect(await kept()).toEqual(NUMBERS)
  })

  /** Waits for the call to get through, to end and to be analyzed: the smoke test asks for each every half second. */
  test.each(VOICE_ENGINES)('places one call at %s when asked to, ends and deletes it', async (engine) => {
    const before = await placements()
    const code = await run('--only', engine, '--call', '+390212340100', '--from', FROM.e164)
    expect([code, lines.filter((line) => line.includes('✗'))]).toEqual([0, []])
    expect(lines.join('\n')).toContain('places one call')
    expect((await placements()) - before).toBe(1)
    expect(await calls()).toBe(0)
    expect(await kept()).toEqual(NUMBERS)
  })

  test.each<[VoiceEngine, string, RegExp]>([
    ['retell', 'a publication that fails', /publish-agent-version/],
    ['vapi', 'an update that fails', /PATCH .*assistant/],
    ['vapi', 'a number that cannot be routed', /PATCH .*phone-number/],
  ])('%s: %s is an exit code of 1, and what was made is taken away', async (engine, _what, requests) => {
    broken = requests
    expect(await run('--only', engine)).toBe(1)
    expect(lines.filter((line) => line.includes('✗')).length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toContain('left behind:')
    expect(await kept()).toEqual(NUMBERS)
  })

  test('what cannot be taken away is named', async () => {
    broken = /DELETE .*assistant/
    expect(await run('--only', 'vapi')).toBe(1)
    expect(lines.join('\n')).toMatch(/✗ left behind: agents tagged [0-9a-f-]{36} \(unavailable/)
    broken = null
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
  ])('%j asks nothing of anybody', async (args, answer) => {
    expect(await run(...args)).toBe(1)
    expect(lines.join('\n')).toContain(answer)
  })

  /** Starts the smoke test as a process of its own, from the sources. */
  test('as a process it prints and exits the same', async () => {
    const env = { PATH: process.env.PATH!, ...settings(simulator.url), VAPI_API_KEY: '' }
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/smoke/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>])
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing is left behind.')])
    expect(output).not.toContain('Vapi')
  })
})
