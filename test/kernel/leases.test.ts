import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { compileSql, fieldOf } from '../../src/kernel/db/sqlText.ts'
import { statements } from '../../src/kernel/db/statement.ts'
import { clock, nowMs } from '../../src/kernel/lib/clock.ts'
import { ENDED_LEASE, heldBy, type LeasedRow, releasedLease, renewedLease } from '../../src/kernel/leases.ts'
import '../../src/services/agents/publishIntents.ts'
import '../../src/services/knowledge/knowledgeIntents.ts'
import * as operator from '../../src/services/operator/operator.ts'
import '../../src/services/reports/reportRuns.ts'
import { useDatabase } from '../kit/server/database.ts'
import { advanceClock, SECOND } from '../kit/waiting/clock.ts'

useDatabase()

/** The connection that holds the locks of the simulated processes: a process is dead when its lock is free. */
let liveness: pg.Pool
let workspaceId: number
let agentId: number
let knowledgeBaseId: number
beforeAll(async () => {
  liveness = new pg.Pool({ connectionString: pool.options.connectionString, max: 1, idleTimeoutMillis: 0 })
  ;({ workspaceId } = await operator.createTenant({ name: 'Acme', plan: 'free', credit: 0n }))
  const fields = { name: 'Ada', lang: 'en-US', voiceEngine: 'retell', model: 'gpt-4.1', generalTools: [], postCallAnalysisData: [] }
  agentId = (await anyWorkspace.agent.create({ data: { workspaceId, ...fields } })).id
  knowledgeBaseId = (await anyWorkspace.knowledgeBase.create({ data: { workspaceId, name: 'Prices' } })).id
})
afterAll(() => liveness.end())

async function start(): Promise<string> {
  const id = randomUUID()
  await liveness.query('select pg_advisory_lock(hashtextextended($1, 9))', [id])
  return id
}
const stop = (id: string) => liveness.query('select pg_advisory_unlock(hashtextextended($1, 9))', [id])

interface Work {
  /** The statement that takes rows. */
  take: string
  endStatus: string
  create(): Promise<LeasedRow>
  /** Returns how many rows it changed. */
  save(row: LeasedRow, data: object): Promise<number>
}
let number = 0
const WORK: Record<string, Work> = {
  publish: {
    take: 'agentVersions.takeFree',
    endStatus: 'failed',
    create: () => anyWorkspace.agentVersion.create({ data: { workspaceId, agentId, engine: 'retell', number: (number += 1), fields: {}, config: {} } }),
    save: async (row, data) => (await anyWorkspace.agentVersion.updateMany({ where: heldBy(row), data })).count,
  },
  upload: {
    take: 'knowledgeCopies.takeFree',
    endStatus: 'failed',
    create: () => anyWorkspace.knowledgeBaseSync.create({ data: { workspaceId, knowledgeBaseId, engine: 'retell', version: 1, tag: randomUUID() } }),
    save: async (row, data) => (await anyWorkspace.knowledgeBaseSync.updateMany({ where: heldBy(row), data })).count,
  },
  export: {
    take: 'reports.take',
    endStatus: 'done',
    create: () => anyWorkspace.report.create({ data: { workspaceId, type: 'ledger', format: 'csv' } }),
    save: async (row, data) => (await anyWorkspace.report.updateMany({ where: heldBy(row), data })).count,
  },
}

/** Runs the product's statement as the process would. Returns the row if the process got it. */
async function take({ take: name }: Work, owner: string, reportId: number): Promise<LeasedRow | undefined> {
  const params = { owner, ...renewedLease(), now: clock.now(), limit: 10, reportId }
  const { text, values } = compileSql(statements.get(name)!, params)
  const [row] = (await pool.query(text, values(params))).rows as object[]
  return row && (Object.fromEntries(Object.entries(row).map(([column, value]) => [fieldOf(column), value])) as unknown as LeasedRow)
}

/** `by` is a process. `attempt` counts back from the latest. */
type Step = { kind: 'take' | 'die'; by: number } | { kind: 'save' | 'release' | 'end'; attempt: number } | { kind: 'wait'; seconds: number }
const [PROCESSES, LEASE_SECONDS, RETRY_SECONDS] = [2, 120, 15]
const by = fc.nat(PROCESSES - 1)
const attempt = fc.nat(5)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('take' as const), by }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), by }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('save' as const, 'save' as const, 'release' as const), attempt }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), attempt }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, RETRY_SECONDS, LEASE_SECONDS - 1, LEASE_SECONDS) }) },
  ),
  { minLength: 4, maxLength: 25 },
)

