import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { readWallet } from '../services/calls/placementKit.ts'
import { createSmsTenant, linkSmsNumber, listAccepted, readMessage } from '../services/messages/messageKit.ts'
import { to, withKey } from './smsKit.ts'

const testServer = useTestServer()
const CARRIER = 'twilio'
let acme: Awaited<ReturnType<typeof createSmsTenant>>
beforeAll(async () => {
  acme = await createSmsTenant(testServer(), { carrier: CARRIER })
})

describe('GET /sms', () => {
  test('returns the delivery status of a message, and lists those of its conversation', async () => {
    const { body: text } = await acme.text(to('0201'))
    await acme.text(to())
    const message = await waitFor('the final status and its reason', async () => {
      const { body } = await acme.key.get(`/sms/${text.id}`)
      return body.error_code !== null && body
    })
    expect(message).toMatchObject({ ...text, status: 'undelivered', direction: 'outbound', carrier: CARRIER, error_code: '30003', currency: 'USD' })
    expect((await acme.key.get(`/sms?conversation_id=${text.conversation_id}`)).body).toMatchObject({ items: [message], has_more: false })
    expect((await acme.key.get('/sms?limit=1')).body).toMatchObject({ items: [{ id: expect.any(Number) }], has_more: true })
  })

  test("shows no other workspace's messages", async () => {
    const { body: text } = await acme.text(to())
    const other = await (await testServer().workspace()).key()
    expect(await other.get(`/sms/${text.id}`)).toMatchObject({ status: 404, body: { detail: 'Message not found' } })
    expect((await other.get(`/sms?conversation_id=${text.conversation_id}`)).body.items).toEqual([])
  })
})

