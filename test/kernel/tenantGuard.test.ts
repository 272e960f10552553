import { expect, test } from 'vitest'
import { db, transaction } from '../../src/kernel/db/db.ts'
import { useDatabase } from '../kit/server/database.ts'

useDatabase()

test("a query on a workspace's table without its ID is refused, whatever the operation", async () => {
  const attempts = [
    () => db.call.findMany(),
    () => db.call.findFirst({ where: { id: 1 } }),
    () => db.agent.updateMany({ where: { id: 1 }, data: { name: 'x' } }),
    () => db.agent.count(),
    () => db.dncEntry.deleteMany({ where: {} }),
    () => db.dncEntry.createMany({ data: [{ workspaceId: 1, phoneNumber: '+1', source: 'x' }, { phoneNumber: '+2', source: 'x' } as never] }),
    () => transaction((tx) => tx.ledgerEntry.findMany({ where: { type: 'credit' } })),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/does not name a workspace/)
})

test('a query with its workspace passes, and so does one on a table without workspaces', async () => {
  expect(await db.call.findMany({ where: { workspaceId: 1 } })).toEqual([])
  expect(await db.agent.findUnique({ where: { workspaceId_id: { workspaceId: 1, id: 1 } } })).toBeNull()
  expect(await db.setting.findMany()).toEqual([])
})
