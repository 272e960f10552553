import { beforeAll, describe, expect, test } from 'vitest'
import { CARRIERS, type CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace, db } from '../../../src/kernel/db/db.ts'
import { fieldsOf } from '../../../src/inputs/carriers.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import { simulatedCarriers, type Told } from '../../kit/carriers.ts'
import type { Client } from '../../kit/client.ts'
import { items } from '../../rest/answers.ts'
import { type Acme, useWorld } from '../../kit/world.ts'

// No jobs run, so that those which wait can be counted.
const world = useWorld({ env: { ROLE: 'api' } })
const carriers = () => simulatedCarriers(world().running.simulator!.url)

const ready = new Map<CarrierName, Told>()
let acme: Acme
let key: Client
const renew = async () => {
  acme = await world().workspace()
  key = await acme.key()
}
beforeAll(async () => {
  for (const account of await carriers().accounts()) ready.set(account.carrier, account)
  await renew()
})

const credentialsOf = (carrier: CarrierName) => ready.get(carrier)!.credentials
const connect = (carrier: CarrierName, credentials: object = credentialsOf(carrier), more: object = {}) =>
  key.post('/integrations/connect', { carrier, credentials, ...more })
const rows = () => db.carrierConnection.findMany({ where: { workspaceId: acme.id, carrier: { in: [...CARRIERS] } }, orderBy: { id: 'asc' } })
const without = (credentials: object, ...names: string[]) => Object.fromEntries(Object.entries(credentials).filter(([name]) => !names.includes(name)))

/** A secret that is required, and one the simulator checks. */
const SECRET: Record<CarrierName, string> = {
  twilio: 'auth_token',
  telnyx: 'api_key',
  vonage: 'api_secret',
  plivo: 'auth_token',
  signalwire: 'api_token',
  bandwidth: 'client_secret',
  sinch: 'key_secret',
}

describe.each(CARRIERS)('%s', (carrier) => {
  test('is connected with good credentials, and nothing of them is told again', async () => {
    await renew()
    const answer = await connect(carrier)
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(Number), carrier, external_owner_id: null } })
    expect(answer.body.sms_ready).toBe(answer.body.sms_missing.length === 0)
    expect(answer.body).toMatchObject({ sms_missing: [], sms_ready: true })
    const [row] = await rows()
    expect(carrierAccess.open(row!)).toMatchObject({ credentials: credentialsOf(carrier) })
    const told = JSON.stringify([answer.body, await connections(key)])
    for (const { name, secret } of fieldsOf(carrier)) if (secret && credentialsOf(carrier)[name]) expect(told).not.toContain(credentialsOf(carrier)[name])
  })

  test('refuses wrong ones, and nothing is stored; what was connected before stays as it was', async () => {
    await renew()
    const wrong = { ...credentialsOf(carrier), [SECRET[carrier]]: `${credentialsOf(carrier)[SECRET[carrier]]!.slice(0, -4)}0000` }
    const refused = await connect(carrier, wrong)
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringMatching(new RegExp(`^The carrier rejected the credentials \\(${carrier}: `)) } })
    expect(await rows()).toEqual([])
    await connect(carrier)
    const before = await rows()
    expect((await connect(carrier, wrong)).status).toBe(400)
    expect(await rows()).toEqual(before)
  })

  test.each([
    ['suspended', /^The carrier (has suspended this account|rejected the credentials) /],
    ['forbidden', /^The carrier (credentials do not have the required permission|rejected the credentials) /],
  ])('a %s account is a 400 that says why', async (state, why) => {
    await renew()
    const { credentials } = await carriers().open(carrier, { state })
    const answer = await connect(carrier, credentials)
    // Where only the messaging API is closed to the credentials, the account can be connected for calls.
    if (answer.status === 201) expect(answer.body.sms_missing).toContain('messaging_permission')
    else expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(why) } })
    expect(await rows()).toHaveLength(answer.status === 201 ? 1 : 0)
  })

  test.each(['http429', 'http500', 'http503', 'http302', 'reset', 'malformed', 'truncated'])(
    'that answers with %s is a 502, and nothing is stored',
    async (mode) => {
      await renew()
      await carriers().fault({ provider: carrier, operation: 'verify', mode, times: 3 })
      const answer = await connect(carrier)
      expect(answer).toMatchObject({ status: 502, body: { detail: expect.stringContaining(`(${carrier}: `) } })
      expect(await rows()).toEqual([])
      await fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    },
  )

  test('keeps its inbound address as long as the account is the same', async () => {
    await renew()
    const { id } = (await connect(carrier)).body
    const [first] = await rows()
    await db.carrierConnection.update({ where: { workspaceId_id: { workspaceId: acme.id, id } }, data: { hookSeenAt: new Date() } })
    expect((await connect(carrier)).body.id).toBe(id)
    const [again] = await rows()
    expect([again!.hookHash, again!.hookSeenAt !== null]).toEqual([first!.hookHash, true])
    expect(Buffer.from(again!.sealed).equals(Buffer.from(first!.sealed))).toBe(false)
    const other = await carriers().open(carrier)
    expect((await connect(carrier, other.credentials)).body.id).toBe(id)
    const [moved] = await rows()
    expect(moved!.accountId).not.toBe(first!.accountId)
    expect([Buffer.from(moved!.hookHash).equals(Buffer.from(first!.hookHash)), moved!.hookSeenAt]).toEqual([false, null])
    expect(carrierAccess.open(moved!).credentials).toEqual(other.credentials)
  })

  test("lists the account's numbers, and which of them are linked here", async () => {
    await renew()
    const { id } = (await connect(carrier)).body
    const [first] = ready.get(carrier)!.numbers
    const { id: numberId } = await anyWorkspace.phoneNumber.create({
      data: { workspaceId: acme.id, phoneNumber: first!.phone_number, carrier, connectionId: id },
    })
    const seen: { phoneNumber: string; numberId: string | null }[] = []
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const { carrierNumbers }: any = await key.gql(
        'query($id: ID!, $after: String) { carrierNumbers(connectionId: $id, after: $after) { numbers { phoneNumber voice sms smsMissing numberId } next } }',
        { id, after },
      )
      seen.push(...carrierNumbers.numbers)
      after = carrierNumbers.next
    }
    expect(seen.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(
      ready
        .get(carrier)!
        .numbers.map((number) => number.phone_number)
        .sort(),
    )
    expect(seen.filter((number) => number.numberId !== null)).toMatchObject([{ phoneNumber: first!.phone_number, numberId: String(numberId) }])
    await anyWorkspace.phoneNumber.update({ where: { id: numberId }, data: { isActive: false, setup: 'released' } })
  })
})

