import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { SmsEvent } from '../../../src/carriers/carrier.ts'
import * as carrierEvents from '../../../src/services/messages/carrierEvents.ts'
import { findReply, type Keyword } from '../../../src/services/messages/keywords.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { type ConnectedNumber, createConnectedNumber, newPhoneNumber, storeCarrierEvent } from '../../inbound/carrierKit.ts'
import type { Client } from '../../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'

// No jobs run: a reply stays as the keyword's transaction created it.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
let linked: ConnectedNumber
let from: string
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  // Vonage does not reply to keywords itself.
  linked = await createConnectedNumber(acme.id, 'vonage')
})
beforeEach(() => {
  from = newPhoneNumber()
})

async function sendText(
  body: string,
  { to = linked, agoMs = 0, keyword }: { to?: Pick<ConnectedNumber, 'number' | 'connection'>; agoMs?: number; keyword?: Keyword } = {},
): Promise<void> {
  const event: SmsEvent = { type: 'inbound', carrierMessageId: randomUUID(), from, to: to.number.phoneNumber, body, media: [], ...(keyword && { keyword }) }
  await carrierEvents.apply(await storeCarrierEvent(to, event, agoMs))
}
const listReplies = () => anyWorkspace.message.findMany({ where: { toNumber: from, source: 'auto_reply' }, orderBy: { id: 'asc' } })
const countJobs = async () =>
  (await anyWorkspace.$queryRaw<{ count: bigint }[]>`select count(*) from graphile_worker.jobs where task_identifier = 'messages.send'`)[0]!.count

describe('a keyword', () => {
  test.each([
    ['STOP', 'stop', 'en'],
    ['start', 'start', 'en'],
    ['Help', 'help', 'en'],
    ['Abmelden', 'stop', 'de'],
    ['Arrêt', 'stop', 'fr'],
    ['Aiuto', 'help', 'it'],
    ['停止', 'stop', 'ja'],
  ] as const)('%s gets a reply in its language, a message that waits for its job and reserves its price', async (word, keyword, language) => {
    const [before, waiting] = [await wallet.read(acme.id), await countJobs()]
    await sendText(word)
    const [answer, ...others] = await listReplies()
    expect(others).toEqual([])
    expect(answer).toMatchObject({
      body: findReply({ keyword, language }),
      keyword,
      direction: 'outbound',
      dispatch: 'waiting',
      status: 'queued',
      fromNumber: linked.number.phoneNumber,
      connectionId: linked.connection.id,
    })
    expect((await wallet.read(acme.id)).held - before.held).toBe(answer!.holdMicros)
    expect(answer!.holdMicros).toBeGreaterThan(0n)
    expect(await countJobs()).toBe(waiting + 1n)
    expect((await key.get(`/sms/${answer!.id}`)).body).toMatchObject({ status: 'queued', body: answer!.body, keyword, media: [] })
  })

  test('of each kind gets one reply in five minutes', async () => {
    for (const word of ['HELP', 'help!', 'STOP', 'stop', 'STOPALL']) await sendText(word)
    expect((await listReplies()).map(({ keyword }) => keyword)).toEqual(['help', 'stop'])
  })

  test('gets another reply later', async () => {
    await sendText('HELP')
    await anyWorkspace.message.updateMany({ where: { toNumber: from }, data: { createdAt: new Date(Date.now() - 301_000) } })
    await sendText('HELP')
    expect(await listReplies()).toHaveLength(2)
  })

  test('that arrives more than five minutes late takes effect and gets no reply', async () => {
    await sendText('STOP', { agoMs: 301_000 })
    expect(await listReplies()).toEqual([])
    expect((await key.get(`/dnc/check?phone_number=${encodeURIComponent(from)}`)).body.is_on_dnc).toBe(true)
  })

  test('gets no reply if the carrier replies itself, which it does for English keywords and those that it reports', async () => {
    const telnyx = await createConnectedNumber(acme.id, 'telnyx')
    for (const word of ['HELP', 'STOP', 'START']) await sendText(word, { to: telnyx })
    await sendText('Hilfe', { to: telnyx, keyword: 'help' })
    expect(await listReplies()).toEqual([])
    await sendText('Hilfe', { to: telnyx })
    expect((await listReplies()).map(({ body }) => body)).toEqual([findReply({ keyword: 'help', language: 'de' })])
  })

  test('to the simulated number of a workspace takes effect as well', async () => {
    const number = (await anyWorkspace.phoneNumber.findFirst({ where: { workspaceId: acme.id, carrier: 'simulator' }, include: { connection: true } }))!
    await sendText('STOP', { to: { number, connection: number.connection! } })
    expect(await anyWorkspace.message.findFirst({ where: { fromNumber: from } })).toMatchObject({ keyword: 'stop', carrier: 'simulator' })
  })

  test('from a number connected to any workspace never gets a reply', async () => {
    const other = await testServer().workspace()
    from = (await createConnectedNumber(other.id, 'vonage')).number.phoneNumber
    for (const word of ['HELP', 'STOP', 'START']) await sendText(word)
    expect(await listReplies()).toEqual([])
  })

  test.each(['72000', 'ACME'])('from %s, which is not a phone number, gets no reply', async (sender) => {
    from = sender
    for (const word of ['HELP', 'STOP']) await sendText(word)
    expect(await listReplies()).toEqual([])
  })

  test('other than START gets no reply after STOP', async () => {
    await sendText('STOP')
    await sendText('HELP')
    expect((await listReplies()).map(({ keyword }) => keyword)).toEqual(['stop'])
    await sendText('START')
    expect((await listReplies()).map(({ keyword }) => keyword)).toEqual(['stop', 'start'])
  })

  test('START gets no reply if the number stays on the do-not-call list', async () => {
    await key.post('/dnc', { phone_number: from })
    await sendText('START')
    expect(await listReplies()).toEqual([])
  })

  test('takes effect without a reply if the wallet is empty', async () => {
    const poor = await testServer().workspace({ wallet: '0' })
    const otherLinked = await createConnectedNumber(poor.id, 'vonage')
    await sendText('STOP', { to: otherLinked })
    expect(await listReplies()).toEqual([])
    expect(await anyWorkspace.dncEntry.findFirst({ where: { workspaceId: poor.id, phoneNumber: from } })).toMatchObject({ source: 'sms_stop' })
  })
})

