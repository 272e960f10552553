import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberImports from '../../../src/services/numbers/numberImports.ts'
import * as numberSetup from '../../../src/services/numbers/numberSetup.ts'
import type { Client } from '../../kit/client.ts'
import { useWorld } from '../../kit/world.ts'
import { simulator } from '../messages/messageKit.ts'
import { atVoice, connectedAccount, heardOf, linkAs, rowsOf, sipNumber } from './numberKit.ts'
import { tenant } from '../calls/placementKit.ts'

// Jobs are run by hand here.
const world = useWorld({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof tenant>>
let key: Client
beforeAll(async () => {
  acme = await tenant(world())
  key = acme.key
})

const link = (body: object) => linkAs(key, body)

describe('a number on a SIP trunk', () => {
  test.each(['retell', 'vapi'] as const)('is known at %s where it is asked for, with its trunk, whose password is told nowhere', async (engine) => {
    const body = sipNumber()
    const linked = await link({ ...body, voice_engine: engine })
    expect([linked.status, linked.body]).toMatchObject([201, { carrier: 'sip', sms_ready: false, sms_missing: ['sms_capable_number'] }])
    const there = await atVoice(world(), engine, body.phone_number)
    expect(there).toMatchObject(engine === 'retell' ? { sip_outbound_trunk_config: { termination_uri: 'sip.example.com' } } : { provider: 'byo-phone-number' })
    expect(await atVoice(world(), engine === 'retell' ? 'vapi' : 'retell', body.phone_number)).toBeNull()
    const [row] = await rowsOf(body.phone_number)
    expect(Buffer.from(row!.trunk!).toString('latin1')).not.toContain(body.sip.password)
    expect(JSON.stringify(linked.body)).not.toContain('sip.example.com')
  })

  test('calls go out from it over another voice provider as well, which gets to know it then', async () => {
    const body = sipNumber()
    await link({ ...body, voice_engine: 'vapi' })
    expect((await acme.place('+12125550113', { from_number: body.phone_number })).status).toBe(202)
    expect(await atVoice(world(), 'retell', body.phone_number)).not.toBeNull()
    expect(await rowsOf(body.phone_number)).toMatchObject([{ providerNumbers: { retell: body.phone_number, vapi: expect.any(String) } }])
  })
})

test('without a trunk that anybody knows the number is linked, and calling from it says what to do', async () => {
  const trunk = { sip_username: undefined, sip_password: undefined }
  const { asks, phone_number } = await connectedAccount(world(), key, 'telnyx', { trunk })
  expect((await link(asks)).status).toBe(201)
  expect(await atVoice(world(), 'retell', phone_number)).toBeNull()
  const call = await acme.place('+12125550113', { from_number: phone_number })
  expect([call.status, call.body.detail]).toEqual([422, expect.stringContaining('connect it again with sip')])
})

test('Vapi reaches a Vonage number by the account alone, and nobody else is given the account', async () => {
  const { asks, phone_number, credentials, connectionId } = await connectedAccount(world(), key, 'vonage')
  expect((await link({ ...asks, voice_engine: 'vapi' })).status).toBe(201)
  expect(await atVoice(world(), 'vapi', phone_number)).toMatchObject({ provider: 'vonage', credentialId: expect.any(String) })
  expect(await heardOf(world(), phone_number)).toEqual([connectionId])
  expect((await acme.place('+12125550113', { from_number: phone_number })).status).toBe(422)
  const asked = (await (await fetch(`${world().running.simulator!.url}/simulator/requests`)).json()) as { path: string }[]
  expect(JSON.stringify(asked.filter(({ path }) => path.startsWith('/retell')))).not.toContain(credentials.api_secret)
})

test('Vapi reaches a Twilio number by the account alone, and leaves its texts to us', async () => {
  const { asks, phone_number, connectionId } = await connectedAccount(world(), key, 'twilio', { owner: 'by account' })
  expect((await link({ ...asks, voice_engine: 'vapi' })).status).toBe(201)
  expect(await atVoice(world(), 'vapi', phone_number)).toMatchObject({ provider: 'twilio', smsEnabled: false })
  expect(await heardOf(world(), phone_number)).toEqual([connectionId])
})

test('so does Vapi when it gets to know the number at its first call', async () => {
  const { asks, phone_number, connectionId } = await connectedAccount(world(), key, 'twilio', { owner: 'first call' })
  expect((await link(asks)).status).toBe(201)
  const [row] = await rowsOf(phone_number)
  await numberImports.ensureImported(row!, 'vapi')
  expect(await atVoice(world(), 'vapi', phone_number)).toMatchObject({ provider: 'twilio', smsEnabled: false })
  expect(await heardOf(world(), phone_number)).toEqual([connectionId])
})

test('the simulated Vapi takes over the texts of a Twilio number, as the real one does, unless it is told not to', async () => {
  const { asks, phone_number, credentials } = await connectedAccount(world(), key, 'twilio', { owner: 'taken over' })
  await link(asks)
  const { url, vapiApiKey } = world().running.simulator!
  const body = { provider: 'twilio', number: phone_number, twilioAccountSid: credentials.account_sid, twilioAuthToken: credentials.auth_token }
  const ask = (more: object) =>
    fetch(`${url}/vapi/phone-number`, { method: 'POST', body: JSON.stringify({ ...body, ...more }), headers: { authorization: `Bearer ${vapiApiKey}` } })
  expect((await ask({ twilioAuthToken: 'x' })).status).toBe(400)
  expect((await ask({})).status).toBe(201)
  const { accounts } = await simulator<{ accounts: { numbers: { phone_number: string; inbound_url: string }[] }[] }>(world(), 'carriers')
  const line = accounts.flatMap(({ numbers }) => numbers).find((one) => one.phone_number === phone_number)
  expect(line?.inbound_url).toBe('https://api.vapi.ai/twilio/sms')
})

test('the number that a workspace gets while calls are simulated can text: its address is set by a job', async () => {
  const { id } = await world().workspace()
  const number = await anyWorkspace.phoneNumber.findFirstOrThrow({ where: { workspaceId: id } })
  expect(number).toMatchObject({ carrier: 'simulator', smsReady: true, smsMissing: [], setup: 'linked', carrierNumberId: null })
  for (let times = 0; times < 2; times++) await numberSetup.setUp(number.id)
  expect(await rowsOf(number.phoneNumber)).toMatchObject([{ smsReady: true, carrierNumberId: expect.stringMatching(/^PN/), providerNumbers: {} }])
  expect(await heardOf(world(), number.phoneNumber)).toEqual([number.connectionId])
})
