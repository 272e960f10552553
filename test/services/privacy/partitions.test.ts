import { beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import { settings } from '../../../src/kernel/config/settings.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { compileSql } from '../../../src/kernel/db/sqlText.ts'
import { statements } from '../../../src/kernel/db/statement.ts'
import '../../../src/services/calls/callEvents.ts'
import * as eventStore from '../../../src/services/calls/progress/eventStore.ts'
import * as partitions from '../../../src/services/privacy/partitions.ts'
import * as deliveries from '../../../src/services/webhooks/deliveries.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'
import { at, usePartitions } from './partitionKit.ts'

const { addDelivery, event, workspaceId } = usePartitions()

/** A year in which the database has no partitions ahead. */
const [YEAR, NEXT] = [2031, 2032]

const partitionsOf = async (table: string) =>
  (
    await pool.query<{ name: string }>(
      `select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = '${table}'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)
const added = async (table: string) => (await partitionsOf(table)).filter((name) => name.includes(String(YEAR)) || name.includes(String(NEXT)))
/** The partition of each row of a table, by a column. */
const placesOf = async (table: string, column: string) =>
  Object.fromEntries(
    (await pool.query<{ key: string; place: string }>(`select ${column} as key, tableoid::regclass::text as place from ${table}`)).rows.map(
      ({ key, place }) => [key, place],
    ),
  )

describe('partitions ahead', () => {
  test('are added once by many runs at the same time: the current one, and those after it', async () => {
    at(`${YEAR}-11-30T23:59:59`)
    await Promise.all([partitions.addAhead(), partitions.addAhead(), partitions.addAhead()])
    for (const table of ['webhook_deliveries', 'webhook_attempts', 'lead_decisions'])
      expect(await added(table)).toEqual([`${table}_${YEAR}_11`, `${table}_${YEAR}_12`, `${table}_${NEXT}_01`])
    expect(await added('provider_events')).toEqual(['30', '12_01', '12_02', '12_03'].map((day) => `provider_events_${YEAR}_${day === '30' ? '11_30' : day}`))
    at(`${NEXT}-03-01T00:00:00`)
    await partitions.addAhead()
    expect((await added('lead_decisions')).slice(3)).toEqual(['03', '04', '05'].map((month) => `lead_decisions_${NEXT}_${month}`))
  })

  test('have the keys, indexes and options of the others', async () => {
    at('2041-02-03T00:00:00')
    await partitions.addAhead()
    for (const [table, name] of [
      ['provider_events', 'provider_events_2041_02_03'],
      ['webhook_deliveries', 'webhook_deliveries_2041_02'],
      ['webhook_attempts', 'webhook_attempts_2041_02'],
      ['lead_decisions', 'lead_decisions_2041_02'],
    ] as const) {
      const traits = async (relation: string) =>
        (
          await pool.query(
            `select c.reloptions, array(select regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON \\S+', '\\1') from pg_index where indrelid = c.oid order by 1) as indexes,
               (select array_agg(concat(attname, attstorage, attcompression) order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0) as columns,
               array(select conname::text from pg_constraint where conrelid = c.oid and contype = 'f' order by 1) as keys,
               array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers from pg_class c where relname = $1`,
            [relation],
          )
        ).rows
      const [added, earlier, template] = [await traits(name), await traits(`${table}_earlier`), await traits(`${table}_default`)]
      expect(added).toEqual(template)
      // An index of a later migration is made for partitions to come only.
      expect(added).toEqual([{ ...earlier[0], indexes: expect.arrayContaining(earlier[0].indexes) }])
    }
  })

  test('take over the rows that found none, after a time without a worker', async () => {
    const dates = ['2051-01-31T23:59:59.999Z', '2051-02-01T00:00:00.000Z', '2051-04-15T12:00:00.000Z'].map((text) => new Date(text))
    for (const [n, date] of dates.entries()) await addDelivery(`gap ${n}`, date)
    expect(new Set(Object.values(await placesOf('webhook_deliveries', 'event_id')))).toEqual(new Set(['webhook_deliveries_default']))
    at('2051-04-20T00:00:00')
    await Promise.all([partitions.addAhead(), partitions.addAhead()])
    expect(await placesOf('webhook_deliveries', 'event_id')).toEqual({
      'gap 0': 'webhook_deliveries_2051_01',
      'gap 1': 'webhook_deliveries_2051_02',
      'gap 2': 'webhook_deliveries_2051_04',
    })
    const { rows } = await deliveries.list({ kind: 'key', workspaceId: workspaceId(), scopes: new Set() }, {})
    expect(rows.map(({ eventId }) => eventId)).toEqual(['gap 2', 'gap 1', 'gap 0'])
  })

  test('that a long transaction prevents are added later, and rows are stored meanwhile', async () => {
    at('2061-05-01T00:00:00')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('lock table provider_events_default in access exclusive mode')
    await partitions.addAhead()
    expect((await partitionsOf('provider_events')).filter((name) => name.includes('2061'))).toEqual([])
    expect((await partitionsOf('lead_decisions')).filter((name) => name.includes('2061'))).toHaveLength(3)
    await client.query('commit')
    client.release()
    expect(await eventStore.store(event('meanwhile'), true)).toMatchObject({ verdict: 'stored' })
    await partitions.addAhead()
    expect(await placesOf('provider_events', 'dedupe_key')).toEqual({ meanwhile: 'provider_events_2061_05_01' })
  })
})

describe('partitions behind', () => {
  test('are dropped once all of their rows are past the retention, and not before', async () => {
    const { retentionDays } = settings
    onTestFinished(() => void (settings.retentionDays = retentionDays))
    settings.retentionDays = { ...retentionDays, webhooks: 45 }
    for (const [eventId, date] of [
      ['old', '2031-01-31T23:59:59Z'],
      ['kept', '2031-02-01T00:00:00Z'],
    ] as const)
      await addDelivery(eventId, new Date(date))
    at('2031-03-17T23:59:59')
    await partitions.maintain()
    expect(await placesOf('webhook_deliveries', 'event_id')).toEqual({ old: 'webhook_deliveries_2031_01', kept: 'webhook_deliveries_2031_02' })
    at('2031-03-18T00:00:00')
    await Promise.all([partitions.maintain(), partitions.maintain()])
    expect(Object.keys(await placesOf('webhook_deliveries', 'event_id'))).toEqual(['kept'])
  })

  test('stay while a row of theirs is still needed: a webhook to send, an event to process', async () => {
    await addDelivery('waiting', new Date('2031-05-31T00:00:00Z'), 'pending')
    await addDelivery('sent', new Date('2031-05-01T00:00:00Z'))
    at('2031-05-02T12:00:00')
    await partitions.addAhead()
    await eventStore.store(event('waiting'), false)
    at('2031-12-31T00:00:00')
    await partitions.maintain()
    expect(Object.keys(await placesOf('webhook_deliveries', 'event_id')).sort()).toEqual(['sent', 'waiting'])
    expect(Object.keys(await placesOf('provider_events', 'dedupe_key'))).toEqual(['waiting'])
    const [claimed] = await eventStore.claim(10)
    for (let attempt = 0; attempt < 25; attempt++) await eventStore.markFailed([claimed!.id])
    await anyWorkspace.webhookDelivery.updateMany({ data: { status: 'failed' } })
    await partitions.maintain()
    expect([await placesOf('webhook_deliveries', 'event_id'), await placesOf('provider_events', 'dedupe_key')]).toEqual([{}, {}])
    expect(await anyWorkspace.pendingProviderEvent.count()).toBe(0)
  })
})

describe('a statement reads few partitions, however many there are:', () => {
  beforeEach(async () => {
    for (let day = 1; day < 30; day += 4) {
      at(`2071-06-${String(day).padStart(2, '0')}T12:00:00`)
      await partitions.addAhead()
    }
  })
  /** The partitions that a statement reads, when it runs as prepared for any parameters. */
  async function readsOf(name: string, params: object): Promise<string[]> {
    const { text, values } = compileSql(statements.get(name)!, params as never)
    const client = await pool.connect()
    try {
      await client.query('begin; set local plan_cache_mode = force_generic_plan')
      const query = { name: `plan ${name}`, text: `explain (analyze, costs off, timing off) ${text}`, values: values(params as never) as unknown[] }
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(query)
      const lines = rows.map((row) => row['QUERY PLAN']).filter((line) => /(Scan|using) .*provider_events_/.test(line) && !line.includes('never executed'))
      return [...new Set(lines.map((line) => /provider_events_(?:\d{4}_\d\d_\d\d|earlier|default)/.exec(line)?.[0] ?? line))].sort()
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test("a call's events, those of the days since the call", async () => {
    const { id } = await makeCall(workspaceId())
    await anyWorkspace.call.update({ where: { id }, data: { createdAt: new Date('2071-06-28T12:00:00Z') } })
    const read = await readsOf('callEvents.list', { workspaceId: workspaceId(), callIds: [id], after: ['0'], take: [10] })
    expect(read).not.toContain('provider_events_earlier')
    expect(read).toContain('provider_events_2071_06_28')
    expect(read.length).toBeLessThan(9)
  })

  test('a new event, the one of the day before', async () => {
    const list = (value: unknown) => [value]
    const params = {
      providers: list('retell'),
      owners: list('1a1'),
      workspaceIds: list(workspaceId()),
      agentIds: list(1),
      numberIds: list(0),
      dedupeKeys: list('planned'),
      bodies: list('{}'),
      haveAudio: list(false),
      callIds: list(''),
      refs: list(''),
      receivedAt: new Date('2071-06-10T12:00:00Z'),
      dueAt: new Date(),
    }
    expect(await readsOf('providerEvents.store', params)).toEqual(['provider_events_2071_06_09'])
  })
})
