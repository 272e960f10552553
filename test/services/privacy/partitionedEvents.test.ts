import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import * as eventStore from '../../../src/services/calls/progress/eventStore.ts'
import * as partitions from '../../../src/services/privacy/partitions.ts'
import * as deliveries from '../../../src/services/webhooks/deliveries.ts'
import { DAY } from '../../kit/waiting/clock.ts'
import { at, usePartitions } from './partitionKit.ts'

const { addDelivery, event, workspaceId } = usePartitions()

describe('an event that is sent several times is stored once', () => {
  test.each([
    ['within a day', ['2031-07-31T12:00:00', '2031-07-31T12:00:05']],
    ['on both sides of the end of a day', ['2031-07-31T23:59:59.999', '2031-08-01T00:00:00']],
    ['by servers whose clocks differ', ['2031-07-31T23:50:00', '2031-08-01T00:01:00', '2031-07-31T23:49:00']],
    ['hours later', ['2031-07-31T20:00:00', '2031-08-01T19:00:00']],
  ])('%s', async (_, moments) => {
    at(moments[0]!)
    await partitions.addAhead()
    const [key, verdicts] = [randomUUID(), [] as string[]]
    for (const moment of moments) {
      at(moment)
      verdicts.push((await eventStore.store(event(key), true)).verdict)
    }
    expect(verdicts).toEqual(['stored', ...moments.slice(1).map(() => 'repeated')])
    expect(await anyWorkspace.providerEvent.count({ where: { dedupeKey: key } })).toBe(1)
  })

  test('at the same time on both sides of midnight, while neither transaction sees the other', async () => {
    at('2031-09-30T23:59:59.990')
    await partitions.addAhead()
    const key = randomUUID()
    // The first is not committed when the second comes: as its statement stores it.
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`insert into provider_event_keys (provider, dedupe_key, received_at) values ('retell', $1, $2)`, [
      key,
      new Date('2031-09-30T23:59:59.990Z'),
    ])
    await client.query(`insert into provider_events (provider, dedupe_key, body, received_at) values ('retell', $1, '{}', $2)`, [
      key,
      new Date('2031-09-30T23:59:59.990Z'),
    ])
    at('2031-10-01T00:00:00')
    const second = eventStore.store(event(key), true)
    await expect
      .poll(async () => (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'with incoming as'`)).rowCount)
      .toBe(1)
    await client.query('commit')
    client.release()
    expect((await second).verdict).toBe('repeated')
    expect(await anyWorkspace.providerEvent.count({ where: { dedupeKey: key } })).toBe(1)
  })

  test('keys of that time are deleted after some hours', async () => {
    at('2031-12-31T23:59:59')
    await eventStore.store(event(randomUUID()), true)
    const keys = async () => anyWorkspace.providerEventKey.count()
    expect(await keys()).toBeGreaterThan(0)
    at('2032-01-01T07:00:00')
    await partitions.maintain()
    expect(await keys()).toBe(0)
  })
})

test('a delivery whose event was enqueued in the month before is not enqueued again', async () => {
  const endpoint = await anyWorkspace.webhookEndpoint.create({ data: { workspaceId: workspaceId(), url: 'https://example.com', events: [], isFirst: true } })
  const { id } = await addDelivery('7', new Date(Date.now() - 40 * DAY))
  await pool.query(`update webhook_deliveries set created_at = '2031-03-31', endpoint_id = $2 where id = $1`, [id, endpoint.id])
  await transaction((tx) => deliveries.enqueue(tx, { workspaceId: workspaceId(), type: 'call.completed', eventId: '7', data: {} }))
  expect(await anyWorkspace.webhookDelivery.count({ where: { workspaceId: workspaceId() } })).toBe(1)
})