const connections = async (client: Client) =>
  (
    await client.gql<any>(
      '{ carrierConnections { nodes { id carrier externalOwnerId accountId smsReady smsMissing numbers inboundUrl webhookVerifiedAt verifiedAt createdAt } } }',
    )
  ).carrierConnections.nodes

test.each<[CarrierName, string[], string[]]>([
  ['telnyx', ['public_key'], ['public_key']],
  ['vonage', ['signature_secret', 'application_id'], ['signature_secret', 'application_id']],
  ['signalwire', ['signing_key'], ['signing_key']],
  ['bandwidth', ['application_id'], ['application_id']],
  ['sinch', ['service_plan_id', 'api_token'], ['service_plan_id', 'api_token']],
])('%s without %j is connected for calls, and says what texts need', async (carrier, absent, missing) => {
  await renew()
  const { status, body } = await connect(carrier, without(credentialsOf(carrier), ...absent))
  expect([status, body.sms_ready, body.sms_missing.toSorted()]).toEqual([201, false, missing.toSorted()])
})

describe('an account', () => {
  test('belongs to the workspace or to one of its end customers, each apart', async () => {
    await renew()
    const [own, theirs] = [await connect('twilio'), await connect('twilio', credentialsOf('twilio'), { external_owner_id: 'customer-81' })]
    expect(theirs.body).toMatchObject({ external_owner_id: 'customer-81' })
    expect(theirs.body.id).not.toBe(own.body.id)
    expect((await connect('twilio', credentialsOf('twilio'), { external_owner_id: '' })).body.id).toBe(own.body.id)
    const [first, second] = await rows()
    expect(carrierAccess.open(first!).token).not.toBe(carrierAccess.open(second!).token)
    for (const [from, to] of [
      [first!, second!],
      [second!, first!],
    ] as const)
      expect(() => carrierAccess.open({ ...to, sealed: from.sealed, keyId: from.keyId })).toThrow('unable to authenticate')
    expect(() => carrierAccess.open({ ...first!, workspaceId: first!.workspaceId + 1 })).toThrow('unable to authenticate')
  })

  test('is one row, however often and however much at once it is connected', async () => {
    await renew()
    const answers = await Promise.all(Array.from({ length: 8 }, () => connect('twilio')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(carrierAccess.open(row!).credentials).toEqual(credentialsOf('twilio'))
  })

  test('is told with its address only to who may change numbers, and to no other workspace', async () => {
    await renew()
    const { id } = (await connect('twilio')).body
    const [row] = await rows()
    const inboundUrl = carrierAccess.open(row!).hookUrl()
    expect(inboundUrl).toMatch(/\/inbound\/twilio\/[\w-]{43}$/)
    expect(await connections(key)).toEqual([
      {
        id: String(id),
        carrier: 'twilio',
        externalOwnerId: null,
        accountId: credentialsOf('twilio').account_sid,
        smsReady: true,
        smsMissing: [],
        numbers: 0,
        inboundUrl,
        webhookVerifiedAt: null,
        verifiedAt: row!.verifiedAt.toISOString(),
        createdAt: row!.createdAt.toISOString(),
      },
    ])
    expect(await connections(await acme.key('numbers:read'))).toMatchObject([{ id: String(id), inboundUrl: null }])
    const { id: house } = await db.carrierConnection.findFirstOrThrow({ where: { workspaceId: acme.id, carrier: 'simulator' } })
    await expect(key.gql('query($id: ID!) { carrierNumbers(connectionId: $id) { next } }', { id: house })).rejects.toThrow('Carrier connection not found')
    const stranger = await (await world().workspace()).key()
    expect(await connections(stranger)).toEqual([])
    for (const query of [
      'query($id: ID!) { carrierConnection(id: $id) { id } }',
      'query($id: ID!) { carrierNumbers(connectionId: $id) { next } }',
      'mutation($id: ID!) { disconnectCarrier(id: $id) }',
    ])
      await expect(stranger.gql(query, { id })).rejects.toThrow('Carrier connection not found')
  })

  test('has its numbers set up anew when it is connected again', async () => {
    await renew()
    const { id } = (await connect('twilio')).body
    const make = (phoneNumber: string, isActive: boolean) =>
      anyWorkspace.phoneNumber.create({ data: { workspaceId: acme.id, phoneNumber, carrier: 'twilio', connectionId: id, isActive } })
    const [active, released] = [await make('+14155550171', true), await make('+14155550172', false)]
    await connect('twilio')
    const jobs = await anyWorkspace.$queryRaw<
      { key: string }[]
    >`select key from graphile_worker.jobs where task_identifier = 'numbers.setUp' and key = any(${[active, released].map(({ id: number }) => `setUp:${number}`)})`
    expect(jobs).toEqual([{ key: `setUp:${active.id}` }])
    await anyWorkspace.phoneNumber.updateMany({ where: { connectionId: id }, data: { isActive: false, setup: 'released' } })
  })

  test('is forgotten once no number hangs on it', async () => {
    await renew()
    const { id } = (await connect('twilio')).body
    const number = await anyWorkspace.phoneNumber.create({ data: { workspaceId: acme.id, phoneNumber: '+14155550173', carrier: 'twilio', connectionId: id } })
    const disconnect = () => key.gql<any>('mutation($id: ID!) { disconnectCarrier(id: $id) }', { id })
    await expect(disconnect()).rejects.toMatchObject({ extensions: { code: 'CONFLICT' }, message: expect.stringContaining('Disconnect its numbers first') })
    const change = (data: object) => anyWorkspace.phoneNumber.update({ where: { id: number.id }, data })
    await change({ isActive: false, setup: 'releasing' })
    await expect(disconnect()).rejects.toMatchObject({ extensions: { code: 'CONFLICT' }, message: expect.stringContaining('in a moment') })
    await change({ setup: 'released' })
    expect(await disconnect()).toEqual({ disconnectCarrier: String(id) })
    expect(await rows()).toEqual([])
    expect((await anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id: number.id } })).connectionId).toBeNull()
    await expect(disconnect()).rejects.toThrow('Carrier connection not found')
    expect((await connect('twilio')).status).toBe(201)
  })
})

