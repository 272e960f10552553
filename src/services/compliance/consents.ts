import type { ConsentId, LeadImportId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { addJobWith } from '../../kernel/db/queue.ts'
import { badRequest, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Consent, Prisma } from '../../generated/prisma/client.ts'
import type { ConsentInput } from '../../inputs/consents.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { groupBy } from '../../kernel/lib/groups.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { findNewest, newestOf, pageById, type PageArgs } from '../shared/paging.ts'
import { toJsonText } from './consentText.ts'
import * as storage from '../shared/storage.ts'

const DAY_MS = 86_400_000

/** Whether only the date of a stated time is known. A date without a time is stored as midnight in UTC, so a time at exactly midnight in UTC counts as a date. */
export const isDateOnly = (at: Date | null): boolean => at !== null && at.getTime() % DAY_MS === 0

export const FIELDS = Object.keys(Prisma.ConsentScalarFieldEnum)

/** Consents of `$consents`, and what identifies one: all that is stated, so that a repeated one is the same. */
const STATED = sql`(
  select *, md5(json_build_array(basis, purpose, text, source, extract(epoch from given_at), evidence, extract(epoch from expires_at))::text) as fingerprint
  from json_to_recordset($consents) as _
    (phone_number text, basis text, purpose text, text text, source text, given_at timestamptz, evidence text, expires_at timestamptz)) stated`

/** The order keeps two imports of the same numbers from waiting for each other. A job opens leads again that were closed without consent. */
const insertMissing = statement(
  'consents.insertMissing',
  sql`
    with inserted as (
    insert into consents (workspace_id, phone_number, basis, purpose, text, source, given_at, evidence, expires_at, fingerprint, import_id, user_id, api_key_id, created_at)
    select $workspaceId, phone_number, basis, purpose, text, source, given_at, evidence, expires_at, fingerprint, $importId?, $userId?, $apiKeyId?, $now
    from ${STATED} order by phone_number, fingerprint
    on conflict (workspace_id, phone_number, fingerprint) do nothing returning id)
    select from (select min(id) as first, max(id) as last from inserted having count(*) > 0) recorded,
      lateral ${addJobWith('consents.follow', sql`json_build_object('workspaceId', $workspaceId::int, 'first', first, 'last', last)`)}`,
)

/** Numbers that are looked at together. */
const MAX_NUMBERS = 500

const listBetween = statement(
  'consents.listNumbersBetween',
  sql`
    select distinct phone_number from consents where workspace_id = $workspaceId and id between $first and $last and phone_number > $after
    order by phone_number limit ${MAX_NUMBERS}`,
)

/** Lists the next numbers, sorted, that have a consent with an ID between two. */
export const listNumbersBetween = async (workspaceId: WorkspaceId, ids: { first: ConsentId; last: ConsentId; after: string }): Promise<string[]> =>
  (await listBetween.all({ workspaceId, ...ids })).map(({ phoneNumber }) => phoneNumber)

/** A consent as an import writes it: the number and the consent as JSON text. */
export interface StatedConsent {
  phoneNumber: string
  json: string
}

const toRecordset = (consents: readonly StatedConsent[]) =>
  `[${consents.map(({ phoneNumber, json }) => `{"phone_number":${JSON.stringify(phoneNumber)},${json.slice(1)}`).join()}]`

/** Records the consents of an import in one statement, and has leads opened again for which they suffice. A consent that is already recorded stays as it is, revoked or not. */
export async function recordMany(tx: Tx, workspaceId: WorkspaceId, importId: LeadImportId, consents: readonly StatedConsent[]): Promise<void> {
  if (consents.length === 0) return
  await insertMissing.run({ workspaceId, importId, userId: null, apiKeyId: null, consents: toRecordset(consents), now: clock.now() }, tx)
}

const findStated = statement(
  'consents.findStated',
  sql`
    select ${selectList(FIELDS, 'c')} from ${STATED} join consents c on c.workspace_id = $workspaceId
      and c.phone_number = stated.phone_number and c.fingerprint = stated.fingerprint`,
)

/**
 * Records a consent, and returns it. One that states the same is returned as it is, also if it was revoked: a contact who agrees again does
 * so at another time. Throws BAD_REQUEST for an invalid number, CONFLICT if the workspace's storage is full.
 */
export const record = (actor: Actor, { phoneNumber: text, givenAt: given_at, expiresAt: expires_at, ...rest }: ConsentInput): Promise<Consent> =>
  transaction(async (tx) => {
    const { workspaceId, userId = null, keyId: apiKeyId = null } = actor
    const consents = toRecordset([{ phoneNumber: requirePhoneNumber(text), json: toJsonText({ ...rest, given_at, expires_at }) }])
    await insertMissing.run({ workspaceId, importId: null, userId, apiKeyId, consents, now: clock.now() }, tx)
    await storage.requireRoom(tx, workspaceId)
    return (await findStated.get({ workspaceId, consents }, tx))!
  })

const revokeConsent = statement(
  'consents.revoke',
  sql`
    update consents set revoked_at = coalesce(revoked_at, $now) where workspace_id = $workspaceId and id = $id and ${AUDIT_ACTOR}
    returning ${selectList(FIELDS)}`,
)

/** Revokes a consent. A later revocation keeps the time of the first one. Throws NOT_FOUND. */
export async function revoke({ workspaceId }: Actor, id: ConsentId): Promise<Consent> {
  const consent = await revokeConsent.get({ workspaceId, id, now: clock.now() })
  if (!consent) throw notFound('Consent')
  return consent
}

const listConsents = statement('consents.list', newestOf('consents', sql`and phone_number = $phoneNumber`))

/** Lists the consents of a number, newest first. Throws BAD_REQUEST for an invalid number. */
export const list = ({ workspaceId }: Actor, text: string, page: PageArgs) =>
  pageById(page, LONG_PAGE, findNewest(listConsents, { workspaceId, phoneNumber: requirePhoneNumber(text), fields: FIELDS }))

/** The consents of one number that a lead or contact shows. */
const MAX_SHOWN = 20

const listNewest = statement(
  'consents.listNewest',
  sql`
    select ${selectList(FIELDS, 'newest')} from unnest($phoneNumbers::text[]) as number, lateral (
      select ${selectList(FIELDS)} from consents where workspace_id = $workspaceId and phone_number = number order by id desc limit ${MAX_SHOWN}) newest
    order by newest.id desc`,
)

/** Lists the newest 20 consents of each number (E.164), in the order of the numbers. */
export async function listOfNumbers({ workspaceId }: Actor, phoneNumbers: readonly string[]): Promise<Consent[][]> {
  const rows = await listNewest.all({ workspaceId, phoneNumbers: [...new Set(phoneNumbers)] })
  const byNumber = groupBy(rows, ({ phoneNumber }) => phoneNumber)
  return phoneNumbers.map((number) => byNumber.get(number) ?? [])
}

export type ConsentStatus = 'valid' | 'expired' | 'revoked'

/** Whether a consent still holds. */
export function statusOf({ revokedAt, expiresAt }: Pick<Consent, 'revokedAt' | 'expiresAt'>): ConsentStatus {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt <= clock.now() ? 'expired' : 'valid'
}

function requirePhoneNumber(text: string): string {
  const phoneNumber = parseE164(text)
  if (!phoneNumber) throw badRequest('invalid_phone_number')
  return phoneNumber
}
