import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { makeCall } from '../kit/rows.ts'
import { type Wire, wire } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let acme: Acme
let mine: Wire
beforeAll(async () => {
  acme = await world().workspace()
  mine = await wire(world().url, { apiKey: (await acme.key('calls:read')).apiKey })
})
afterAll(() => mine.close())

/** Waits for the number to be told twice again: it is told about once a second at most. */
test('a watcher is told how many calls are under way, at first and after changes; those of others do not count', async () => {
  mine.subscribe('n', 'subscription { activeCallCount }')
  const told = () => mine.of('n').map(({ payload }) => payload.data.activeCallCount)
  await until('the number now', () => told().length > 0)
  await makeCall((await world().workspace()).id)
  const { id } = await makeCall(acme.id)
  const changed = () => publish('call.updated', { workspaceId: acme.id, callId: id, startIndex: 0, lines: [] })
  changed()
  await until('one call', () => told().at(-1) === 1)
  await anyWorkspace.call.update({ where: { id }, data: { status: 'busy' } })
  changed()
  await until('none', () => told().at(-1) === 0)
  expect(told()).toEqual([0, 1, 0])
})

test('the kinds of reports are those that the scopes allow, each with its formats and statuses', async () => {
  const kindsOf = async (...scopes: Parameters<Acme['key']>) => {
    const socket = await wire(world().url, { apiKey: (await acme.key(...scopes)).apiKey })
    socket.subscribe('k', '{ reportTypes { name formats supportsCampaignFilter supportsOutcomeFilter statuses isDataSubjectExport } }')
    await until('the kinds', () => socket.of('k').length > 0)
    await socket.close()
    return socket.of('k')[0]!.payload.data.reportTypes
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
