import { describe, expect, test } from 'vitest'
import { WEBHOOK } from '../adapterKit.ts'
import { useVapiWire } from './vapiWireKit.ts'

const wire = useVapiWire()
const { requests, paths } = wire

describe('numbers', () => {
  const sip = { terminationUri: 'sip:rossi.pstn.example.com:5061;transport=tls', username: 'u', password: 'p' }
  const tag = '6f1c1f0e-3f3b-4c58-9c3e-0f6a2b7d9e11'
  const mark = '[cw-6f1c1f0e3f3b]'
  const number = { webhook: WEBHOOK, e164: '+14155550100', tag, label: 'Main', sip }
  const importedNumber = { webhook: WEBHOOK, e164: number.e164, tag, providerNumberId: 'n1' }
  const ourServer = { url: WEBHOOK.url, headers: { 'X-Vapi-Secret': WEBHOOK.secret } }

  test('a new number is created with its trunk and our webhook, without an assistant', async () => {
    wire.resources['/phone-number'] = []
    expect(await wire.vapi.importNumber(number)).toBe('made')
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
    wire.resources['/phone-number'] = []
    await wire.vapi.importNumber({ ...number, sip: { terminationUri: '203.0.113.7' } })
    expect(requests[2]!.body).toMatchObject({ gateways: [{ ip: '203.0.113.7', inboundEnabled: true }] })
  })

  test.each([
    [{ authToken: 'a-token' }, { twilioAuthToken: 'a-token' }],
    [
      { apiKey: 'SK1', apiSecret: 'a-secret' },
      { twilioApiKey: 'SK1', twilioApiSecret: 'a-secret' },
    ],
  ])('a Twilio number holds the account, and its SMS routing stays unchanged', async (credentials, credentialFields) => {
    wire.resources['/phone-number'] = []
    const account = { carrier: 'twilio', accountSid: 'AC1', ...credentials } as const
    expect(await wire.vapi.importNumber({ webhook: WEBHOOK, e164: number.e164, tag, label: null, account: account as never })).toBe('made')
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
    wire.resources['/phone-number'] = []
    expect(
      await wire.vapi.importNumber({
        webhook: WEBHOOK,
        e164: number.e164,
        tag,
        label: 'Main',
        account: { carrier: 'vonage', apiKey: 'key', apiSecret: 'secret' },
      }),
    ).toBe('made')
    expect(requests[2]!.body).toEqual({ provider: 'vonage', name: `Main ${mark}`, apiKey: 'key', apiSecret: 'secret' })
    expect(requests[3]!.body).toMatchObject({ provider: 'vonage', number: number.e164, credentialId: 'made', server: ourServer })
  })

  test('releasing a number with an unknown ID searches for it, and is not an error if it does not exist', async () => {
    wire.resources = { '/phone-number': [{ id: 'n1', number: number.e164, name: mark }], '/phone-number/n1': { id: 'n1', name: mark } }
    await wire.vapi.releaseNumber({ webhook: WEBHOOK, e164: number.e164, tag, providerNumberId: null })
    expect(paths()).toEqual(['GET /phone-number', 'GET /phone-number/n1', 'DELETE /phone-number/n1'])
    await wire.vapi.releaseNumber({ webhook: WEBHOOK, e164: '+442079460000', tag, providerNumberId: null })
    expect(paths().slice(3)).toEqual(['GET /phone-number', 'GET /credential'])
  })

  test('importing an existing number with our mark reuses it with our webhook', async () => {
    wire.resources['/phone-number'] = [
      { id: 'n0', number: '+1' },
      { id: 'n1', number: '+14155550100', provider: 'twilio', name: `Desk ${mark}` },
    ]
    wire.resources['/phone-number/n1'] = { id: 'n1' }
    expect(await wire.vapi.importNumber(number)).toBe('n1')
    expect(paths()).toEqual(['GET /phone-number', 'PATCH /phone-number/n1'])
    expect(requests[1]!.body).toEqual({ provider: 'twilio', server: expect.objectContaining(ourServer) })
  })

  test('routing clears assistant, squad and workflow only if they are set', async () => {
    wire.resources['/phone-number/n1'] = { id: 'n1', name: mark, provider: 'byo-phone-number', assistantId: 'a1', squadId: null }
    await wire.vapi.routeInbound(importedNumber)
    expect(requests[1]!.body).toEqual({ provider: 'byo-phone-number', server: expect.objectContaining(ourServer), assistantId: null })
  })

  test.each([
    ['no mark', { name: 'Hotline', server: ourServer }, null],
    ['another mark and our webhook', { name: 'Hotline [cw-000000000000]', server: ourServer }, 'n1'],
    ['no mark and another webhook', { name: 'Hotline', server: { url: 'https://other.example/vapi' } }, 'n1'],
  ])('a number with %s is neither changed nor released', async (_why, ownership, providerNumberId) => {
    const vapiNumber = { id: 'n1', number: number.e164, credentialId: 't1', ...ownership }
    wire.resources = { '/phone-number': [vapiNumber], '/phone-number/n1': vapiNumber }
    await expect(wire.vapi.importNumber(number)).rejects.toMatchObject({ kind: 'rejected', info: { code: 'number_taken' } })
    if (providerNumberId)
      await expect(wire.vapi.routeInbound({ ...importedNumber, providerNumberId })).rejects.toMatchObject({ info: { code: 'number_taken' } })
    await wire.vapi.releaseNumber({ ...importedNumber, providerNumberId })
    expect(paths().filter((path) => !path.startsWith('GET'))).toEqual([])
  })

  test('a number imported before marks existed gets the mark when it is routed, and is released with its trunk', async () => {
    wire.resources = {
      '/phone-number/n1': { id: 'n1', name: 'Main', server: ourServer, credentialId: 't1' },
      '/phone-number': [],
      '/credential/t1': { id: 't1', name: 'Main' },
    }
    await wire.vapi.routeInbound(importedNumber)
    expect(requests[1]!.body).toEqual({ server: expect.objectContaining(ourServer), name: `Main ${mark}` })
    await wire.vapi.releaseNumber(importedNumber)
    expect(paths().filter((path) => path.startsWith('DELETE'))).toEqual(['DELETE /phone-number/n1', 'DELETE /credential/t1'])
  })

  test('releasing a marked number keeps a credential without our mark', async () => {
    wire.resources = {
      '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' },
      '/phone-number': [],
      '/credential/t1': { id: 't1', name: 'Of the operator' },
    }
    await wire.vapi.releaseNumber(importedNumber)
    expect(paths().filter((path) => path.startsWith('DELETE'))).toEqual(['DELETE /phone-number/n1'])
  })

  test('routing a number that does not exist at Vapi throws not_found', () =>
    expect(wire.vapi.routeInbound(importedNumber)).rejects.toMatchObject({ kind: 'not_found' }))

  test('releasing a number deletes its trunk, and can be repeated', async () => {
    wire.resources = {
      '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' },
      '/credential/t1': { id: 't1', name: mark },
      '/phone-number': [{ id: 'n2', credentialId: 't2' }],
    }
    await wire.vapi.releaseNumber(importedNumber)
    await wire.vapi.releaseNumber(importedNumber)
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
    wire.resources = {
      '/phone-number': [{ id: 'n2', credentialId: 't2' }],
      '/credential': [
        { id: 't1', name: `Main ${mark}` },
        { id: 't2', name: `Used ${mark}` },
        { id: 't3', name: 'Of the operator' },
        { id: 't4', name: 'Of another number [cw-000000000000]' },
      ],
      '/credential/t1': { id: 't1' },
    }
    expect(await wire.vapi.importNumber(number)).toBe('made')
    expect(paths().filter((path) => !path.startsWith('GET'))).toEqual(['DELETE /credential/t1', 'POST /credential', 'POST /phone-number'])
  })

  test('releasing a number keeps a trunk that another number uses', async () => {
    wire.resources = { '/phone-number/n1': { id: 'n1', name: mark, credentialId: 't1' }, '/phone-number': [{ id: 'n2', credentialId: 't1' }] }
    await wire.vapi.releaseNumber(importedNumber)
    expect(paths()).toEqual(['GET /phone-number/n1', 'DELETE /phone-number/n1', 'GET /phone-number'])
  })
})
