import { expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { wire } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()

/** Waits until open sockets are checked against the database: that happens every second and a half. */
test('a socket that opens while others are looked up is not taken for one whose access was revoked', async () => {
  const acme = await world().workspace()
  const [early, late] = await Promise.all([acme.key(), acme.key()])
  const first = await wire(world().url, { apiKey: early.apiKey })
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table sessions in access exclusive mode')
    await until(
      'the look-up to wait',
      async () => (await pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%sessions%'`)).rowCount,
    )
    const second = await wire(world().url, { apiKey: late.apiKey })
    await other.query('commit')
    for (const socket of [first, second]) socket.subscribe('w', 'subscription { activeCallCount }')
    for (const socket of [first, second]) await until('an answer', () => socket.of('w').length > 0)
    expect([first, second].map(({ socket }) => socket.readyState)).toEqual([1, 1])
    await Promise.all([first, second].map((socket) => socket.close()))
  } finally {
    other.release()
  }
})
