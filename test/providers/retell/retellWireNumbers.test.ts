import { describe, expect, test } from 'vitest'
import { WEBHOOK } from '../adapterKit.ts'
import { useRetellWire } from './retellWireKit.ts'

const wire = useRetellWire()
const { requests, responses } = wire

describe('numbers', () => {
  const tag = '6f1c1f0e-3f3b-4c58-9c3e-0f6a2b7d9e11'
  const mark = '[cw-6f1c1f0e3f3b]'
  const number = { webhook: WEBHOOK, e164: '+14155550100', tag, label: 'Main', sip: { terminationUri: 'rossi.pstn.example.com', username: 'u', password: 'p' } }
  const ourRouting = { inbound_webhook_url: WEBHOOK.url, inbound_agents: null }

  test('an imported number sends inbound calls to our webhook', async () => {
    responses.set('POST /import-phone-number', [[201, {}]])
    expect(await wire.retell.importNumber(number)).toBe('+14155550100')
    expect(requests).toEqual([
      {
        line: 'POST /import-phone-number',
        body: {
          phone_number: '+14155550100',
          termination_uri: 'rossi.pstn.example.com',
          ignore_e164_validation: false,
          nickname: `Main ${mark}`,
          sip_trunk_auth_username: 'u',
          sip_trunk_auth_password: 'p',
          ...ourRouting,
        },
      },
    ])
  })

  test('importing an existing number with our mark updates its trunk and webhook', async () => {
    responses.set('POST /import-phone-number', [[400, { message: 'Phone number +14155550100 already exists.' }]])
    responses.set('GET /get-phone-number/+14155550100', [[200, { nickname: `Desk ${mark}` }]])
    responses.set('PATCH /update-phone-number/+14155550100', [[200, {}]])
    await wire.retell.importNumber(number)
    expect(requests.at(-1)).toEqual({
      line: 'PATCH /update-phone-number/+14155550100',
      body: { termination_uri: 'rossi.pstn.example.com', nickname: `Main ${mark}`, auth_username: 'u', auth_password: 'p', ...ourRouting },
    })
  })

  test('importing throws if Retell rejects a number that does not exist there', async () => {
    responses.set('POST /import-phone-number', [[400, { message: 'termination_uri is not valid' }]])
    await expect(wire.retell.importNumber(number)).rejects.toMatchObject({ kind: 'rejected', message: 'termination_uri is not valid' })
  })

  test.each([
    ['sip:rossi.example.com:5061;transport=tls', { termination_uri: 'rossi.example.com:5061', transport: 'TLS' }],
    ['sips:rossi.example.com', { termination_uri: 'rossi.example.com', transport: 'TLS' }],
    ['rossi.example.com;transport=udp;x=1', { termination_uri: 'rossi.example.com', transport: 'UDP' }],
    ['rossi.example.com', { termination_uri: 'rossi.example.com' }],
  ])('the SIP URI %s sets host and transport', async (terminationUri, expected) => {
    responses.set('POST /import-phone-number', [[201, {}]])
    await wire.retell.importNumber({ webhook: WEBHOOK, e164: '+14155550100', tag, label: null, sip: { terminationUri } })
    expect(requests.at(-1)!.body).toEqual({
      phone_number: '+14155550100',
      nickname: `+14155550100 ${mark}`,
      ignore_e164_validation: false,
      ...ourRouting,
      ...expected,
    })
  })

  test('routing changes only the inbound routing, and releasing can be repeated', async () => {
    const importedNumber = { webhook: WEBHOOK, e164: '+14155550100', tag, providerNumberId: '+14155550100' }
    responses.set('GET /get-phone-number/+14155550100', [
      [200, { nickname: mark }],
      [200, { nickname: mark }],
      [404, {}],
    ])
    responses.set('PATCH /update-phone-number/+14155550100', [[200, {}]])
    responses.set('DELETE /delete-phone-number/+14155550100', [[204]])
    await wire.retell.routeInbound(importedNumber)
    for (let times = 0; times < 2; times++) await wire.retell.releaseNumber(importedNumber)
    expect(requests.filter(({ line }) => !line.startsWith('GET'))).toEqual([
      { line: 'PATCH /update-phone-number/+14155550100', body: ourRouting },
      { line: 'DELETE /delete-phone-number/+14155550100', body: undefined },
    ])
  })

  test.each([
    ['no mark', { nickname: 'Hotline', inbound_webhook_url: WEBHOOK.url }, null],
    ['another mark and our webhook', { nickname: 'Hotline [cw-000000000000]', inbound_webhook_url: WEBHOOK.url }, '+14155550100'],
    ['no mark and another webhook', { nickname: null, inbound_webhook_url: 'https://other.example/inbound/retell' }, '+14155550100'],
  ])('a number with %s is neither changed nor released', async (_why, retellNumber, providerNumberId) => {
    const importedNumber = { webhook: WEBHOOK, e164: '+14155550100', tag, providerNumberId: providerNumberId! }
    responses.set('POST /import-phone-number', [[400, { message: 'Phone number +14155550100 already exists.' }]])
    responses.set('GET /get-phone-number/+14155550100', [[200, retellNumber]])
    await expect(wire.retell.importNumber(number)).rejects.toMatchObject({ kind: 'rejected', info: { code: 'number_taken' } })
    await expect(wire.retell.routeInbound(importedNumber)).rejects.toMatchObject({ info: { code: 'number_taken' } })
    await wire.retell.releaseNumber(importedNumber)
    expect(requests.filter(({ line }) => /^(PATCH|DELETE)/.test(line))).toEqual([])
  })

  test('a number imported before marks existed gets the mark when it is routed, and can be released', async () => {
    const importedNumber = { webhook: WEBHOOK, e164: '+14155550100', tag, providerNumberId: '+14155550100' }
    responses.set('GET /get-phone-number/+14155550100', [[200, { nickname: 'Main', inbound_webhook_url: WEBHOOK.url }]])
    responses.set('PATCH /update-phone-number/+14155550100', [[200, {}]])
    responses.set('DELETE /delete-phone-number/+14155550100', [[204]])
    await wire.retell.routeInbound(importedNumber)
    await wire.retell.releaseNumber(importedNumber)
    expect(requests.filter(({ line }) => !line.startsWith('GET'))).toEqual([
      { line: 'PATCH /update-phone-number/+14155550100', body: { ...ourRouting, nickname: `Main ${mark}` } },
      { line: 'DELETE /delete-phone-number/+14155550100', body: undefined },
    ])
  })
})
