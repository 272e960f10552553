import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../../src/inputs/carriers.ts'
import { anyWorkspace, db } from '../../../src/kernel/db/db.ts'
import { CARRIERS, type CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import { errorsIn } from '../../rest/responses.ts'
import { connections, useCarrierAccounts } from './connectionKit.ts'

const tenant = useCarrierAccounts()
const { accounts, carriers, connect, createWorkspace, credentialsOf, rows, testServer } = tenant

const without = (credentials: object, ...names: string[]) => Object.fromEntries(Object.entries(credentials).filter(([name]) => !names.includes(name)))

/** A required secret of each carrier that the simulator checks. */
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
  test('is connected with valid credentials, which are never returned', async () => {
    await createWorkspace()
    const answer = await connect(carrier)
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(Number), carrier, external_owner_id: null } })
    expect(answer.body.sms_ready).toBe(answer.body.sms_missing.length === 0)
    expect(answer.body).toMatchObject({ sms_missing: [], sms_ready: true })
    const [row] = await rows()
    expect(carrierAccess.open(row!)).toMatchObject({ credentials: credentialsOf(carrier) })
    const shown = JSON.stringify([answer.body, await connections(tenant.key)])
    for (const { name, secret } of fieldsOf(carrier)) if (secret && credentialsOf(carrier)[name]) expect(shown).not.toContain(credentialsOf(carrier)[name])
  })

  test('is one connection with one inbound URL if it is connected many times at once', async () => {
    await createWorkspace()
    const connectOnce = async () => {
      const { id } = (await connect(carrier)).body
      return (await connections(tenant.key)).find((connection: { id: string }) => connection.id === String(id)).inboundUrl
    }
    const urls = await Promise.all(Array.from({ length: 6 }, connectOnce))
    expect(new Set(urls).size).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  test('rejects invalid credentials without storing them; an existing connection stays unchanged', async () => {
    await createWorkspace()
    const wrongCredentials = { ...credentialsOf(carrier), [SECRET[carrier]]: `${credentialsOf(carrier)[SECRET[carrier]]!.slice(0, -4)}0000` }
    const refused = await connect(carrier, wrongCredentials)
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringMatching(new RegExp(`^The carrier rejected the credentials \\(${carrier}: `)) } })
    expect(await rows()).toEqual([])
    await connect(carrier)
    const before = await rows()
    expect((await connect(carrier, wrongCredentials)).status).toBe(400)
    expect(await rows()).toEqual(before)
  })

  test.each([
    ['suspended', /^The carrier (has suspended this account|rejected the credentials) /],
    ['forbidden', /^The carrier (credentials do not have the required permission|rejected the credentials) /],
  ])('a %s account returns 400 with the reason', async (state, message) => {
    await createWorkspace()
    const { credentials } = await carriers().openAccount(carrier, { state })
    const answer = await connect(carrier, credentials)
    // If the credentials lack only the messaging API, the account can still be connected for calls.
    if (answer.status === 201) expect(answer.body.sms_missing).toContain('messaging_permission')
    else expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(message) } })
    expect(await rows()).toHaveLength(answer.status === 201 ? 1 : 0)
  })

  test.each(['http429', 'http500', 'http503', 'http302', 'reset', 'malformed', 'truncated'])(
    'that answers with %s results in 502, and nothing is stored',
    async (mode) => {
      await createWorkspace()
      await carriers().fault({ provider: carrier, operation: 'verify', mode, times: 3 })
      const answer = await connect(carrier)
      expect(answer).toMatchObject({ status: 502, body: { detail: expect.stringContaining(`(${carrier}: `) } })
      expect(await rows()).toEqual([])
      await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    },
  )

  test('keeps its inbound URL as long as the account is the same', async () => {
    await createWorkspace()
    const { id } = (await connect(carrier)).body
    const [first] = await rows()
    await db.carrierConnection.update({ where: { workspaceId_id: { workspaceId: tenant.acme.id, id } }, data: { webhookVerifiedAt: new Date() } })
    expect((await connect(carrier)).body.id).toBe(id)
    const [again] = await rows()
    expect([again!.webhookHash, again!.webhookVerifiedAt !== null]).toEqual([first!.webhookHash, true])
    expect(Buffer.from(again!.sealed).equals(Buffer.from(first!.sealed))).toBe(false)
    const other = await carriers().openAccount(carrier)
    expect((await connect(carrier, other.credentials)).body.id).toBe(id)
    const [changed] = await rows()
    expect(changed!.accountId).not.toBe(first!.accountId)
    expect([Buffer.from(changed!.webhookHash).equals(Buffer.from(first!.webhookHash)), changed!.webhookVerifiedAt]).toEqual([false, null])
    expect(carrierAccess.open(changed!).credentials).toEqual(other.credentials)
  })

  test("lists the account's numbers, with the ID of those that are connected", async () => {
    await createWorkspace()
    const { id } = (await connect(carrier)).body
    const [first] = accounts.get(carrier)!.numbers
    const { id: numberId } = await anyWorkspace.phoneNumber.create({
      data: { workspaceId: tenant.acme.id, phoneNumber: first!.phone_number, carrier, connectionId: id },
    })
    const numbers: { phoneNumber: string; numberId: string | null }[] = []
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const { carrierNumbers }: any = await tenant.key.gql(
        'query($id: ID!, $after: String) { carrierNumbers(connectionId: $id, after: $after) { numbers { phoneNumber voice sms smsMissing numberId } next } }',
        { id, after },
      )
      numbers.push(...carrierNumbers.numbers)
      after = carrierNumbers.next
    }
    expect(numbers.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(
      accounts
        .get(carrier)!
        .numbers.map((number) => number.phone_number)
        .sort(),
    )
    expect(numbers.filter((number) => number.numberId !== null)).toMatchObject([{ phoneNumber: first!.phone_number, numberId: String(numberId) }])
    await anyWorkspace.phoneNumber.update({ where: { id: numberId }, data: { isActive: false, setup: 'released' } })
  })
})

