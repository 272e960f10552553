import { expect, test } from 'vitest'
import { pool, repeatDeadlocked } from '../../../src/kernel/db/db.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { countWaitingSessions } from '../../kit/waiting/waitingSessions.ts'

useDatabase()

test('a statement aborted by a deadlock is repeated and takes effect once', async () => {
  await pool.query(`create table pots (id int primary key, filled int not null)`)
  await pool.query(`insert into pots values (1, 0), (2, 0)`)
  const other = await pool.connect()
  try {
    await other.query('begin')
    // Only the statement under test detects the deadlock, so it is the one that is aborted.
    await other.query(`set local deadlock_timeout = '60s'`)
    await other.query(`update pots set filled = filled + 1 where id = 1`)
    const filling = repeatDeadlocked(() =>
      pool.query(`
        with second as (update pots set filled = filled + 1 where id = 2 returning id)
        update pots set filled = filled + 1 from second where pots.id = 1 returning pots.id`),
    )
    await waitFor('the statement to wait', () => countWaitingSessions())
    await other.query(`update pots set filled = filled + 1 where id = 2`)
    await other.query('commit')
    expect((await filling).rows).toEqual([{ id: 1 }])
  } finally {
    other.release()
  }
  expect((await pool.query(`select filled from pots order by id`)).rows).toEqual([{ filled: 2 }, { filled: 2 }])
})
