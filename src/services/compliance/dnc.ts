import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, notFound } from '../../kernel/vocabulary/errors.ts'
import { type DncEntry, Prisma } from '../../generated/prisma/client.ts'
import type { DncEntriesInput, DncInput } from '../../inputs/dnc.ts'
import { e164 } from '../../kernel/lib/phones.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { newest, pageById, type PageArgs } from '../shared/paging.ts'

const FIELDS = Object.keys(Prisma.DncEntryScalarFieldEnum)

/** The do-not-call list, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) => pageById(page, LONG_PAGE, newest<DncEntry>('dnc_entries', FIELDS, { workspaceId }))

/** Whether a number is listed, and the entry that says so. */
export async function check({ workspaceId }: Actor, text: string) {
  const phoneNumber = valid(text)
  const entry = await db.dncEntry.findUnique({ where: { workspaceId_phoneNumber: { workspaceId, phoneNumber } } })
  return { phoneNumber, isOnDnc: entry !== null, entry }
}

/**
 * Lists a number. One that is listed already keeps its entry as it stands (contract: DNC); but where nobody had listed it by
 * hand, somebody has now, and no START takes it off any more.
 */
export async function add({ workspaceId }: Actor, input: DncInput) {
  const phoneNumber = valid(input.phoneNumber)
  const isNew = await enter(db, { workspaceId, phoneNumber, reason: input.reason ?? null, source: 'manual' })
  if (!isNew) await db.dncEntry.updateMany({ where: { workspaceId, phoneNumber, source: { not: 'manual' } }, data: { source: 'manual' } })
  return db.dncEntry.findUniqueOrThrow({ where: { workspaceId_phoneNumber: { workspaceId, phoneNumber } } })
}

export type DncResult = 'added' | 'listed' | 'invalid'

/** What became of a number that was to be listed. */
export interface DncAddResult {
  phoneNumber: string
  result: DncResult
}

/** Lists many numbers, as `add` does one; a bad one keeps no other from the list. Answers what became of each, in their order. */
export async function addMany({ workspaceId }: Actor, { phoneNumbers, reason = null }: DncEntriesInput): Promise<DncAddResult[]> {
  const read = phoneNumbers.map((given) => ({ given, phoneNumber: e164(given) }))
  const valid = [...new Set(read.flatMap(({ phoneNumber }) => phoneNumber ?? []))]
  const listed = await transaction(async (tx) => {
    const known = { workspaceId, phoneNumber: { in: valid } }
    const before = await tx.dncEntry.findMany({ where: known, select: { phoneNumber: true } })
    await tx.dncEntry.createMany({ data: valid.map((phoneNumber) => ({ workspaceId, phoneNumber, reason, source: 'manual' })), skipDuplicates: true })
    await tx.dncEntry.updateMany({ where: { ...known, source: { not: 'manual' } }, data: { source: 'manual' } })
    return new Set(before.map(({ phoneNumber }) => phoneNumber))
  })
  return read.map(({ given, phoneNumber }) => {
    if (phoneNumber === null) return { phoneNumber: given, result: 'invalid' }
    const isListed = listed.has(phoneNumber)
    listed.add(phoneNumber)
    return { phoneNumber, result: isListed ? 'listed' : 'added' }
  })
}

/** What puts a number on the list: a person, what the contact said on a call, a STOP, or the carrier that knows of one. */
export type DncSource = 'manual' | 'voice_opt_out' | 'sms_stop' | 'carrier'

/** Lists a number in E.164, unless it is listed already; answers whether it is new there. */
export async function enter(tx: Pick<Tx, 'dncEntry'>, entry: { workspaceId: number; phoneNumber: string; reason: string | null; source: DncSource }) {
  const { count } = await tx.dncEntry.createMany({ data: [entry], skipDuplicates: true })
  return count > 0
}

/** Takes a number off the list that is there for a STOP and nothing else (contract: SMS). */
export const liftStop = (tx: Pick<Tx, 'dncEntry'>, number: { workspaceId: number; phoneNumber: string }) =>
  tx.dncEntry.deleteMany({ where: { ...number, source: 'sms_stop' satisfies DncSource } })

/** Takes a number off the list; the plus sign may be missing (contract: DNC). */
export async function remove({ workspaceId }: Actor, text: string) {
  const phoneNumber = e164(text) ?? e164(`+${text.trim()}`)
  if (!phoneNumber) throw notFound('DNC entry')
  const { count } = await db.dncEntry.deleteMany({ where: { workspaceId, phoneNumber } })
  if (count === 0) throw notFound('DNC entry')
  return phoneNumber
}

function valid(text: string): string {
  const phoneNumber = e164(text)
  if (!phoneNumber) throw badInput('Invalid phone number')
  return phoneNumber
}
