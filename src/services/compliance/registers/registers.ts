import type { DncRegisterId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { badRequest, conflict, notFound } from '../../../kernel/vocabulary/errors.ts'
import { isCountry } from '../../../kernel/lib/phones.ts'
import { violatedConstraint } from '../../../kernel/db/db.ts'
import { sql, type SqlText } from '../../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../../kernel/db/statement.ts'
import type { DncRegisterInput, RegisterType } from '../../../inputs/dncRegisters.ts'
import { expiryOf } from './registerRules.ts'

/** Maximum number of registers of a workspace, and of the server, because each call asks them all. */
const MAX_REGISTERS = 20

/** Whose register it is: of a workspace, or of the server, which blocks calls of all workspaces. */
export interface RegisterOwner {
  workspaceId: WorkspaceId | null
}

/** Condition: the register `r` is of `$workspaceId`, or of the server if that is null. */
export const OWNED = sql`(r.workspace_id = $workspaceId?::int or (r.workspace_id is null and $workspaceId?::int is null))`

const COLUMNS = sql`r.id, r.workspace_id, r.name, r.type, r.country, r.source, r.valid_days, r.washed_at, r.numbers, r.invalid_lines, r.invalid_at,
  r.active_load, r.next_load, r.loaded_at, r.error, r.created_at`

const listRegisters = statement(
  'dncRegisters.list',
  sql`select ${COLUMNS} from dnc_registers r where r.workspace_id = $workspaceId?::int or r.workspace_id is null order by r.workspace_id nulls last, r.name`,
)
const getRegister = statement('dncRegisters.get', sql`select ${COLUMNS} from dnc_registers r where ${OWNED} and r.id = $id`)
const findByName = statement('dncRegisters.findByName', sql`select r.id from dnc_registers r where ${OWNED} and r.name = $name`)

type Row = Awaited<ReturnType<typeof listRegisters.all>>[number]
export type RegisterStatus = 'empty' | 'loading' | 'ready' | 'failed'
/** A register with what follows from its row. */
export type DncRegister = Row & { status: RegisterStatus; expiresAt: Date | null; isExpired: boolean; isShared: boolean }

/** Lists the registers that block calls of a workspace: its own, then those of the server. */
export const list = async ({ workspaceId }: RegisterOwner): Promise<DncRegister[]> => (await listRegisters.all({ workspaceId })).map(toRegister)

/** Returns a register of this owner. Throws NOT_FOUND. */
export async function get({ workspaceId }: RegisterOwner, id: DncRegisterId): Promise<DncRegister> {
  const row = await getRegister.get({ workspaceId, id })
  if (!row) throw notFound('Register')
  return toRegister(row)
}

/** Returns the ID of the register with a name; undefined if there is none. */
export const findId = async ({ workspaceId }: RegisterOwner, name: string) => (await findByName.get({ workspaceId, name }))?.id

function toRegister(row: Row): DncRegister {
  const expiresAt = expiryOf(row)
  const status = row.nextLoad !== null ? 'loading' : row.error !== null ? 'failed' : row.activeLoad !== null ? 'ready' : 'empty'
  return { ...row, status, expiresAt, isExpired: expiresAt !== null && expiresAt < clock.now(), isShared: row.workspaceId === null }
}

const insertRegister = statement(
  'dncRegisters.create',
  sql`
    insert into dnc_registers (workspace_id, name, type, country, source, valid_days)
    select $workspaceId?::int, $name, $type, $country?, $source?, $validDays?::int
    where (select count(*) from dnc_registers r where ${OWNED}) < $limit and ${AUDIT_ACTOR} returning id`,
)

/** Creates a register without numbers. Throws BAD_REQUEST for an unknown country, and CONFLICT for a used name or too many registers. */
export async function create({ workspaceId }: RegisterOwner, input: DncRegisterInput): Promise<DncRegister> {
  const { name, type = null, country = null, source = null, validDays = null } = input
  if (country !== null && !isCountry(country)) throw badRequest('unknown_country', { text: country })
  const values = { workspaceId, name, type: type ?? ('register' satisfies RegisterType), country, source, validDays, limit: MAX_REGISTERS }
  const created = await insertRegister.get(values).catch((error: unknown) => {
    if (violatedConstraint(error) === 'dnc_registers_name') throw conflict('register_name_taken', { name })
    throw error
  })
  if (!created) throw conflict('too_many_registers', { limit: MAX_REGISTERS })
  return get({ workspaceId }, created.id)
}

/** Statement that ends the use of the numbers of registers at `$now`. Proofs name them for calls before then. */
export const endLoads = (ids: SqlText): SqlText =>
  sql`update dnc_register_loads r set active_until = $now where ${OWNED} and r.register_id in (${ids}) and r.active_until is null`

const deleteRegister = statement(
  'dncRegisters.delete',
  sql`
    with deleted as (delete from dnc_registers r where ${OWNED} and r.id = $id and ${AUDIT_ACTOR} returning id), ended as (${endLoads(sql`select id from deleted`)})
    select from deleted`,
)

/** Deletes a register. It blocks nothing from then on; a sweep deletes its numbers. Throws NOT_FOUND. */
export async function remove({ workspaceId }: RegisterOwner, id: DncRegisterId): Promise<void> {
  if ((await deleteRegister.run({ workspaceId, id, now: clock.now() })) === 0) throw notFound('Register')
}