const TAKE: Step = { kind: 'take', by: 0 }
/** Tried every time: a process takes over from itself, from a dead process, and after a release. */
const EXAMPLES: [Step[]][] = [
  [[TAKE, { kind: 'wait', seconds: LEASE_SECONDS }, TAKE, { kind: 'save', attempt: 1 }, { kind: 'end', attempt: 0 }]],
  [[TAKE, { kind: 'take', by: 1 }, { kind: 'die', by: 0 }, { kind: 'take', by: 1 }, { kind: 'save', attempt: 0 }]],
  [[TAKE, { kind: 'release', attempt: 0 }, TAKE, { kind: 'save', attempt: 0 }, { kind: 'wait', seconds: RETRY_SECONDS }, TAKE, { kind: 'save', attempt: 1 }]],
]

/** What the rule says of a row: the attempt that may save, until when it may not be taken over, and from when on a released row may be taken. */
interface Expected {
  latest: LeasedRow | null
  /** In milliseconds since the epoch. */
  leaseEnd: number
  retryAt: number
  isOver: boolean
}

async function runSteps(work: Work, planned: Step[]) {
  const { id } = await work.create()
  const processes = await Promise.all(Array.from({ length: PROCESSES }, start))
  const isAlive = ({ owner }: LeasedRow) => processes.includes(owner!)
  const attempts: LeasedRow[] = []
  const expected: Expected = { latest: null, leaseEnd: 0, retryAt: 0, isOver: false }

  async function takeBy(owner: string) {
    const { latest, leaseEnd, retryAt, isOver } = expected
    const isFree = !isOver && (latest === null ? nowMs() >= retryAt : !isAlive(latest) || nowMs() >= leaseEnd)
    const row = await take(work, owner, id)
    expect([row?.id, row?.owner], 'who got the row').toEqual(isFree ? [id, owner] : [undefined, undefined])
    if (!row) return
    attempts.push(row)
    Object.assign(expected, { latest: row, leaseEnd: nowMs() + LEASE_SECONDS * SECOND })
  }

  async function restart(index: number) {
    await stop(processes[index]!)
    processes[index] = await start()
  }

  /** A slow attempt, of a process that still lives, may save at any time: it doesn't know what happened since. */
  async function saveBy(row: LeasedRow | undefined, data: object, next: Partial<Expected>) {
    if (!row || !isAlive(row)) return
    const isLatest = row === expected.latest
    expect(await work.save(row, data), `attempt ${row.attempt} of ${attempts.length}`).toBe(isLatest ? 1 : 0)
    if (isLatest) Object.assign(expected, next)
  }

  async function run(step: Step) {
    if ('seconds' in step) return advanceClock(step.seconds * SECOND)
    if ('by' in step) return step.kind === 'take' ? takeBy(processes[step.by]!) : restart(step.by)
    const row = attempts.at(-1 - step.attempt)
    if (step.kind === 'save') return saveBy(row, renewedLease(), { leaseEnd: nowMs() + LEASE_SECONDS * SECOND })
    if (step.kind === 'end') return saveBy(row, { status: work.endStatus, ...ENDED_LEASE }, { latest: null, isOver: true })
    return saveBy(row, releasedLease(RETRY_SECONDS * SECOND), { latest: null, retryAt: nowMs() + RETRY_SECONDS * SECOND })
  }

  for (const step of planned) await run(step)
  // Whatever happened, a process that lives finishes the work in the end, once.
  advanceClock(LEASE_SECONDS * SECOND)
  await takeBy(processes[0]!)
  await saveBy(attempts.at(-1), { status: work.endStatus, ...ENDED_LEASE }, { latest: null, isOver: true })
  expect(expected.isOver).toBe(true)
  for (const row of attempts) expect(await work.save(row, { status: work.endStatus }), 'a late save').toBe(0)
  await Promise.all(processes.map(stop))
}

describe.each(Object.entries(WORK))('a row of work (%s)', (_what, work) => {
  test('is saved only by its latest attempt, taken only when it is free, and finished in the end, whoever dies or is slow', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (planned) => runSteps(work, planned)),
      { numRuns: 40, endOnFailure: true, examples: EXAMPLES },
    )
  })

  test('is taken by one of many processes that try at once', async () => {
    const { id } = await work.create()
    const processes = await Promise.all(Array.from({ length: 8 }, start))
    const rows = (await Promise.all(processes.map((owner) => take(work, owner, id)))).filter((row) => row !== undefined)
    expect(rows.map(({ attempt: count }) => count)).toHaveLength(1)
    expect(await work.save(rows[0]!, { status: work.endStatus, ...ENDED_LEASE })).toBe(1)
    await Promise.all(processes.map(stop))
  })
})