describe('the settings', () => {
  const QUERY = '{ messagingSettings { replies helpText stopText startText } }'
  const UPDATE = 'mutation ($input: MessagingSettingsInput!) { updateMessagingSettings(input: $input) { replies helpText stopText startText } }'
  const FIRST = { replies: true, helpText: null, stopText: null, startText: null }

  test('are on and empty by default, keep omitted fields, and null restores the default replies', async () => {
    const fresh = await (await testServer().workspace()).key()
    expect(await fresh.gql(QUERY)).toEqual({ messagingSettings: FIRST })
    await fresh.gql(UPDATE, { input: { stopText: 'Bye' } })
    await fresh.gql(UPDATE, { input: { replies: false } })
    expect(await fresh.gql(QUERY)).toEqual({ messagingSettings: { ...FIRST, replies: false, stopText: 'Bye' } })
    await fresh.gql(UPDATE, { input: { replies: null, stopText: null } })
    expect(await fresh.gql(QUERY)).toEqual({ messagingSettings: FIRST })
    await expect(fresh.gql(UPDATE, { input: {} })).rejects.toThrow('No fields to update')
  })

  test('are read with numbers:read and changed with numbers:write', async () => {
    const reader = await acme.key('numbers:read')
    await reader.gql(QUERY)
    await expect(reader.gql(UPDATE, { input: { replies: false } })).rejects.toThrow('Missing scope: numbers:write')
    await expect((await acme.key('calls:read')).gql(QUERY)).rejects.toThrow('Missing scope: numbers:read')
  })

  test('set the text of replies, and turn replies off', async () => {
    const other = await testServer().workspace()
    const otherLinked = await createConnectedNumber(other.id, 'vonage')
    const theirKey = await other.key()
    await theirKey.gql(UPDATE, { input: { stopText: 'Acme: no more messages.' } })
    await sendText('Arrêt', { to: otherLinked })
    expect((await listReplies()).map(({ body }) => body)).toEqual(['Acme: no more messages.'])
    from = newPhoneNumber()
    await theirKey.gql(UPDATE, { input: { replies: false } })
    await sendText('STOP', { to: otherLinked })
    expect(await listReplies()).toEqual([])
  })
})
