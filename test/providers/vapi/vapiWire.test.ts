import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOptions, VoiceProvider } from '../../../src/providers/provider.ts'
import { vapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { REF, WEBHOOK } from '../adapterKit.ts'

type Body = Record<string, any>
const seen: { method: string; path: string; body: Body | null }[] = []
/** What Vapi has at each path; anything else is a 404. Whatever is posted is made, whatever is deleted is gone. */
let there: Record<string, unknown>
let base: string
let vapi: VoiceProvider

const server = http.createServer(async (req, res) => {
  const sent = await text(req)
  const { method, url } = req as { method: string; url: string }
  if (url.startsWith('/down')) return void req.socket.destroy()
  seen.push({ method, path: url, body: sent ? JSON.parse(sent) : null })
  const path = url.split('?')[0]!
  const known = method === 'POST' ? { id: 'made' } : there[path]
  if (method === 'DELETE') delete there[path]
  res.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(known ?? { message: 'not found' }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen.length = 0
  there = {}
  vapi = vapiProvider({ apiKey: 'key', baseUrl: base, listLagMs: 0 })
})
const paths = () => seen.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

const terms: CallOptions = {
  ref: REF,
  agent: { providerAgentId: 'assistant-1', version: 'v3', refs: {} },
  recording: true,
  variables: { first_name: 'Luca' },
  metadata: {},
}
async function placed(changes: Partial<CallOptions> = {}): Promise<Body> {
  const from = { webhook: WEBHOOK, e164: '+14155550100', providerNumberId: 'number-1' }
  await vapi.placeCall({ ...terms, ...changes, from, to: '+390212340100', timeoutMs: 2_000 })
  return seen.at(-1)!.body!
}

describe('the terms of a call', () => {
  test('without any of its own it is held as the agent was published', async () => {
    expect(await placed()).toEqual({
      name: REF,
      assistantId: 'assistant-1',
      assistantVersion: 'v3',
      phoneNumberId: 'number-1',
      customer: { number: '+390212340100', externalId: REF },
      assistantOverrides: { metadata: { callwright_ref: REF }, variableValues: { first_name: 'Luca' } },
    })
  })

  test("the customer's metadata goes beside our reference and never in its place", async () => {
    const { assistantOverrides } = await placed({ metadata: { order: 7, callwright_ref: 'mine' } })
    expect(assistantOverrides.metadata).toEqual({ order: 7, callwright_ref: REF })
  })

  test.each([
    ['auto', 'multi'],
    ['de-DE', 'de'],
    ['eo', 'multi'],
  ])('the language %s is listened to as %s', async (language, known) => {
    expect((await placed({ language })).assistantOverrides.transcriber).toEqual({ provider: 'deepgram', model: 'nova-3', language: known })
  })

  test('recording off leaves no audio', async () => {
    expect((await placed({ recording: false })).assistantOverrides.artifactPlan).toEqual({
      recordingEnabled: false,
      pcapEnabled: false,
      videoRecordingEnabled: false,
    })
  })

  test('what is to be found out replaces the whole plan, written in the language asked for', async () => {
    const analysis = [
      { name: 'mood', type: 'string' as const, description: 'Mood' },
      { name: 'size', type: 'enum' as const, description: 'Size', choices: ['s'] },
    ]
    const { analysisPlan: plain } = (await placed({ analysis })).assistantOverrides
    expect(plain.summaryPlan).toEqual({ enabled: true })
    const { analysisPlan } = (await placed({ analysis, outputLanguage: 'it-IT' })).assistantOverrides
    expect(analysisPlan.successEvaluationPlan).toEqual({ enabled: true, rubric: 'PassFail' })
    expect(analysisPlan.summaryPlan.messages[0].content).toContain('Write it in Italian (Italy)')
    expect(analysisPlan.summaryPlan.messages[1].content).toContain('{{transcript}}')
    const { properties } = analysisPlan.structuredDataPlan.schema
    expect(Object.keys(properties)).toEqual(['mood', 'size', 'detected_language', 'call_outcome'])
    expect(properties.mood.description).toContain('Write it in Italian')
    expect(JSON.stringify([properties.size, properties.detected_language, properties.call_outcome])).not.toContain('Italian')
  })

  test('a call taken in is held on the same terms', async () => {
    const own = { ...terms, recording: false, language: 'auto', metadata: { a: 1 }, outputLanguage: 'fr', analysis: [] }
    const { assistantOverrides } = await placed(own)
    expect(vapi.answerInbound(own)).toEqual({ assistantId: 'assistant-1', assistantOverrides })
    expect(vapi.rejectInbound('We are closed.')).toEqual({ error: 'We are closed.' })
  })
})

describe('listening', () => {
  const monitor = { listenUrl: 'wss://vapi.example/c1/listen', controlUrl: 'https://vapi.example/c1/control' }
  test.each<[string, unknown, unknown]>([
    ['a call in progress', { id: 'c1', status: 'in-progress', monitor }, { kind: 'websocket', url: monitor.listenUrl }],
    ['a forwarded call', { id: 'c1', status: 'forwarding', monitor }, { kind: 'websocket', url: monitor.listenUrl }],
    ['a call in progress without the address', { id: 'c1', status: 'in-progress' }, null],
    ['a call that still rings', { id: 'c1', status: 'ringing', monitor }, null],
    ['a call that is over', { id: 'c1', status: 'ended', monitor }, null],
    ['a call that Vapi does not know', undefined, null],
  ])('%s', async (_name, call, audio) => {
    there['/call/c1'] = call
    expect(await vapi.listen('c1')).toEqual(audio)
  })
})

test('deleting audio deletes the call at Vapi, and may be repeated', async () => {
  there['/call/c1'] = { id: 'c1' }
  await vapi.deleteRecording('c1')
  await vapi.deleteRecording('c1')
  expect(seen).toEqual(Array.from({ length: 2 }, () => ({ method: 'DELETE', path: '/call/c1', body: {} })))
})

describe('numbers', () => {
  const sip = { terminationUri: 'sip:rossi.pstn.example.com:5061;transport=tls', username: 'u', password: 'p' }
  const tag = '6f1c1f0e-3f3b-4c58-9c3e-0f6a2b7d9e11'
  const mark = '[cw-6f1c1f0e3f3b]'
  const number = { webhook: WEBHOOK, e164: '+14155550100', tag, label: 'Main', sip }
  const ref = { webhook: WEBHOOK, e164: number.e164, tag, providerNumberId: 'n1' }
  const ours = { url: WEBHOOK.url, headers: { 'X-Vapi-Secret': WEBHOOK.secret } }

  test('a new one is made with its trunk, and nobody set to answer but us', async () => {
    there['/phone-number'] = []
    expect(await vapi.importNumber(number)).toBe('made')
    expect(paths()).toEqual(['GET /phone-number', 'GET /credential', 'POST /credential', 'POST /phone-number'])
    expect(seen[2]!.body).toMatchObject({
      provider: 'byo-sip-trunk',
      gateways: [{ ip: 'rossi.pstn.example.com', port: 5061, inboundEnabled: false, outboundEnabled: true, outboundProtocol: 'tls' }],
      outboundAuthenticationPlan: { authUsername: 'u', authPassword: 'p' },
    })
    expect(seen[3]!.body).toMatchObject({ provider: 'byo-phone-number', number: '+14155550100', credentialId: 'made', name: `Main ${mark}`, server: ours })
    for (const key of ['assistantId', 'squadId', 'workflowId']) expect(seen[3]!.body).not.toHaveProperty(key)
  })

  test('a trunk with a plain address takes calls in as well', async () => {
    there['/phone-number'] = []
    await vapi.importNumber({ ...number, sip: { terminationUri: '203.0.113.7' } })
    expect(seen[2]!.body).toMatchObject({ gateways: [{ ip: '203.0.113.7', inboundEnabled: true }] })
  })

  test.each([
    [{ authToken: 'a-token' }, { twilioAuthToken: 'a-token' }],
    [
      { apiKey: 'SK1', apiSecret: 'a-secret' },
      { twilioApiKey: 'SK1', twilioApiSecret: 'a-secret' },
    ],
  ])('one of Twilio is reached by the account, and its texts are left alone', async (proof, sent) => {
    there['/phone-number'] = []
    const account = { carrier: 'twilio', accountSid: 'AC1', ...proof } as const
    expect(await vapi.importNumber({ webhook: WEBHOOK, e164: number.e164, tag, label: null, account: account as never })).toBe('made')
    expect(paths()).toEqual(['GET /phone-number', 'POST /phone-number'])
    expect(seen[1]!.body).toEqual({
      provider: 'twilio',
      number: number.e164,
      name: `+14155550100 ${mark}`,
      twilioAccountSid: 'AC1',
      ...sent,
      smsEnabled: false,
      server: expect.objectContaining(ours),
    })
  })

  test('one of Vonage is reached by a credential that holds the account', async () => {
    there['/phone-number'] = []
    expect(
      await vapi.importNumber({ webhook: WEBHOOK, e164: number.e164, tag, label: 'Main', account: { carrier: 'vonage', apiKey: 'key', apiSecret: 'secret' } }),
    ).toBe('made')
    expect(seen[2]!.body).toEqual({ provider: 'vonage', name: `Main ${mark}`, apiKey: 'key', apiSecret: 'secret' })
    expect(seen[3]!.body).toMatchObject({ provider: 'vonage', number: number.e164, credentialId: 'made', server: ours })
  })

  test('one whose id was never learnt is looked for before it is taken away; one that is not there is no error', async () => {
    there = { '/phone-number': [{ id: 'n1', number: number.e164, name: mark }], '/phone-number/n1': { id: 'n1', name: mark } }
    await vapi.releaseNumber({ webhook: WEBHOOK, e164: number.e164, tag, providerNumberId: null })
    expect(paths()).toEqual(['GET /phone-number', 'GET /phone-number/n1', 'DELETE /phone-number/n1'])
    await vapi.releaseNumber({ webhook: WEBHOOK, e164: '+442079460000', tag, providerNumberId: null })
    expect(paths().slice(3)).toEqual(['GET /phone-number', 'GET /credential'])
  })

  test('one that is there already with our mark is used, and from then on asks us', async () => {
    there['/phone-number'] = [
      { id: 'n0', number: '+1' },
      { id: 'n1', number: '+14155550100', provider: 'twilio', name: `Desk ${mark}` },
    ]
    there['/phone-number/n1'] = { id: 'n1' }
    expect(await vapi.importNumber(number)).toBe('n1')
    expect(paths()).toEqual(['GET /phone-number', 'PATCH /phone-number/n1'])
    expect(seen[1]!.body).toEqual({ provider: 'twilio', server: expect.objectContaining(ours) })
  })

  test('whoever was set to answer is cleared, and only who was', async () => {
    there['/phone-number/n1'] = { id: 'n1', name: mark, provider: 'byo-phone-number', assistantId: 'a1', squadId: null }
    await vapi.routeInbound(ref)
    expect(seen[1]!.body).toEqual({ provider: 'byo-phone-number', server: expect.objectContaining(ours), assistantId: null })
  })

  test.each([
    ['no mark', { name: 'Hotline', server: ours }, null],
    ['another mark, though it asks us', { name: 'Hotline [cw-000000000000]', server: ours }, 'n1'],
    ['no mark, and asks somebody else', { name: 'Hotline', server: { url: 'https://other.example/vapi' } }, 'n1'],
  ])('one with %s is not ours: neither changed nor released', async (_why, shown, providerNumberId) => {
    const one = { id: 'n1', number: number.e164, credentialId: 't1', ...shown }
    there = { '/phone-number': [one], '/phone-number/n1': one }
    await expect(vapi.importNumber(number)).rejects.toMatchObject({ kind: 'rejected', info: { code: 'number_taken' } })
    if (providerNumberId) await expect(vapi.routeInbound({ ...ref, providerNumberId })).rejects.toMatchObject({ info: { code: 'number_taken' } })
    await vapi.releaseNumber({ ...ref, providerNumberId })
    expect(paths().filter((path) => !path.startsWith('GET'))).toEqual([])
  })

  test('one that was brought there before numbers were marked is marked when it is touched, and released with its trunk', async () => {
    there = {
      '/phone-number/n1': { id: 'n1', name: 'Main', server: ours, credentialId: 't1' },
      '/phone-number': [],
      '/credential/t1': { id: 't1', name: 'Main' },
    }
    await vapi.routeInbound(ref)
    expect(seen[1]!.body).toEqual({ server: expect.objectContaining(ours), name: `Main ${mark}` })
    await vapi.releaseNumber(ref)
    expect(paths().filter((path) => path.startsWith('DELETE'))).toEqual(['DELETE /phone-number/n1', 'DELETE /credential/t1'])
  })

  test('a credential that a marked number was given at Vapi since is not deleted with it', async () => {
    there = { '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' }, '/phone-number': [], '/credential/t1': { id: 't1', name: 'Of the operator' } }
    await vapi.releaseNumber(ref)
    expect(paths().filter((path) => path.startsWith('DELETE'))).toEqual(['DELETE /phone-number/n1'])
  })

  test('one that is gone at Vapi cannot be routed', () => expect(vapi.routeInbound(ref)).rejects.toMatchObject({ kind: 'not_found' }))

  test('taking one away takes its trunk along, and may be repeated', async () => {
    there = {
      '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' },
      '/credential/t1': { id: 't1', name: mark },
      '/phone-number': [{ id: 'n2', credentialId: 't2' }],
    }
    await vapi.releaseNumber(ref)
    await vapi.releaseNumber(ref)
    expect(paths()).toEqual([
      'GET /phone-number/n1',
      'DELETE /phone-number/n1',
      'GET /phone-number',
      'GET /credential/t1',
      'DELETE /credential/t1',
      'GET /phone-number/n1',
      'GET /credential',
    ])
  })

  test('credentials with our mark that no number uses are deleted before another is made, and no others', async () => {
    there = {
      '/phone-number': [{ id: 'n2', credentialId: 't2' }],
      '/credential': [
        { id: 't1', name: `Main ${mark}` },
        { id: 't2', name: `Used ${mark}` },
        { id: 't3', name: 'Of the operator' },
        { id: 't4', name: 'Of another number [cw-000000000000]' },
      ],
      '/credential/t1': { id: 't1' },
    }
    expect(await vapi.importNumber(number)).toBe('made')
    expect(paths().filter((path) => !path.startsWith('GET'))).toEqual(['DELETE /credential/t1', 'POST /credential', 'POST /phone-number'])
  })

  test('a trunk that another number uses stays', async () => {
    there = { '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' }, '/phone-number': [{ id: 'n2', credentialId: 't1' }] }
    await vapi.releaseNumber(ref)
    expect(paths()).toEqual(['GET /phone-number/n1', 'DELETE /phone-number/n1', 'GET /phone-number'])
  })
})

test('Vapi does not tell how many calls it takes', async () => {
  expect(await vapi.getConcurrency()).toBeNull()
  expect(seen).toEqual([])
})

test('after repeated failures Vapi is left alone for a while', async () => {
  const down = vapiProvider({ apiKey: 'key', baseUrl: `${base}/down`, listLagMs: 0, cooldownMs: 60_000 })
  for (let n = 0; n < 8; n++) await down.placeCall({ ...terms, from: { e164: '+1', providerNumberId: 'n' }, to: '+1', timeoutMs: 2_000 }).catch(() => {})
  const asked = seen.length
  await expect(down.getCall('c1')).rejects.toMatchObject({ kind: 'unavailable', info: { code: 'circuit_open' } })
  expect(seen).toHaveLength(asked)
})
