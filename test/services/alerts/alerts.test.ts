import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { transaction } from '../../../src/kernel/db/db.ts'
import { parseMicros } from '../../../src/kernel/lib/money.ts'
import { close } from '../../../src/services/calls/progress/callClosing.ts'
import * as balanceAlerts from '../../../src/services/billing/balanceAlerts.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { type Client, graphql } from '../../kit/clients/client.ts'
import { createSocketClient, type SocketClient } from '../../kit/clients/graphqlSocket.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'
import { createEndedCall } from '../billing/billingKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
let owner: (query: string, variables?: object) => ReturnType<typeof graphql>
const sockets: SocketClient[] = []

beforeEach(async () => {
  acme = await testServer().workspace({ wallet: '10' })
  key = await acme.key()
  const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'
  const { data } = await graphql(testServer().url, {}, signIn, { input: { email: acme.email, password: acme.password } })
  owner = (query, variables) => graphql(testServer().url, { Authorization: `Bearer ${data.signIn.accessToken}` }, query, variables)
})
afterAll(async () => {
  for (const socket of sockets) await socket.close()
})

interface Seen {
  id: string
  type: string
  data: object
  clearedAt: string | null
  dismissedAt: string | null
}
const listAlerts = async (openOnly = true) =>
  (
    await key.gql<{ alerts: { nodes: Seen[] } }>('query ($o: Boolean) { alerts(openOnly: $o) { nodes { id type data clearedAt dismissedAt } } }', {
      o: openOnly,
    })
  ).alerts.nodes
const kinds = async (openOnly = true) => (await listAlerts(openOnly)).map(({ type: kind }) => kind).sort()
const credit = (amount: string) => wallet.credit(acme.id, parseMicros(amount)!, 'Paid', randomUUID())
const debit = (amount: string) => wallet.debit(acme.id, parseMicros(amount)!, 'Paid back', randomUUID())
/** Settles a call, then checks the balance as the worker does every second. */
const talk = async (seconds: number) => {
  await (await createEndedCall(acme.id, { seconds })).close()
  await balanceAlerts.checkNoted()
}
const watch = () => {
  const socket = createSocketClient(testServer().url, { apiKey: key.apiKey })
  sockets.push(socket)
  return socket.watch<{ alertRaised: { id: string; type: string } }>('subscription { alertRaised { id type } }')
}

test('a call that lowers the balance below the threshold raises one alert, and a credit clears it', async () => {
  const early = watch()
  await waitFor('the socket', () => early.ready)
  await debit('4.90')
  await talk(30)
  expect(await kinds()).toEqual([])
  await talk(30)
  await Promise.all(Array.from({ length: 5 }, () => debit('0.10')))
  await talk(30)
  expect(await listAlerts()).toEqual([
    { id: expect.any(String), type: 'low_balance', data: { balance: '4.9800', threshold: '5.0000', currency: 'USD' }, clearedAt: null, dismissedAt: null },
  ])
  await credit('0.10')
  expect(await kinds()).toEqual(['low_balance'])
  await credit('10')
  expect(await kinds()).toEqual([])
  await debit('10')
  expect(await listAlerts(false)).toMatchObject([
    { type: 'low_balance', clearedAt: null },
    { type: 'low_balance', clearedAt: expect.any(String) },
  ])
  await waitFor('both to be told', () => early.events.length === 2)
  expect(new Set(early.events.map(({ alertRaised }) => alertRaised.id)).size).toBe(2)
})

test('a balance that covers no call raises an alert, until a credit covers one', async () => {
  await debit('8.80')
  expect(await kinds()).toEqual(['low_balance'])
  await debit('0.01')
  expect(await kinds()).toEqual(['low_balance', 'zero_balance'])
  await credit('0.01')
  expect(await kinds()).toEqual(['low_balance'])
})

test('rejected and rolled-back transactions raise no alert', async () => {
  const watched = watch()
  await waitFor('the socket', () => watched.ready)
  await debit('4')
  const call = await createEndedCall(acme.id, { seconds: 600 })
  const crashed = transaction(async (tx) => {
    await close(tx, acme.id, call.id)
    throw new Error('crashed')
  })
  await expect(crashed).rejects.toThrow('crashed')
  await expect(debit('6')).rejects.toThrow('Only 4.8000 USD of the balance is available.')
  await expect(debit('0')).rejects.toThrow('The amount must be above zero.')
  expect(await kinds(false)).toEqual([])
  await call.close()
  await balanceAlerts.checkNoted()
  await waitFor('the first to be told', () => watched.events.length > 0)
  expect(watched.events.map(({ alertRaised }) => alertRaised.type)).toEqual(['low_balance'])
})

test('a dismissed alert stays hidden, and is raised again only after it was cleared', async () => {
  await debit('6')
  const [alert] = await listAlerts()
  const dismiss = (id: string) => owner('mutation ($id: ID!) { dismissAlert(id: $id) { dismissedAt } }', { id })
  const { data } = await dismiss(alert!.id)
  expect(data.dismissAlert.dismissedAt).toEqual(expect.any(String))
  expect((await dismiss(alert!.id)).data).toEqual(data)
  await talk(10)
  expect([await kinds(), await kinds(false)]).toEqual([[], ['low_balance']])
  await credit('10')
  await debit('10')
  expect(await kinds()).toEqual(['low_balance'])
  const other = await (await testServer().workspace()).key()
  await expect(other.gql('mutation ($id: ID!) { dismissAlert(id: $id) { id } }', { id: alert!.id })).rejects.toThrow('Missing scope: billing:write')
  expect((await dismiss('999999')).errors![0]!.message).toBe('Alert not found')
})

test('a new subscriber gets the open alerts first', async () => {
  await debit('9.50')
  const late = watch()
  await waitFor('both', () => late.events.length === 2)
  const stranger = createSocketClient(testServer().url, { apiKey: (await (await testServer().workspace()).key()).apiKey })
  sockets.push(stranger)
  const received = stranger.watch<object>('subscription { alertRaised { id } }')
  await waitFor('the socket', () => received.ready)
  await credit('10')
  await debit('6')
  await waitFor('the third', () => late.events.length === 3)
  expect(received.events).toEqual([])
})

test('members with the scope can set the threshold, which applies immediately in both directions', async () => {
  const set = (amount: string) => owner('mutation ($amount: Money!) { setLowBalanceThreshold(amount: $amount) { lowBalanceThreshold balance } }', { amount })
  expect((await set('10.01')).data.setLowBalanceThreshold).toEqual({ lowBalanceThreshold: '10.0100', balance: '10.0000' })
  expect(await kinds()).toEqual(['low_balance'])
  await set('10')
  expect(await kinds()).toEqual([])
  await set('0')
  await debit('8')
  expect(await kinds()).toEqual([])
  for (const amount of ['-1', '1000000.01']) expect((await set(amount)).errors![0]!.extensions).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
  await expect(key.gql('mutation { setLowBalanceThreshold(amount: "1") { lowBalanceThreshold } }')).rejects.toThrow('Missing scope: billing:write')
})
