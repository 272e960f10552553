import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOptions, VoiceProvider } from '../../../src/providers/provider.ts'
import { createVapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { REF, WEBHOOK } from '../adapterKit.ts'

type Body = Record<string, any>
const requests: { method: string; path: string; body: Body | null }[] = []
/** Vapi's resources by path; other paths return 404. POST creates a resource, and DELETE removes one. */
let resources: Record<string, unknown>
let base: string
let vapi: VoiceProvider

const server = http.createServer(async (req, res) => {
  const requestText = await text(req)
  const { method, url } = req as { method: string; url: string }
  if (url.startsWith('/down')) return void req.socket.destroy()
  requests.push({ method, path: url, body: requestText ? JSON.parse(requestText) : null })
  const path = url.split('?')[0]!
  const resource = method === 'POST' ? { id: 'made' } : resources[path]
  if (method === 'DELETE') delete resources[path]
  res.writeHead(resource ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(resource ?? { message: 'not found' }))
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
  requests.length = 0
  resources = {}
  vapi = createVapiProvider({ apiKey: 'key', baseUrl: base, listLagMs: 0 })
})
const paths = () => requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

const OPTIONS: CallOptions = {
  ref: REF,
  agent: { providerAgentId: 'assistant-1', version: 'v3', refs: {} },
  recording: true,
  variables: { first_name: 'Luca' },
  metadata: {},
}
async function placeCall(changes: Partial<CallOptions> = {}): Promise<Body> {
  const from = { webhook: WEBHOOK, e164: '+14155550100', providerNumberId: 'number-1' }
  await vapi.placeCall({ ...OPTIONS, ...changes, from, to: '+390212340100', timeoutMs: 2_000 })
  return requests.at(-1)!.body!
}

describe('call options', () => {
  test('a call without overrides uses the published agent', async () => {
    expect(await placeCall()).toEqual({
      name: REF,
      assistantId: 'assistant-1',
      assistantVersion: 'v3',
      phoneNumberId: 'number-1',
      customer: { number: '+390212340100', externalId: REF },
      assistantOverrides: { metadata: { callwright_ref: REF }, variableValues: { first_name: 'Luca' } },
    })
  })

  test("the customer's metadata is sent with our reference and never replaces it", async () => {
    const { assistantOverrides } = await placeCall({ metadata: { order: 7, callwright_ref: 'mine' } })
    expect(assistantOverrides.metadata).toEqual({ order: 7, callwright_ref: REF })
  })

  test.each([
    ['auto', 'multi'],
    ['de-DE', 'de'],
    ['eo', 'multi'],
  ])('the language %s is transcribed as %s', async (language, transcriberLanguage) => {
    expect((await placeCall({ language })).assistantOverrides.transcriber).toEqual({ provider: 'deepgram', model: 'nova-3', language: transcriberLanguage })
  })

  test('turning recording off turns all audio off', async () => {
    expect((await placeCall({ recording: false })).assistantOverrides.artifactPlan).toEqual({
      recordingEnabled: false,
      pcapEnabled: false,
      videoRecordingEnabled: false,
    })
  })

  test('the analysis items of a call replace the whole plan and use the output language', async () => {
    const analysis = [
      { name: 'mood', type: 'string' as const, description: 'Mood' },
      { name: 'size', type: 'enum' as const, description: 'Size', choices: ['s'] },
    ]
    const { analysisPlan: plain } = (await placeCall({ analysis })).assistantOverrides
    expect(plain.summaryPlan).toEqual({ enabled: true })
    const { analysisPlan } = (await placeCall({ analysis, outputLanguage: 'it-IT' })).assistantOverrides
    expect(analysisPlan.successEvaluationPlan).toEqual({ enabled: true, rubric: 'PassFail' })
    expect(analysisPlan.summaryPlan.messages[0].content).toContain('Write it in Italian (Italy)')
    expect(analysisPlan.summaryPlan.messages[1].content).toContain('{{transcript}}')
    const { properties } = analysisPlan.structuredDataPlan.schema
    expect(Object.keys(properties)).toEqual(['mood', 'size', 'detected_language', 'call_outcome'])
    expect(properties.mood.description).toContain('Write it in Italian')
    expect(JSON.stringify([properties.size, properties.detected_language, properties.call_outcome])).not.toContain('Italian')
  })

  test('an inbound call has the same overrides', async () => {
    const options = { ...OPTIONS, recording: false, language: 'auto', metadata: { a: 1 }, outputLanguage: 'fr', analysis: [] }
    const { assistantOverrides } = await placeCall(options)
    expect(vapi.answerInbound(options)).toEqual({ assistantId: 'assistant-1', assistantOverrides })
    expect(vapi.rejectInbound('We are closed.')).toEqual({ error: 'We are closed.' })
  })
})

describe('listening', () => {
  const monitor = { listenUrl: 'wss://vapi.example/c1/listen', controlUrl: 'https://vapi.example/c1/control' }
  test.each<[string, unknown, unknown]>([
    ['a call in progress', { id: 'c1', status: 'in-progress', monitor }, { kind: 'websocket', url: monitor.listenUrl }],
    ['a forwarded call', { id: 'c1', status: 'forwarding', monitor }, { kind: 'websocket', url: monitor.listenUrl }],
    ['a call in progress without the URL', { id: 'c1', status: 'in-progress' }, null],
    ['a ringing call', { id: 'c1', status: 'ringing', monitor }, null],
    ['an ended call', { id: 'c1', status: 'ended', monitor }, null],
    ['a call that Vapi does not know', undefined, null],
  ])('live audio is available only while a call is in progress: %s', async (_name, call, audio) => {
    resources['/call/c1'] = call
    expect(await vapi.listen('c1')).toEqual(audio)
  })
})

test('deleting a recording deletes the call at Vapi, and can be repeated', async () => {
  resources['/call/c1'] = { id: 'c1' }
  await vapi.deleteRecording('c1')
  await vapi.deleteRecording('c1')
  expect(requests).toEqual(Array.from({ length: 2 }, () => ({ method: 'DELETE', path: '/call/c1', body: {} })))
})

describe('numbers', () => {
  const sip = { terminationUri: 'sip:rossi.pstn.example.com:5061;transport=tls', username: 'u', password: 'p' }
  const tag = '6f1c1f0e-3f3b-4c58-9c3e-0f6a2b7d9e11'
  const mark = '[cw-6f1c1f0e3f3b]'
  const number = { webhook: WEBHOOK, e164: '+14155550100', tag, label: 'Main', sip }
  const importedNumber = { webhook: WEBHOOK, e164: number.e164, tag, providerNumberId: 'n1' }
  const ourServer = { url: WEBHOOK.url, headers: { 'X-Vapi-Secret': WEBHOOK.secret } }

  test('a new number is created with its trunk and our webhook, without an assistant', async () => {
    resources['/phone-number'] = []
    expect(await vapi.importNumber(number)).toBe('made')
    expect(paths()).toEqual(['GET /phone-number', 'GET /credential', 'POST /credential', 'POST /phone-number'])
    expect(requests[2]!.body).toMatchObject({
      provider: 'byo-sip-trunk',
      gateways: [{ ip: 'rossi.pstn.example.com', port: 5061, inboundEnabled: false, outboundEnabled: true, outboundProtocol: 'tls' }],
      outboundAuthenticationPlan: { authUsername: 'u', authPassword: 'p' },
    })
    expect(requests[3]!.body).toMatchObject({
      provider: 'byo-phone-number',
      number: '+14155550100',
      credentialId: 'made',
      name: `Main ${mark}`,
      server: ourServer,
    })
    for (const key of ['assistantId', 'squadId', 'workflowId']) expect(requests[3]!.body).not.toHaveProperty(key)
  })

  test('a trunk with an IPv4 address also accepts inbound calls', async () => {
    resources['/phone-number'] = []
    await vapi.importNumber({ ...number, sip: { terminationUri: '203.0.113.7' } })
    expect(requests[2]!.body).toMatchObject({ gateways: [{ ip: '203.0.113.7', inboundEnabled: true }] })
  })

  test.each([
    [{ authToken: 'a-token' }, { twilioAuthToken: 'a-token' }],
    [
      { apiKey: 'SK1', apiSecret: 'a-secret' },
      { twilioApiKey: 'SK1', twilioApiSecret: 'a-secret' },
    ],
  ])('a Twilio number holds the account, and its SMS routing stays unchanged', async (credentials, credentialFields) => {
    resources['/phone-number'] = []
    const account = { carrier: 'twilio', accountSid: 'AC1', ...credentials } as const
    expect(await vapi.importNumber({ webhook: WEBHOOK, e164: number.e164, tag, label: null, account: account as never })).toBe('made')
    expect(paths()).toEqual(['GET /phone-number', 'POST /phone-number'])
    expect(requests[1]!.body).toEqual({
      provider: 'twilio',
      number: number.e164,
      name: `+14155550100 ${mark}`,
      twilioAccountSid: 'AC1',
      ...credentialFields,
      smsEnabled: false,
      server: expect.objectContaining(ourServer),
    })
  })

  test('a Vonage number references a credential that holds the account', async () => {
    resources['/phone-number'] = []
    expect(
      await vapi.importNumber({ webhook: WEBHOOK, e164: number.e164, tag, label: 'Main', account: { carrier: 'vonage', apiKey: 'key', apiSecret: 'secret' } }),
    ).toBe('made')
    expect(requests[2]!.body).toEqual({ provider: 'vonage', name: `Main ${mark}`, apiKey: 'key', apiSecret: 'secret' })
    expect(requests[3]!.body).toMatchObject({ provider: 'vonage', number: number.e164, credentialId: 'made', server: ourServer })
  })

  test('releasing a number with an unknown ID searches for it, and is not an error if it does not exist', async () => {
    resources = { '/phone-number': [{ id: 'n1', number: number.e164, name: mark }], '/phone-number/n1': { id: 'n1', name: mark } }
    await vapi.releaseNumber({ webhook: WEBHOOK, e164: number.e164, tag, providerNumberId: null })
    expect(paths()).toEqual(['GET /phone-number', 'GET /phone-number/n1', 'DELETE /phone-number/n1'])
    await vapi.releaseNumber({ webhook: WEBHOOK, e164: '+442079460000', tag, providerNumberId: null })
    expect(paths().slice(3)).toEqual(['GET /phone-number', 'GET /credential'])
  })

  test('importing an existing number with our mark reuses it with our webhook', async () => {
    resources['/phone-number'] = [
      { id: 'n0', number: '+1' },
      { id: 'n1', number: '+14155550100', provider: 'twilio', name: `Desk ${mark}` },
    ]
    resources['/phone-number/n1'] = { id: 'n1' }
    expect(await vapi.importNumber(number)).toBe('n1')
    expect(paths()).toEqual(['GET /phone-number', 'PATCH /phone-number/n1'])
    expect(requests[1]!.body).toEqual({ provider: 'twilio', server: expect.objectContaining(ourServer) })
  })

  test('routing clears assistant, squad and workflow only if they are set', async () => {
    resources['/phone-number/n1'] = { id: 'n1', name: mark, provider: 'byo-phone-number', assistantId: 'a1', squadId: null }
    await vapi.routeInbound(importedNumber)
    expect(requests[1]!.body).toEqual({ provider: 'byo-phone-number', server: expect.objectContaining(ourServer), assistantId: null })
  })

  test.each([
    ['no mark', { name: 'Hotline', server: ourServer }, null],
    ['another mark and our webhook', { name: 'Hotline [cw-000000000000]', server: ourServer }, 'n1'],
    ['no mark and another webhook', { name: 'Hotline', server: { url: 'https://other.example/vapi' } }, 'n1'],
  ])('a number with %s is neither changed nor released', async (_why, ownership, providerNumberId) => {
    const vapiNumber = { id: 'n1', number: number.e164, credentialId: 't1', ...ownership }
    resources = { '/phone-number': [vapiNumber], '/phone-number/n1': vapiNumber }
    await expect(vapi.importNumber(number)).rejects.toMatchObject({ kind: 'rejected', info: { code: 'number_taken' } })
    if (providerNumberId) await expect(vapi.routeInbound({ ...importedNumber, providerNumberId })).rejects.toMatchObject({ info: { code: 'number_taken' } })
    await vapi.releaseNumber({ ...importedNumber, providerNumberId })
    expect(paths().filter((path) => !path.startsWith('GET'))).toEqual([])
  })

  test('a number imported before marks existed gets the mark when it is routed, and is released with its trunk', async () => {
    resources = {
      '/phone-number/n1': { id: 'n1', name: 'Main', server: ourServer, credentialId: 't1' },
      '/phone-number': [],
      '/credential/t1': { id: 't1', name: 'Main' },
    }
    await vapi.routeInbound(importedNumber)
    expect(requests[1]!.body).toEqual({ server: expect.objectContaining(ourServer), name: `Main ${mark}` })
    await vapi.releaseNumber(importedNumber)
    expect(paths().filter((path) => path.startsWith('DELETE'))).toEqual(['DELETE /phone-number/n1', 'DELETE /credential/t1'])
  })

  test('releasing a marked number keeps a credential without our mark', async () => {
    resources = {
      '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' },
      '/phone-number': [],
      '/credential/t1': { id: 't1', name: 'Of the operator' },
    }
    await vapi.releaseNumber(importedNumber)
    expect(paths().filter((path) => path.startsWith('DELETE'))).toEqual(['DELETE /phone-number/n1'])
  })

  test('routing a number that does not exist at Vapi throws not_found', () =>
    expect(vapi.routeInbound(importedNumber)).rejects.toMatchObject({ kind: 'not_found' }))

  test('releasing a number deletes its trunk, and can be repeated', async () => {
    resources = {
      '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' },
      '/credential/t1': { id: 't1', name: mark },
      '/phone-number': [{ id: 'n2', credentialId: 't2' }],
    }
    await vapi.releaseNumber(importedNumber)
    await vapi.releaseNumber(importedNumber)
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

  test('importing first deletes credentials with our mark that no number uses, and no others', async () => {
    resources = {
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

  test('releasing a number keeps a trunk that another number uses', async () => {
    resources = { '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' }, '/phone-number': [{ id: 'n2', credentialId: 't1' }] }
    await vapi.releaseNumber(importedNumber)
    expect(paths()).toEqual(['GET /phone-number/n1', 'DELETE /phone-number/n1', 'GET /phone-number'])
  })
})

test('the concurrency of Vapi is unknown', async () => {
  expect(await vapi.getConcurrency()).toBeNull()
  expect(requests).toEqual([])
})

test('after repeated failures, requests to Vapi are not sent', async () => {
  const unreachable = createVapiProvider({ apiKey: 'key', baseUrl: `${base}/down`, listLagMs: 0, cooldownMs: 60_000 })
  for (let n = 0; n < 8; n++)
    await unreachable.placeCall({ ...OPTIONS, from: { e164: '+1', providerNumberId: 'n' }, to: '+1', timeoutMs: 2_000 }).catch(() => {})
  const requestCount = requests.length
  await expect(unreachable.getCall('c1')).rejects.toMatchObject({ kind: 'unavailable', info: { code: 'circuit_open' } })
  expect(requests).toHaveLength(requestCount)
})
