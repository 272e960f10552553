import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { type ProtocolSocket, openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let socket: ProtocolSocket
beforeAll(async () => {
  acme = await testServer().workspace()
  socket = await openProtocolSocket(testServer().url, { apiKey: (await acme.key('calls:read')).apiKey })
})
afterAll(() => socket.close())

/** Waits for two updates of the number, which is sent at most about once a second. */
test('a subscriber receives the number of active calls, at first and after changes, without those of other workspaces', async () => {
  socket.subscribe('n', 'subscription { activeCallCount }')
  const counts = () => socket.messagesOf('n').map(({ payload }) => payload.data.activeCallCount)
  await waitFor('the current number', () => counts().length > 0)
  await makeCall((await testServer().workspace()).id)
  const { id } = await makeCall(acme.id)
  const changed = () => publish('call.updated', { workspaceId: acme.id, callId: id, startIndex: 0, lines: [] })
  changed()
  await waitFor('one call', () => counts().at(-1) === 1)
  await anyWorkspace.call.update({ where: { id }, data: { status: 'busy' } })
  changed()
  await waitFor('no calls', () => counts().at(-1) === 0)
  expect(counts()).toEqual([0, 1, 0])
})

test('the export types follow the scopes, each with its formats and statuses', async () => {
  const kindsOf = async (...scopes: Parameters<TestWorkspace['key']>) => {
    const socket = await openProtocolSocket(testServer().url, { apiKey: (await acme.key(...scopes)).apiKey })
    socket.subscribe('k', '{ reportTypes { name formats supportsCampaignFilter supportsOutcomeFilter statuses isDataSubjectExport } }')
    await waitFor('the types', () => socket.messagesOf('k').length > 0)
    await socket.close()
    return socket.messagesOf('k')[0]!.payload.data.reportTypes
  }
  expect(await kindsOf('me:read', 'billing:read')).toEqual(
    ['ledger', 'usage'].map((name) => ({
      name,
      formats: ['csv', 'json', 'xlsx'],
      supportsCampaignFilter: false,
      supportsOutcomeFilter: false,
      statuses: [],
      isDataSubjectExport: false,
    })),
  )
  const [calls] = await kindsOf('me:read', 'calls:read')
  expect(calls).toMatchObject({ name: 'calls', supportsCampaignFilter: true, supportsOutcomeFilter: true })
  expect(calls.statuses).toContain('voicemail')
  expect(calls.statuses).not.toContain('ringing')
})
