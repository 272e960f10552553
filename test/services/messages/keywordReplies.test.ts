import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { SmsEvent } from '../../../src/carriers/carrier.ts'
import * as carrierEvents from '../../../src/services/messages/carrierEvents.ts'
import { findReply, type Keyword } from '../../../src/services/messages/keywords.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { type Linked, linkedAt, someNumber, tell } from '../../inbound/carrierKit.ts'
import type { Client } from '../../kit/client.ts'
import { type Acme, useWorld } from '../../kit/world.ts'

// No jobs: an answer stays where the keyword's transaction has left it.
const world = useWorld({ env: { ROLE: 'api' } })
let acme: Acme
let key: Client
let linked: Linked
let from: string
beforeAll(async () => {
  acme = await world().workspace()
  key = await acme.key()
  // Vonage answers nothing itself.
  linked = await linkedAt(acme.id, 'vonage')
})
beforeEach(() => {
  from = someNumber()
})

async function say(
  body: string,
  { to = linked, agoMs = 0, keyword }: { to?: Pick<Linked, 'number' | 'connection'>; agoMs?: number; keyword?: Keyword } = {},
): Promise<void> {
  const event: SmsEvent = { type: 'inbound', carrierMessageId: randomUUID(), from, to: to.number.phoneNumber, body, media: [], ...(keyword && { keyword }) }
  await carrierEvents.apply(await tell(to, event, agoMs))
}
const answers = () => anyWorkspace.message.findMany({ where: { toNumber: from, source: 'auto_reply' }, orderBy: { id: 'asc' } })
const jobs = async () =>
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
  ] as const)('%s is answered in its language, by a message that waits for its job and holds its price', async (word, keyword, language) => {
    const [before, waiting] = [await wallet.read(acme.id), await jobs()]
    await say(word)
    const [answer, ...others] = await answers()
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
    expect(await jobs()).toBe(waiting + 1n)
    expect((await key.get(`/sms/${answer!.id}`)).body).toMatchObject({ status: 'queued', body: answer!.body, keyword, media: [] })
  })

  test('is answered once in five minutes, each on its own', async () => {
    for (const word of ['HELP', 'help!', 'STOP', 'stop', 'STOPALL']) await say(word)
    expect((await answers()).map(({ keyword }) => keyword)).toEqual(['help', 'stop'])
  })

  test('is answered again later', async () => {
    await say('HELP')
    await anyWorkspace.message.updateMany({ where: { toNumber: from }, data: { createdAt: new Date(Date.now() - 301_000) } })
    await say('HELP')
    expect(await answers()).toHaveLength(2)
  })

  test('that took longer than five minutes to get here is obeyed and not answered', async () => {
    await say('STOP', { agoMs: 301_000 })
    expect(await answers()).toEqual([])
    expect((await key.get(`/dnc/check?phone_number=${encodeURIComponent(from)}`)).body.is_on_dnc).toBe(true)
  })

  test('is not answered where the carrier does so itself, which knows English words and those it says it took for one', async () => {
    const telnyx = await linkedAt(acme.id, 'telnyx')
    for (const word of ['HELP', 'STOP', 'START']) await say(word, { to: telnyx })
    await say('Hilfe', { to: telnyx, keyword: 'help' })
    expect(await answers()).toEqual([])
    await say('Hilfe', { to: telnyx })
    expect((await answers()).map(({ body }) => body)).toEqual([findReply({ keyword: 'help', language: 'de' })])
  })

  test('to the number that a workspace gets while calls are simulated is obeyed as well', async () => {
    const number = (await anyWorkspace.phoneNumber.findFirst({ where: { workspaceId: acme.id, carrier: 'simulator' }, include: { connection: true } }))!
    await say('STOP', { to: { number, connection: number.connection! } })
    expect(await anyWorkspace.message.findFirst({ where: { fromNumber: from } })).toMatchObject({ keyword: 'stop', carrier: 'simulator' })
  })

  test('from one of our own numbers is never answered, whoever’s it is', async () => {
    const other = await world().workspace()
    from = (await linkedAt(other.id, 'vonage')).number.phoneNumber
    for (const word of ['HELP', 'STOP', 'START']) await say(word)
    expect(await answers()).toEqual([])
  })

  test.each(['72000', 'ACME'])('from %s, which is no phone, is not answered', async (sender) => {
    from = sender
    for (const word of ['HELP', 'STOP']) await say(word)
    expect(await answers()).toEqual([])
  })

  test('after STOP nothing but START is answered', async () => {
    await say('STOP')
    await say('HELP')
    expect((await answers()).map(({ keyword }) => keyword)).toEqual(['stop'])
    await say('START')
    expect((await answers()).map(({ keyword }) => keyword)).toEqual(['stop', 'start'])
  })

  test('START is not answered where the number stays on the list', async () => {
    await key.post('/dnc', { phone_number: from })
    await say('START')
    expect(await answers()).toEqual([])
  })

  test('is obeyed without an answer where the wallet is empty', async () => {
    const poor = await world().workspace({ wallet: '0' })
    const theirs = await linkedAt(poor.id, 'vonage')
    await say('STOP', { to: theirs })
    expect(await answers()).toEqual([])
    expect(await anyWorkspace.dncEntry.findFirst({ where: { workspaceId: poor.id, phoneNumber: from } })).toMatchObject({ source: 'sms_stop' })
  })
})

describe('the settings', () => {
  const QUERY = '{ messagingSettings { replies helpText stopText startText } }'
  const UPDATE = 'mutation ($input: MessagingSettingsInput!) { updateMessagingSettings(input: $input) { replies helpText stopText startText } }'
  const FIRST = { replies: true, helpText: null, stopText: null, startText: null }

  test('are on and empty at first, keep what is not given, and null brings our words back', async () => {
    const fresh = await (await world().workspace()).key()
    expect(await fresh.gql(QUERY)).toEqual({ messagingSettings: FIRST })
    await fresh.gql(UPDATE, { input: { stopText: 'Bye' } })
    await fresh.gql(UPDATE, { input: { replies: false } })
    expect(await fresh.gql(QUERY)).toEqual({ messagingSettings: { ...FIRST, replies: false, stopText: 'Bye' } })
    await fresh.gql(UPDATE, { input: { replies: null, stopText: null } })
    expect(await fresh.gql(QUERY)).toEqual({ messagingSettings: FIRST })
    await expect(fresh.gql(UPDATE, { input: {} })).rejects.toThrow('No fields to update')
  })

  test('may be read with numbers:read and changed with numbers:write', async () => {
    const reader = await acme.key('numbers:read')
    await reader.gql(QUERY)
    await expect(reader.gql(UPDATE, { input: { replies: false } })).rejects.toThrow('Missing scope: numbers:write')
    await expect((await acme.key('calls:read')).gql(QUERY)).rejects.toThrow('Missing scope: numbers:read')
  })

  test('say what is answered, and whether anything is', async () => {
    const other = await world().workspace()
    const theirs = await linkedAt(other.id, 'vonage')
    const theirKey = await other.key()
    await theirKey.gql(UPDATE, { input: { stopText: 'Acme: no more texts.' } })
    await say('Arrêt', { to: theirs })
    expect((await answers()).map(({ body }) => body)).toEqual(['Acme: no more texts.'])
    from = someNumber()
    await theirKey.gql(UPDATE, { input: { replies: false } })
    await say('STOP', { to: theirs })
    expect(await answers()).toEqual([])
  })
})