test('no page of numbers is asked for that was not offered', async () => {
  await renew()
  const { id } = (await connect('twilio')).body
  for (const after of ['', 'x', '@evil.example/', '/2010-04-01/Accounts.json', Buffer.alloc(60).toString('base64url')])
    await expect(key.gql('query($id: ID!, $after: String) { carrierNumbers(connectionId: $id, after: $after) { next } }', { id, after })).rejects.toMatchObject(
      { extensions: { code: 'UNPROCESSABLE_ENTITY' } },
    )
})

test('a form is told what each carrier wants, and what of it is secret', async () => {
  const { carrierCredentialFields: told } = await key.gql<any>('{ carrierCredentialFields { carrier fields { name about required secret pattern choices } } }')
  expect(told.map(({ carrier }: { carrier: string }) => carrier)).toEqual([...CARRIERS])
  const [twilio] = told
  expect(twilio.fields.slice(0, 2)).toEqual([
    { name: 'account_sid', about: 'Account SID', required: true, secret: false, pattern: expect.stringContaining('AC'), choices: null },
    { name: 'auth_token', about: expect.stringContaining('Auth token'), required: false, secret: true, pattern: null, choices: null },
  ])
  for (const { carrier, fields } of told) {
    const required = fields.filter((field: { required: boolean }) => field.required).map((field: { name: string }) => field.name)
    const missing = items(await key.post('/integrations/connect', { carrier, credentials: {} })).map(({ loc }) => loc.at(-1))
    expect([carrier, missing.filter((name) => name !== 'auth_token' || carrier !== 'twilio')]).toEqual([carrier, required])
    for (const field of fields)
      expect([field.name, field.secret]).toEqual([
        field.name,
        /secret|token|password|signing_key/.test(field.name) || `${carrier}.${field.name}` === 'telnyx.api_key',
      ])
    expect(fields.every((field: { about: string }) => field.about.length > 3)).toBe(true)
  }
})
