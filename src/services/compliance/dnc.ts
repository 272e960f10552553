import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { type Connection, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, notFound } from '../../kernel/vocabulary/errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { DncEntriesInput, DncInput } from '../../inputs/dnc.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { findNewest, newestOf, pageById, type PageArgs } from '../shared/paging.ts'

const FIELDS = Object.keys(Prisma.DncEntryScalarFieldEnum)

const listEntries = statement('dnc.list', newestOf('dnc_entries'))

/** Lists the do-not-call list, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) => pageById(page, LONG_PAGE, findNewest(listEntries, { workspaceId, fields: FIELDS }))

/** Returns whether a number is listed, and its entry. Throws BAD_REQUEST for an invalid number. */
export async function check({ workspaceId }: Actor, text: string) {
  const phoneNumber = requirePhoneNumber(text)
  const entry = await db.dncEntry.findUnique({ where: { workspaceId_phoneNumber: { workspaceId, phoneNumber } } })
  return { phoneNumber, isOnDnc: entry !== null, entry }
}

const addManually = statement(
  'dnc.add',
  sql`
    insert into dnc_entries as e (workspace_id, phone_number, reason, source)
    select $workspaceId, $phoneNumber, $reason?, 'manual' where ${AUDIT_ACTOR}
    on conflict (workspace_id, phone_number) do update set source = 'manual' where e.source <> 'manual'`,
)

/**
 * Adds a number. An existing entry stays unchanged (contract: DNC), except that an automatic entry becomes a manual one, which START does not
 * remove.
 */
export async function add({ workspaceId }: Actor, input: DncInput) {
  const phoneNumber = requirePhoneNumber(input.phoneNumber)
  await addManually.run({ workspaceId, phoneNumber, reason: input.reason ?? null })
  return db.dncEntry.findUniqueOrThrow({ where: { workspaceId_phoneNumber: { workspaceId, phoneNumber } } })
}

export type DncResult = 'added' | 'listed' | 'invalid'

/** Result for one number. */
export interface DncAddResult {
  phoneNumber: string
  result: DncResult
}

/** Adds many numbers, each as `add` does. Invalid numbers do not prevent the others. Returns the results in input order. */
export async function addMany({ workspaceId }: Actor, { phoneNumbers, reason = null }: DncEntriesInput): Promise<DncAddResult[]> {
  const entries = phoneNumbers.map((text) => ({ text, phoneNumber: parseE164(text) }))
  const valid = [...new Set(entries.flatMap(({ phoneNumber }) => phoneNumber ?? []))]
  const listed = await transaction(async (tx) => {
    const known = { workspaceId, phoneNumber: { in: valid } }
    const before = await tx.dncEntry.findMany({ where: known, select: { phoneNumber: true } })
    await tx.dncEntry.createMany({ data: valid.map((phoneNumber) => ({ workspaceId, phoneNumber, reason, source: 'manual' })), skipDuplicates: true })
    await tx.dncEntry.updateMany({ where: { ...known, source: { not: 'manual' } }, data: { source: 'manual' } })
    return new Set(before.map(({ phoneNumber }) => phoneNumber))
  })
  return entries.map(({ text, phoneNumber }) => {
    if (phoneNumber === null) return { phoneNumber: text, result: 'invalid' }
    const isListed = listed.has(phoneNumber)
    listed.add(phoneNumber)
    return { phoneNumber, result: isListed ? 'listed' : 'added' }
  })
}

/** Source of an entry: a member, the contact on a call, a STOP message, or the carrier. */
export type DncSource = 'manual' | 'voice_opt_out' | 'sms_stop' | 'carrier'

const insertIfMissing = statement(
  'dnc.insertIfMissing',
  sql`
    insert into dnc_entries as e (workspace_id, phone_number, reason, source) select $workspaceId, $phoneNumber, $reason?, $source where ${AUDIT_ACTOR}
    on conflict (workspace_id, phone_number) do update set source = e.source returning xmax = 0 as "is_new!"`,
)

/** Adds a number (E.164) if it is not listed, or else locks its entry, so that it is listed until the commit. Returns whether it is new. */
export async function addIfMissing(
  tx: Connection,
  entry: { workspaceId: WorkspaceId; phoneNumber: string; reason: string | null; source: DncSource },
): Promise<boolean> {
  return (await insertIfMissing.get(entry, tx))!.isNew
}

/** Removes a number that is listed only because of STOP (contract: SMS). */
export const removeStopEntry = (tx: Pick<Tx, 'dncEntry'>, number: { workspaceId: WorkspaceId; phoneNumber: string }) =>
  tx.dncEntry.deleteMany({ where: { ...number, source: 'sms_stop' satisfies DncSource } })

const removeEntry = statement('dnc.remove', sql`delete from dnc_entries where workspace_id = $workspaceId and phone_number = $phoneNumber and ${AUDIT_ACTOR}`)

/** Removes a number; the plus sign may be missing (contract: DNC). */
export async function remove({ workspaceId }: Actor, text: string) {
  const phoneNumber = parseE164(text) ?? parseE164(`+${text.trim()}`)
  if (!phoneNumber) throw notFound('DNC entry')
  if ((await removeEntry.run({ workspaceId, phoneNumber })) === 0) throw notFound('DNC entry')
  return phoneNumber
}

function requirePhoneNumber(text: string): string {
  const phoneNumber = parseE164(text)
  if (!phoneNumber) throw badRequest('invalid_phone_number')
  return phoneNumber
}
