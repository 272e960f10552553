import { beforeAll, describe, expect, test, vi } from 'vitest'
import { anyWorkspace, db, pool, transaction } from '../../src/kernel/db/db.ts'
import * as workspaceContext from '../../src/kernel/db/workspaceContext.ts'
import * as access from '../../src/services/access/access.ts'
import * as retention from '../../src/services/privacy/retention.ts'
import { useDatabase } from '../kit/server/database.ts'
import { asServer, takeFaults } from '../kit/server/serverWork.ts'
import { createTwoWorkspaces, REFUSED } from './rowSecurityKit.ts'

/** Row-level security in the database of the tests: a statement fails that meets a row of another workspace than the work is for (decision 48). */
useDatabase()

const { inAnyWorkspace, inWorkspace } = workspaceContext

let [acme, other] = [0, 0]
let [acmeCampaign, otherCampaign] = [0, 0]
beforeAll(async () => {
  ;[acme, other] = await createTwoWorkspaces()
  const createCampaign = async (workspaceId: number) => (await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Autumn' } })).id
  ;[acmeCampaign, otherCampaign] = [await createCampaign(acme), await createCampaign(other)]
})

const inAcme = <T>(work: () => Promise<T>) => inWorkspace(acme, work)

describe("with another workspace's ID", () => {
  const rename = { name: 'Renamed' }

  test('every operation of Prisma that meets its row fails', async () => {
    const where = { workspaceId: other, id: otherCampaign }
    const key = { workspaceId_id: where }
    const { campaign } = db
    const operations: Record<string, () => Promise<unknown>> = {
      findUnique: () => campaign.findUnique({ where: key }),
      findUniqueOrThrow: () => campaign.findUniqueOrThrow({ where: key }),
      findFirst: () => campaign.findFirst({ where }),
      findFirstOrThrow: () => campaign.findFirstOrThrow({ where }),
      findMany: () => campaign.findMany({ where }),
      count: () => campaign.count({ where }),
      aggregate: () => campaign.aggregate({ where, _max: { id: true } }),
      groupBy: () => campaign.groupBy({ where, by: ['status'] }),
      create: () => campaign.create({ data: { workspaceId: other, name: 'Spring' } }),
      createMany: () => campaign.createMany({ data: [{ workspaceId: other, name: 'Spring' }] }),
      createManyAndReturn: () => campaign.createManyAndReturn({ data: [{ workspaceId: other, name: 'Spring' }] }),
      update: () => campaign.update({ where: key, data: rename }),
      updateMany: () => campaign.updateMany({ where, data: rename }),
      updateManyAndReturn: () => campaign.updateManyAndReturn({ where, data: rename }),
      upsert: () => campaign.upsert({ where: key, create: { workspaceId: other, name: 'Spring' }, update: rename }),
      delete: () => campaign.delete({ where: key }),
      deleteMany: () => campaign.deleteMany({ where }),
    }
    const known = Object.entries(campaign).flatMap(([name, value]) =>
      typeof value === 'function' && !name.startsWith('$') && !name.endsWith('Raw') ? [name] : [],
    )
    expect(Object.keys(operations).sort()).toEqual(known.sort())
    for (const [name, operation] of Object.entries(operations)) await expect(inAcme(operation), name).rejects.toThrow(REFUSED)
    expect(await anyWorkspace.campaign.findMany({ where: { workspaceId: other } })).toMatchObject([{ name: 'Autumn' }])
  })

  test('a row cannot move to it, alone or in a transaction', async () => {
    const move = { where: { workspaceId: acme, id: acmeCampaign }, data: { workspaceId: other } }
    await expect(inAcme(() => db.campaign.updateMany(move))).rejects.toThrow(REFUSED)
    await expect(inAcme(() => transaction((tx) => tx.campaign.updateMany(move)))).rejects.toThrow(REFUSED)
    expect(await anyWorkspace.campaign.count({ where: { workspaceId: acme } })).toBe(1)
  })

  test('a statement fails, and so does one that forgets the workspace', async () => {
    await expect(inAcme(() => pool.query('select from campaigns where workspace_id = $1', [other]))).rejects.toThrow(REFUSED)
    await expect(inAcme(() => pool.query('select from campaigns'))).rejects.toThrow(REFUSED)
    expect((await inAcme(() => pool.query('select from campaigns where workspace_id = $1', [acme]))).rowCount).toBe(1)
  })

  test('work for several workspaces sees both', async () => {
    await inAcme(async () => {
      expect(await anyWorkspace.campaign.count()).toBe(2)
      expect((await inAnyWorkspace(() => pool.query('select from campaigns'))).rowCount).toBe(2)
      expect(await inWorkspace(other, () => db.campaign.count({ where: { workspaceId: other } }))).toBe(1)
    })
    expect(await db.campaign.count({ where: { workspaceId: other } })).toBe(1)
  })
})

describe('the context is that of the work', () => {
  const read = (workspaceId: number, id: number) => db.campaign.findUnique({ where: { workspaceId_id: { workspaceId, id } }, select: { workspaceId: true } })
  const ASK = `select current_setting('callwright.workspace_id') as workspace`
  const [inAcmeIt, inOtherIt] = [() => [{ workspace: String(acme) }], () => [{ workspace: String(other) }]]

  test('when many statements wait for connections, and when Prisma batches them', async () => {
    const works = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? ([acme, acmeCampaign] as const) : ([other, otherCampaign] as const)))
    const found = await Promise.all(works.map(([workspaceId, id]) => inWorkspace(workspaceId, () => read(workspaceId, id))))
    expect(found).toEqual(works.map(([workspaceId]) => ({ workspaceId })))
    const inTransactions = works.slice(0, 20)
    const foundThere = await Promise.all(
      inTransactions.map(([workspaceId]) => inWorkspace(workspaceId, () => transaction((tx) => tx.campaign.count({ where: { workspaceId } })))),
    )
    expect(foundThere).toEqual(inTransactions.map(() => 1))
    const asked = await Promise.all(works.map(([workspaceId]) => inWorkspace(workspaceId, () => pool.query(ASK))))
    expect(asked.map(({ rows }) => rows)).toEqual(works.map(([workspaceId]) => [{ workspace: String(workspaceId) }]))
  })

  test('after a statement failed, and after a transaction or a savepoint took the setting back', async () => {
    const client = await pool.connect()
    const ask = async (workspaceId: number) => (await inWorkspace(workspaceId, () => client.query(ASK))).rows
    try {
      await client.query('begin')
      expect(await ask(acme)).toEqual(inAcmeIt())
      await client.query('rollback')
      expect(await ask(acme)).toEqual(inAcmeIt())
      await client.query('begin')
      await client.query('savepoint before')
      expect(await ask(other)).toEqual(inOtherIt())
      await client.query('rollback to savepoint before')
      expect(await ask(other)).toEqual(inOtherIt())
      await expect(inAcme(() => client.query('select from nowhere'))).rejects.toThrow('nowhere')
      await expect(ask(other)).rejects.toThrow('aborted')
      await client.query('commit')
      expect(await ask(other)).toEqual(inOtherIt())
      expect((await client.query('select from campaigns')).rowCount).toBe(2)
    } finally {
      client.release()
    }
  })

  test('after a commit failed that a deferred constraint refused', async () => {
    const client = await pool.connect()
    try {
      await client.query('create temporary table late (id int unique deferrable initially deferred)')
      await client.query('begin')
      await inAcme(() => client.query('insert into late values (1), (1)'))
      await expect(client.query('commit')).rejects.toThrow('late_id_key')
      expect((await inAcme(() => client.query(ASK))).rows).toEqual(inAcmeIt())
    } finally {
      client.release(true)
    }
  })
})

