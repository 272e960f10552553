import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { anyWorkspace, db, transaction } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Erasure } from '../../generated/prisma/client.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { sharedPace } from '../../kernel/config/simulation.ts'
import { inMs } from '../../kernel/lib/clock.ts'
import * as erasing from './erasing.ts'
import * as erasingMentions from './erasingMentions.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { tracesOf } from '../dataSubjects/phoneTraces.ts'
import { type Person, personOf } from '../dataSubjects/people.ts'

/** How soon an erasure that waits for a call to end looks again. */
const RETRY_DELAY_MS = 5_000
/** So long an erasure works before it lets other jobs have their turn. */
const TURN_MS = 20_000

/** Has everything erased that is held about a number. One that is being erased already is not begun anew. Errors of `personOf`. */
export async function request(actor: Actor, text: string, retainsDncEntry: boolean): Promise<Erasure> {
  const { workspaceId, userId = null, keyId = null } = actor
  const phoneNumber = await personOf(actor, text)
  return transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('erasure'), hashtext(${`${workspaceId}:${phoneNumber}`}))`
    const open = await tx.erasure.findFirst({ where: { workspaceId, phoneNumber, retainsDncEntry, state: { not: 'done' } } })
    if (open) return open
    const erasure = await tx.erasure.create({ data: { workspaceId, phoneNumber, hint: phoneNumber.slice(-2), retainsDncEntry, userId, apiKeyId: keyId } })
    await enqueue(tx, 'erasures.run', { erasureId: erasure.id }, { key: `erasure:${erasure.id}` })
    return erasure
  })
}

/** How much was erased so far, by kind. */
export const countsOf = ({ counts }: Erasure) => Object.fromEntries(Object.entries(counts as object).filter(([kind]) => kind !== 'reached'))

/** Erasures, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.erasure.findMany({ ...query, where: { ...where, workspaceId } }))

export async function get({ workspaceId }: Actor, id: number): Promise<Erasure> {
  const found = await db.erasure.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!found) throw notFound('Erasure')
  return found
}

/**
 * Works on an erasure, batch by batch; each batch and its count are one transaction. So it may run twice, also at the same time, and
 * if the process dies it goes on where it was. While a call with the number is under way, or a text, it comes back later.
 */
export async function run(erasureId: number): Promise<void> {
  const erasure = await anyWorkspace.erasure.findUnique({ where: { id: erasureId } })
  if (!erasure?.phoneNumber || erasure.state === 'done') return
  const person = { ...erasure, phoneNumber: erasure.phoneNumber, traces: tracesOf(erasure.phoneNumber) }
  const until = performance.now() + TURN_MS
  await db.erasure.updateMany({ where: { workspaceId: erasure.workspaceId, id: erasureId, state: 'queued' }, data: { state: 'running' } })
  if (!(await carryOut(erasing.STEPS, person, until))) return again(erasureId, 0)
  if (await erasing.isUnderWay(person)) return again(erasureId, RETRY_DELAY_MS / sharedPace())
  if (!(await carryOut(erasingMentions.STEPS, person, until))) return again(erasureId, 0)
  await erasing.unlist(person)
  if (!(await erasing.finish(person))) return again(erasureId, RETRY_DELAY_MS / sharedPace())
}

/** Does the steps one after the other, each until it has nothing left; false where the turn was over before. */
async function carryOut(steps: readonly erasing.Step[], person: Person, until: number): Promise<boolean> {
  for (const step of steps) while (await step(person)) if (performance.now() > until) return false
  return true
}

const again = (erasureId: number, ms: number) => enqueue(anyWorkspace, 'erasures.run', { erasureId }, { at: inMs(ms), key: `erasure:${erasureId}` })