describe('POST /sms', () => {
  test('returns 202 with the message, and GraphQL returns more fields of it', async () => {
    const number = to()
    const response = await acme.text(number, { body: 'Grüße aus Köln' })
    expect(response).toMatchObject({
      status: 202,
      body: {
        id: expect.any(Number),
        // The carrier may have reported already that it sent the message.
        status: expect.stringMatching(/^(queued|sent)$/),
        from_number: acme.number.phoneNumber,
        to_number: number,
        body: 'Grüße aus Köln',
        segments: 1,
        conversation_id: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    })
    const { message } = await acme.key.gql(
      `query ($id: ID!) { message(id: $id) { id direction status errorCode errorReason segments body media fromNumber toNumber conversationId carrier keyword source cost currency createdAt sentAt } }`,
      { id: response.body.id },
    )
    expect(message).toMatchObject({
      id: String(response.body.id),
      direction: 'outbound',
      errorCode: null,
      errorReason: null,
      media: [],
      keyword: null,
      source: 'api',
      carrier: CARRIER,
      cost: '0.0100',
      currency: 'USD',
      conversationId: String(response.body.conversation_id),
    })
  })

  test('accepts older field names and a number by ID, and defaults to the first number that can send SMS', async () => {
    const tenant = await createSmsTenant(testServer(), { carrier: CARRIER })
    const { key, number } = tenant
    const other = await linkSmsNumber(testServer(), key, CARRIER)
    // The workspace's first number is older, and may not be ready for SMS yet.
    await anyWorkspace.phoneNumber.updateMany({ where: { workspaceId: tenant.acme.id, carrier: 'simulator' }, data: { smsReady: false } })
    expect((await key.post('/sms', { to: to(), text: 'Hello' })).body.from_number).toBe(number.phoneNumber)
    expect((await key.post('/sms', { to: to(), text: 'Hello', from_number_id: other.id })).body.from_number).toBe(other.phoneNumber)
  })

  test.each([
    ['160 of GSM-7', 'a'.repeat(160), 1],
    ['161 of GSM-7', 'a'.repeat(161), 2],
    ['80 characters that count twice', '€'.repeat(80), 1],
    ['81 characters that count twice', '€'.repeat(81), 2],
    ['70 characters of UCS-2', 'ж'.repeat(70), 1],
    ['71 characters of UCS-2', 'ж'.repeat(71), 2],
    ['35 emoji', '😀'.repeat(35), 1],
    ['36 emoji', '😀'.repeat(36), 2],
  ])('counts the segments of %s, and charges each', async (_name, body, segments) => {
    const response = await acme.text(to(), { body })
    expect(response.body.segments).toBe(segments)
    expect((await readMessage(response.body.id)).costMicros).toBe(10_000n * BigInt(segments))
  })

  test('a conversation has all messages between one number and one contact', async () => {
    const [one, two] = [to(), to()]
    const [first, next, apart] = [await acme.text(one), await acme.text(one, { body: 'Again' }), await acme.text(two)]
    expect(next.body.conversation_id).toBe(first.body.conversation_id)
    expect(apart.body.conversation_id).not.toBe(first.body.conversation_id)
    const { messages } = await acme.key.gql<{ messages: { nodes: { body: string }[] } }>(
      'query ($id: ID) { messages(conversationId: $id) { nodes { body status cost } } }',
      { id: first.body.conversation_id },
    )
    expect(messages.nodes.map(({ body }) => body)).toEqual(['Again', 'Hello'])
  })
})

describe('an Idempotency-Key', () => {
  test('sends and charges one message for 20 simultaneous requests', async () => {
    const number = to()
    const before = Number((await readWallet(acme.key)).balance)
    const key = randomUUID()
    const body = { to_number: number, from_number: acme.number.phoneNumber, body: 'Once' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => withKey(acme.key, key, body)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
    expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19)
    expect(await listAccepted(testServer(), CARRIER, number)).toHaveLength(1)
    expect(before - Number((await readWallet(acme.key)).balance)).toBeCloseTo(0.01, 6)
  })

  test('returns 409 with another body, and repeats the same response regardless of the delivery status', async () => {
    const [number, key] = [to(), randomUUID()]
    const body = { to_number: number, from_number: acme.number.phoneNumber, body: 'Once' }
    const first = await withKey(acme.key, key, body)
    expect((await withKey(acme.key, key, { ...body, body: 'Twice' })).status).toBe(409)
    const repetition = await withKey(acme.key, key, body)
    expect(repetition).toMatchObject({ status: 202, body: first.body })
    expect(await listAccepted(testServer(), CARRIER, number)).toHaveLength(1)
  })
})

/** Sends 30 messages at once, which wait for each other at the wallet. */
test('of 30 simultaneous messages on a wallet for 12, 12 are sent', async () => {
  const poor = await createSmsTenant(testServer(), { carrier: CARRIER, wallet: '0.12' })
  const responses = await Promise.all(Array.from({ length: 30 }, () => poor.text(to())))
  expect(responses.filter(({ status }) => status === 202)).toHaveLength(12)
  expect(responses.filter(({ status }) => status === 402)).toHaveLength(18)
  expect(await readWallet(poor.key)).toEqual({ balance: '0.0000', reserved: '0.0000' })
})

test('conversations are sorted by their latest message, in pages that stay consistent as others move up, with one query for all latest messages', async () => {
  const tenant = await createSmsTenant(testServer(), { carrier: CARRIER })
  const peers = Array.from({ length: 5 }, () => to())
  for (const peer of peers) await tenant.text(peer, { body: `To ${peer}` })
  const list = (variables: object) =>
    tenant.key.gql<{
      conversations: { nodes: { contactNumber: string; lastMessage: { body: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
    }>(
      'query ($first: Int, $after: String, $contactNumber: String) { conversations(first: $first, after: $after, contactNumber: $contactNumber) { nodes { contactNumber lastMessage { body } } pageInfo { hasNextPage endCursor } } }',
      variables,
    )
  const { conversations: page } = await list({ first: 2 })
  expect(page.nodes.map(({ contactNumber: peer }) => peer)).toEqual(peers.slice(3).toReversed())
  expect(page.nodes.map(({ lastMessage }) => lastMessage.body)).toEqual(page.nodes.map(({ contactNumber: peer }) => `To ${peer}`))
  await tenant.text(peers[4]!)
  const { conversations: next } = await list({ first: 10, after: page.pageInfo.endCursor })
  expect(next.nodes.map(({ contactNumber: peer }) => peer)).toEqual(peers.slice(0, 3).toReversed())
  expect(next.pageInfo.hasNextPage).toBe(false)
  expect((await list({ contactNumber: peers[0] })).conversations.nodes).toHaveLength(1)
  await expect(list({ after: 'nonsense' })).rejects.toMatchObject({ extensions: { code: 'UNPROCESSABLE_ENTITY' } })
})

test('another workspace sees none of it, and a key needs sms:write', async () => {
  const { body } = await acme.text(to())
  const other = await (await testServer().workspace()).key()
  await expect(other.gql('query ($id: ID!) { message(id: $id) { id } }', { id: body.id })).rejects.toThrow('Message not found')
  await expect(other.gql('query ($id: ID!) { conversation(id: $id) { id } }', { id: body.conversation_id })).rejects.toThrow('Conversation not found')
  expect(await other.gql('query ($id: ID) { messages(conversationId: $id) { nodes { id } } }', { id: body.conversation_id })).toEqual({
    messages: { nodes: [] },
  })
  const calling = await acme.acme.key('calls:write', 'calls:read')
  await expect(calling.gql('{ messages { nodes { id } } }')).rejects.toThrow('Missing scope: sms:write')
  const smsKey = await acme.acme.key('sms:write')
  expect(await smsKey.gql('{ messages(first: 1) { nodes { direction } } }')).toEqual({ messages: { nodes: [{ direction: 'outbound' }] } })
})
