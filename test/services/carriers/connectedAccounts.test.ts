import { describe, expect, test } from 'vitest'
import { anyWorkspace, db } from '../../../src/kernel/db/db.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import { connections, useCarrierAccounts } from './connectionKit.ts'

const tenant = useCarrierAccounts()
const { connect, createWorkspace, credentialsOf, rows, testServer } = tenant

describe('an account', () => {
  test('belongs to the workspace or to one of its end customers, as separate connections', async () => {
    await createWorkspace()
    const [ownConnection, customers] = [await connect('twilio'), await connect('twilio', credentialsOf('twilio'), { external_owner_id: 'customer-81' })]
    expect(customers.body).toMatchObject({ external_owner_id: 'customer-81' })
    expect(customers.body.id).not.toBe(ownConnection.body.id)
    expect((await connect('twilio', credentialsOf('twilio'), { external_owner_id: '' })).body.id).toBe(ownConnection.body.id)
    const [first, second] = await rows()
    expect(carrierAccess.open(first!).token).not.toBe(carrierAccess.open(second!).token)
    for (const [from, to] of [
      [first!, second!],
      [second!, first!],
    ] as const)
      expect(() => carrierAccess.open({ ...to, sealed: from.sealed, keyId: from.keyId })).toThrow('None of the encryption keys can decrypt the secret')
    expect(() => carrierAccess.open({ ...first!, workspaceId: first!.workspaceId + 1 })).toThrow('None of the encryption keys can decrypt the secret')
  })

  test('is one row, even if it is connected many times at once', async () => {
    await createWorkspace()
    const answers = await Promise.all(Array.from({ length: 8 }, () => connect('twilio')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(carrierAccess.open(row!).credentials).toEqual(credentialsOf('twilio'))
  })

  test('shows its inbound URL only with numbers:write, and is invisible to other workspaces', async () => {
    await createWorkspace()
    const { id } = (await connect('twilio')).body
    const [row] = await rows()
    const inboundUrl = carrierAccess.open(row!).hookUrl()
    expect(inboundUrl).toMatch(/\/inbound\/twilio\/[\w-]{43}$/)
    expect(await connections(tenant.key)).toEqual([
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
    expect(await connections(await tenant.acme.key('numbers:read'))).toMatchObject([{ id: String(id), inboundUrl: null }])
    const { id: simulatedId } = await db.carrierConnection.findFirstOrThrow({ where: { workspaceId: tenant.acme.id, carrier: 'simulator' } })
    await expect(tenant.key.gql('query($id: ID!) { carrierNumbers(connectionId: $id) { next } }', { id: simulatedId })).rejects.toThrow(
      'Carrier connection not found',
    )
    const stranger = await (await testServer().workspace()).key()
    expect(await connections(stranger)).toEqual([])
    for (const query of [
      'query($id: ID!) { carrierConnection(id: $id) { id } }',
      'query($id: ID!) { carrierNumbers(connectionId: $id) { next } }',
      'mutation($id: ID!) { disconnectCarrier(id: $id) }',
    ])
      await expect(stranger.gql(query, { id })).rejects.toThrow('Carrier connection not found')
  })

  test('has its numbers set up again when it is connected again', async () => {
    await createWorkspace()
    const { id } = (await connect('twilio')).body
    const make = (phoneNumber: string, isActive: boolean) =>
      anyWorkspace.phoneNumber.create({ data: { workspaceId: tenant.acme.id, phoneNumber, carrier: 'twilio', connectionId: id, isActive } })
    const [active, released] = [await make('+14155550171', true), await make('+14155550172', false)]
    await connect('twilio')
    const jobs = await anyWorkspace.$queryRaw<
      { key: string }[]
    >`select key from graphile_worker.jobs where task_identifier = 'numbers.setUp' and key = any(${[active, released].map(({ id: number }) => `setUp:${number}`)})`
    expect(jobs).toEqual([{ key: `setUp:${active.id}` }])
    await anyWorkspace.phoneNumber.updateMany({ where: { connectionId: id }, data: { isActive: false, setup: 'released' } })
  })

  test('can be disconnected once it has no numbers', async () => {
    await createWorkspace()
    const { id } = (await connect('twilio')).body
    const number = await anyWorkspace.phoneNumber.create({
      data: { workspaceId: tenant.acme.id, phoneNumber: '+14155550173', carrier: 'twilio', connectionId: id },
    })
    const disconnect = () => tenant.key.gql<any>('mutation($id: ID!) { disconnectCarrier(id: $id) }', { id })
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