test.each<[CarrierName, string[], string[]]>([
  ['telnyx', ['public_key'], ['public_key']],
  ['vonage', ['signature_secret', 'application_id'], ['signature_secret', 'application_id']],
  ['signalwire', ['signing_key'], ['signing_key']],
  ['bandwidth', ['application_id'], ['application_id']],
  ['sinch', ['service_plan_id', 'api_token'], ['service_plan_id', 'api_token']],
])('%s without %j is connected for calls, and lists what SMS need', async (carrier, absent, missing) => {
  await createWorkspace()
  const { status, body } = await connect(carrier, without(credentialsOf(carrier), ...absent))
  expect([status, body.sms_ready, body.sms_missing.toSorted()]).toEqual([201, false, missing.toSorted()])
})

test('only cursors that the server issued are accepted for a page of numbers', async () => {
  await createWorkspace()
  const { id } = (await connect('twilio')).body
  for (const after of ['', 'x', '@evil.example/', '/2010-04-01/Accounts.json', Buffer.alloc(60).toString('base64url')])
    await expect(
      tenant.key.gql('query($id: ID!, $after: String) { carrierNumbers(connectionId: $id, after: $after) { next } }', { id, after }),
    ).rejects.toMatchObject({ extensions: { code: 'UNPROCESSABLE_ENTITY' } })
})

test('the credential fields of each carrier are listed, with those that are secret', async () => {
  const { carrierCredentialFields: shown } = await tenant.key.gql<any>(
    '{ carrierCredentialFields { carrier fields { name about required secret pattern choices } } }',
  )
  expect(shown.map(({ carrier }: { carrier: string }) => carrier)).toEqual([...CARRIERS])
  const [twilio] = shown
  expect(twilio.fields.slice(0, 2)).toEqual([
    { name: 'account_sid', about: 'Account SID', required: true, secret: false, pattern: expect.stringContaining('AC'), choices: null },
    { name: 'auth_token', about: expect.stringContaining('Auth token'), required: false, secret: true, pattern: null, choices: null },
  ])
  for (const { carrier, fields } of shown) {
    const required = fields.filter((field: { required: boolean }) => field.required).map((field: { name: string }) => field.name)
    const missing = errorsIn(await tenant.key.post('/integrations/connect', { carrier, credentials: {} })).map(({ loc }) => loc.at(-1))
    expect([carrier, missing.filter((name) => name !== 'auth_token' || carrier !== 'twilio')]).toEqual([carrier, required])
    for (const field of fields)
      expect([field.name, field.secret]).toEqual([
        field.name,
        /secret|token|password|signing_key/.test(field.name) || `${carrier}.${field.name}` === 'telnyx.api_key',
      ])
    expect(fields.every((field: { about: string }) => field.about.length > 3)).toBe(true)
  }
})
