import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { compileSql, type Params } from '../../../src/kernel/db/sqlText.ts'
import { statements } from '../../../src/kernel/db/statement.ts'
import '../../../src/services/calls/calls.ts'
import '../../../src/services/calls/progress/providerEvents.ts'
import '../../../src/services/calls/callWords.ts'
import '../../../src/services/dialer/dialSends.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

/** PostgreSQL plans a prepared statement this often for its values before it can decide on a plan for all values. */
const TRIALS = 5

const MOMENT = new Date()

/** The statements of spoken lines and of a call's end that would be planned for each number of rows, each with one row. */
const STATEMENTS: [string, () => Params][] = [
  [
    'providerEvents.store',
    () => ({
      providers: ['retell'],
      owners: ['agent:1:1'],
      workspaceIds: [1],
      agentIds: [1],
      numberIds: [0],
      dedupeKeys: [randomUUID()],
      bodies: ['{}'],
      haveAudio: [false],
      callIds: ['call_1'],
      refs: [''],
      receivedAt: MOMENT,
      dueAt: MOMENT,
    }),
  ],
  ['providerEvents.findCalls', () => ({ providers: ['retell'], providerCallIds: ['call_1'], refs: [''], workspaceIds: [1] })],
  ['calls.lock', () => ({ workspaceIds: [1], ids: [1] })],
  ['calls.lockFree', () => ({ workspaceIds: [1], ids: [1] })],
  ['calls.saveProgress', () => ({ lines: '[]', cutWorkspaceIds: [1], cutIds: [1], ends: [1], eventIds: ['1'] })],
  ['calls.getMany', () => ({ workspaceIds: [1], ids: [1] })],
  ['callAnswers.listContexts', () => ({ workspaceId: 1, ids: [1] })],
  ['callStats.addCalls', () => ({ workspaceId: 1, callIds: [1] })],
  ['callWords.write', () => ({ workspaceId: 1, ids: [1] })],
  ['calls.prepareBatch', () => ({ workspaceId: 1, callIds: [1], registerKeys: Buffer.alloc(32) })],
  ['providerSlots.release', () => ({ callIds: [1] })],
]

test.each(STATEMENTS)('%s is planned once, for any number of rows', async (name, params) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (let run = 0; run < TRIALS + 3; run++) {
      const given = params()
      const { text, values } = compileSql(statements.get(name)!, given)
      await client.query({ name: `planned ${name}`, text, values: values(given) })
    }
    const { rows } = await client.query(`select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name = $1`, [
      `planned ${name}`,
    ])
    expect(rows).toEqual([{ custom: TRIALS, generic: 3 }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
