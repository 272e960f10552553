import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberImports from '../../../src/services/numbers/numberImports.ts'
import * as numberSetup from '../../../src/services/numbers/numberSetup.ts'
import type { Client } from '../../kit/clients/client.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { simulator } from '../messages/messageKit.ts'
import { readProviderNumber, connectAccount, sendTestSms, linkAs, rowsOf, sipNumber } from './numberKit.ts'
import { createTenant } from '../calls/placementKit.ts'

// No jobs run automatically: the tests run them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createTenant>>
let key: Client
beforeAll(async () => {
  acme = await createTenant(testServer())
  key = acme.key
})

const link = (body: object) => linkAs(key, body)

describe('a number on a SIP trunk', () => {
  test.each(['retell', 'vapi'] as const)('is imported at %s with its trunk, whose password is never exposed', async (engine) => {
    const body = sipNumber()
    const linked = await link({ ...body, voice_engine: engine })
    expect([linked.status, linked.body]).toMatchObject([201, { carrier: 'sip', sms_ready: false, sms_missing: ['sms_capable_number'] }])
    const atProvider = await readProviderNumber(testServer(), engine, body.phone_number)
    expect(atProvider).toMatchObject(
      engine === 'retell' ? { sip_outbound_trunk_config: { termination_uri: 'sip.example.com' } } : { provider: 'byo-phone-number' },
    )
    expect(await readProviderNumber(testServer(), engine === 'retell' ? 'vapi' : 'retell', body.phone_number)).toBeNull()
    const [row] = await rowsOf(body.phone_number)
    expect(Buffer.from(row!.trunk!).toString('latin1')).not.toContain(body.sip.password)
    expect(JSON.stringify(linked.body)).not.toContain('sip.example.com')
  })

  test('can place calls through another voice provider, where it is then imported', async () => {
    const body = sipNumber()
    await link({ ...body, voice_engine: 'vapi' })
    expect((await acme.place('+12125550113', { from_number: body.phone_number })).status).toBe(202)
    expect(await readProviderNumber(testServer(), 'retell', body.phone_number)).not.toBeNull()
    expect(await rowsOf(body.phone_number)).toMatchObject([{ providerNumbers: { retell: body.phone_number, vapi: expect.any(String) } }])
  })
})

test('a number without a known trunk is connected, and a call from it returns what to do', async () => {
  const trunk = { sip_username: undefined, sip_password: undefined }
  const { asks, phone_number } = await connectAccount(testServer(), key, 'telnyx', { trunk })
  expect((await link(asks)).status).toBe(201)
  expect(await readProviderNumber(testServer(), 'retell', phone_number)).toBeNull()
  const call = await acme.place('+12125550113', { from_number: phone_number })
  expect([call.status, call.body.detail]).toEqual([422, expect.stringContaining('connect it again with sip')])
})

test('Vapi reaches a Vonage number with the account credentials, and no other provider gets them', async () => {
  const { asks, phone_number, credentials, connectionId } = await connectAccount(testServer(), key, 'vonage')
  expect((await link({ ...asks, voice_engine: 'vapi' })).status).toBe(201)
  expect(await readProviderNumber(testServer(), 'vapi', phone_number)).toMatchObject({ provider: 'vonage', credentialId: expect.any(String) })
  expect(await sendTestSms(testServer(), phone_number)).toEqual([connectionId])
  expect((await acme.place('+12125550113', { from_number: phone_number })).status).toBe(422)
  const requests = (await (await fetch(`${testServer().running.simulator!.url}/simulator/requests`)).json()) as { path: string }[]
  expect(JSON.stringify(requests.filter(({ path }) => path.startsWith('/retell')))).not.toContain(credentials.api_secret)
})

test('Vapi reaches a Twilio number with the account credentials, and leaves its SMS to us', async () => {
  const { asks, phone_number, connectionId } = await connectAccount(testServer(), key, 'twilio', { owner: 'by account' })
  expect((await link({ ...asks, voice_engine: 'vapi' })).status).toBe(201)
  expect(await readProviderNumber(testServer(), 'vapi', phone_number)).toMatchObject({ provider: 'twilio', smsEnabled: false })
  expect(await sendTestSms(testServer(), phone_number)).toEqual([connectionId])
})

test('the same holds if Vapi imports the number at its first call', async () => {
  const { asks, phone_number, connectionId } = await connectAccount(testServer(), key, 'twilio', { owner: 'first call' })
  expect((await link(asks)).status).toBe(201)
  const [row] = await rowsOf(phone_number)
  await numberImports.ensureImported(row!, 'vapi')
  expect(await readProviderNumber(testServer(), 'vapi', phone_number)).toMatchObject({ provider: 'twilio', smsEnabled: false })
  expect(await sendTestSms(testServer(), phone_number)).toEqual([connectionId])
})

test('the simulated Vapi takes over the SMS of a Twilio number unless it is configured not to, as the real one does', async () => {
  const { asks, phone_number, credentials } = await connectAccount(testServer(), key, 'twilio', { owner: 'taken over' })
  await link(asks)
  const { url, vapiApiKey } = testServer().running.simulator!
  const body = { provider: 'twilio', number: phone_number, twilioAccountSid: credentials.account_sid, twilioAuthToken: credentials.auth_token }
  const ask = (more: object) =>
    fetch(`${url}/vapi/phone-number`, { method: 'POST', body: JSON.stringify({ ...body, ...more }), headers: { authorization: `Bearer ${vapiApiKey}` } })
  expect((await ask({ twilioAuthToken: 'x' })).status).toBe(400)
  expect((await ask({})).status).toBe(201)
  const { accounts } = await simulator<{ accounts: { numbers: { phone_number: string; inbound_url: string }[] }[] }>(testServer(), 'carriers')
  const line = accounts.flatMap(({ numbers }) => numbers).find((number) => number.phone_number === phone_number)
  expect(line?.inbound_url).toBe('https://api.vapi.ai/twilio/sms')
})

test('the simulated number of a workspace can send SMS: a job sets its webhook URL', async () => {
  const { id } = await testServer().workspace()
  const number = await anyWorkspace.phoneNumber.findFirstOrThrow({ where: { workspaceId: id } })
  expect(number).toMatchObject({ carrier: 'simulator', smsReady: true, smsMissing: [], setup: 'linked', carrierNumberId: null })
  for (let times = 0; times < 2; times++) await numberSetup.setUp(number.id)
  expect(await rowsOf(number.phoneNumber)).toMatchObject([{ smsReady: true, carrierNumberId: expect.stringMatching(/^PN/), providerNumbers: {} }])
  expect(await sendTestSms(testServer(), number.phoneNumber)).toEqual([number.connectionId])
})