describe('a statement of a server is a fault of the whole file', () => {
  const count = (workspaceId: number) => db.campaign.count({ where: { workspaceId } })

  test('if nothing says whose work it is, with where it was called', async () => {
    await asServer(() => access.scopesOf(acme, { userId: 1 }))
    await asServer(() => pool.query({ name: 'campaigns.count/0', text: 'select from campaigns' }))
    expect(takeFaults()).toEqual([
      expect.stringMatching(/^SELECT [^\n]+"memberships"[^\n]+\n +does not say for which workspace it runs\n[^]+\/src\/services\/access\/access\.ts/),
      expect.stringMatching(/^campaigns\.count\n +does not say/),
    ])
  })

  test('if it meets a row of another workspace, also if the server catches the error', async () => {
    await asServer(() => inAcme(() => count(other).catch(() => {})))
    expect(takeFaults()).toEqual([expect.stringContaining(`row-level security: a row of workspace ${other} in campaigns, for workspace ${acme}`)])
  })

  test('if a loop runs it that a test has called', async () => {
    await anyWorkspace.workspace.update({ where: { id: acme }, data: { callRetentionDays: 1 } })
    vi.spyOn(workspaceContext, 'inWorkspace').mockImplementation((_workspaceId, work) => work())
    await retention.sweep()
    vi.restoreAllMocks()
    expect(takeFaults()).toEqual([expect.stringMatching(/^select id from calls c where [^]+ does not say[^]+\/src\/services\/privacy\/retention\.ts/)])
  })

  test('and not if it runs for a workspace or for all, uses no such table, or is one of the tests', async () => {
    await asServer(async () => {
      await inAcme(() => count(acme))
      await anyWorkspace.campaign.count()
      await pool.query('select from workspaces')
    })
    await count(acme)
    expect(takeFaults()).toEqual([])
  })
})
