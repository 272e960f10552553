import type { ErasureId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { anyWorkspace, db, transaction } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Erasure } from '../../generated/prisma/client.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import { sharedPace } from '../../kernel/config/simulation.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import * as mentionErasure from './mentionErasure.ts'
import * as personErasure from './personErasure.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { phonePatternsOf } from '../dataSubjects/phonePatterns.ts'
import { type Person, parsePersonNumber } from '../dataSubjects/people.ts'

/** Delay before an erasure that waits for a call checks again. */
const RETRY_DELAY_MS = 5_000
/** How long an erasure runs before it yields to other jobs. */
const TIME_SLICE_MS = 20_000

const lockNumber = statement('erasures.lockNumber', sql`select pg_advisory_xact_lock(hashtext('erasure'), hashtext($number))`)

/** Creates an erasure of all data about a number, or returns the one in progress. Throws the errors of `parsePersonNumber`. */
export async function request(actor: Actor, text: string, retainsDncEntry: boolean): Promise<Erasure> {
  const { workspaceId, userId = null, keyId = null } = actor
  const phoneNumber = await parsePersonNumber(actor, text)
  return transaction(async (tx) => {
    await lockNumber.run({ number: `${workspaceId}:${phoneNumber}` }, tx)
    const open = await tx.erasure.findFirst({ where: { workspaceId, phoneNumber, retainsDncEntry, status: { not: 'done' } } })
    if (open) return open
    const erasure = await tx.erasure.create({ data: { workspaceId, phoneNumber, hint: phoneNumber.slice(-2), retainsDncEntry, userId, apiKeyId: keyId } })
    await enqueue(tx, 'erasures.run', { erasureId: erasure.id }, { key: `erasure:${erasure.id}` })
    return erasure
  })
}

/** Returns the numbers of erased rows by kind. */
export const countsOf = ({ counts }: Erasure) => Object.fromEntries(Object.entries(counts as object).filter(([kind]) => kind !== 'reached'))

/** Erasures, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.erasure.findMany({ ...query, where: { ...where, workspaceId } }))

export async function get({ workspaceId }: Actor, id: ErasureId): Promise<Erasure> {
  const erasure = await db.erasure.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!erasure) throw notFound('Erasure')
  return erasure
}

/**
 * Runs an erasure in batches; each batch and its count are one transaction. It may run twice, also concurrently, and continues after a crash.
 * While a call or message with the number is in progress, it reschedules itself.
 */
export async function run(erasureId: ErasureId): Promise<void> {
  const erasure = await anyWorkspace.erasure.findUnique({ where: { id: erasureId } })
  if (!erasure?.phoneNumber || erasure.status === 'done') return
  enterWorkspace(erasure.workspaceId)
  const person = { ...erasure, phoneNumber: erasure.phoneNumber, traces: phonePatternsOf(erasure.phoneNumber) }
  const until = performance.now() + TIME_SLICE_MS
  await db.erasure.updateMany({ where: { workspaceId: erasure.workspaceId, id: erasureId, status: 'queued' }, data: { status: 'running' } })
  if (!(await runSteps(personErasure.STEPS, person, until))) return scheduleAgain(erasureId, 0)
  if (await personErasure.hasActiveData(person)) return scheduleAgain(erasureId, RETRY_DELAY_MS / sharedPace())
  if (!(await runSteps(mentionErasure.STEPS, person, until))) return scheduleAgain(erasureId, 0)
  await personErasure.clearDncEntry(person)
  if (!(await personErasure.finish(person))) return scheduleAgain(erasureId, RETRY_DELAY_MS / sharedPace())
}

/** Runs the steps in order, each until nothing is left; false if the time slice ended first. */
async function runSteps(steps: readonly personErasure.Step[], person: Person, until: number): Promise<boolean> {
  for (const step of steps) while (await step(person)) if (performance.now() > until) return false
  return true
}

const scheduleAgain = (erasureId: ErasureId, ms: number) =>
  enqueue(anyWorkspace, 'erasures.run', { erasureId }, { at: fromNow(ms), key: `erasure:${erasureId}` })
