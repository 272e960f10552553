import { expect, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { db, transaction } from '../../src/kernel/db/db.ts'
import { SHARED_MODELS } from '../../src/kernel/db/tenantGuard.ts'
import { useDatabase } from '../kit/server/database.ts'

useDatabase()

type Args = Record<string, unknown>

const fieldsOf = (model: string) => Object.keys((Prisma as unknown as Record<string, object>)[`${model}ScalarFieldEnum`]!)
const MODELS = Object.keys(Prisma.ModelName)

/** What each operation takes, for rows with these fields. */
const ARGS: Record<string, (row: Args) => Args> = {
  findUnique: (where) => ({ where }),
  findUniqueOrThrow: (where) => ({ where }),
  findFirst: (where) => ({ where }),
  findFirstOrThrow: (where) => ({ where }),
  findMany: (where) => ({ where }),
  count: (where) => ({ where }),
  aggregate: (where) => ({ where }),
  groupBy: (where) => ({ where }),
  create: (data) => ({ data }),
  createMany: (data) => ({ data: [data] }),
  createManyAndReturn: (data) => ({ data: [data] }),
  update: (where) => ({ where, data: { workspaceId: 1 } }),
  updateMany: (where) => ({ where, data: { workspaceId: 1 } }),
  updateManyAndReturn: (where) => ({ where, data: { workspaceId: 1 } }),
  upsert: (where) => ({ where, create: where, update: where }),
  delete: (where) => ({ where }),
  deleteMany: (where) => ({ where }),
}
/** MongoDB has these, and PostgreSQL does not. */
const OF_OTHER_DATABASES = ['findRaw', 'aggregateRaw']

/** Runs one operation of one model, and returns what it throws. */
async function attempt(model: string, operation: string, args?: Args): Promise<string> {
  const delegate = (db as unknown as Record<string, Record<string, (args?: Args) => Promise<unknown>>>)[model[0]!.toLowerCase() + model.slice(1)]!
  return delegate[operation]!(args).then(
    () => '',
    (error: Error) => error.message,
  )
}

test('the models without a workspace are those that have no such column', () => {
  expect([...SHARED_MODELS].sort()).toEqual(MODELS.filter((model) => !fieldsOf(model).includes('workspaceId')).sort())
})

test('every operation that Prisma has is known here', () => {
  const delegate = db.call as unknown as Record<string, unknown>
  const operations = Object.keys(delegate).filter((key) => !key.startsWith('$') && typeof delegate[key] === 'function')
  expect(operations.sort()).toEqual([...Object.keys(ARGS), ...OF_OTHER_DATABASES].sort())
})

const TENANT_MODELS = MODELS.filter((model) => !SHARED_MODELS.has(model))
const UNNAMED = [{}, { id: 1 }, { workspaceId: undefined }, { workspaceId: { not: 1 } }, { OR: [{ workspaceId: 1 }] }, { workspaceId_id: { id: 1 } }]

test.each(Object.entries(ARGS))('%s of any model throws without a workspace, and passes with one', async (operation, argsOf) => {
  for (const model of TENANT_MODELS) {
    const refusal = `${model}.${operation} does not name a workspace`
    for (const row of UNNAMED) expect(await attempt(model, operation, argsOf(row))).toBe(refusal)
    expect(await attempt(model, operation, argsOf({ workspaceId: 1, noSuchField: 1 }))).not.toContain(refusal)
  }
})

test('each row that a query names needs the workspace', async () => {
  const named = { workspaceId: 1, phoneNumber: '+1', source: 'x' }
  const attempts = [
    () => db.dncEntry.createMany({ data: [named, { phoneNumber: '+2', source: 'x' } as never] }),
    () => db.setting.findMany().then(() => db.call.findMany()),
    () => db.usagePeriod.upsert({ where: { workspaceId: 1 } as never, create: { periodStart: new Date() } as never, update: {} }),
    () => transaction((tx) => tx.ledgerEntry.findMany({ where: { type: 'credit' } })),
  ]
  for (const run of attempts) await expect(run()).rejects.toThrow(/does not name a workspace/)
})

test('a query with its workspace passes, and so does one on a table without workspaces', async () => {
  expect(await db.call.findMany({ where: { workspaceId: 1 } })).toEqual([])
  expect(await db.agent.findUnique({ where: { workspaceId_id: { workspaceId: 1, id: 1 } } })).toBeNull()
  expect(await db.setting.findMany()).toEqual([])
})
