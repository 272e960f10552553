import type { UserId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, notFound } from '../../kernel/vocabulary/errors.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { limitsOf, PLAN_NAMES, type Plan } from '../../kernel/vocabulary/plans.ts'
import { settings } from '../../kernel/config/settings.ts'
import { isSimulatorInUse } from '../../kernel/config/simulation.ts'
import * as simulatedAccounts from './simulatedAccounts.ts'

interface NewWorkspace {
  name: string
  plan?: Plan
  ownerUserId?: UserId
}

/** Creates a workspace with an empty wallet and, while a voice engine is simulated, a simulated number (contract: §4). */
export const create = (workspace: NewWorkspace) => transaction((tx) => createIn(tx, workspace))

/** Creates a workspace in the caller's transaction. */
export async function createIn(tx: Tx, { name, plan = 'free', ownerUserId }: NewWorkspace) {
  const memberships = ownerUserId === undefined ? undefined : { create: { userId: ownerUserId, role: 'owner' } }
  const workspace = await tx.workspace.create({ data: { name, plan, memberships, wallet: { create: {} }, storage: { create: {} } } })
  if (isSimulatorInUse()) await addSimulatedNumber(tx, workspace.id)
  return workspace
}

export async function get({ workspaceId }: Actor) {
  const workspace = await db.workspace.findUnique({ where: { id: workspaceId } })
  if (!workspace) throw notFound('Workspace')
  return workspace
}

/** Returns the body of `GET /me` (spec: Workspace info). */
export async function getInfo(actor: Actor) {
  const { id, name, plan } = await get(actor)
  return { tenantId: id, workspaceName: name, plan, rateLimits: limitsOf(plan), apiKeyScopes: [...actor.scopes] }
}

export const rename = ({ workspaceId }: Actor, name: string) => db.workspace.update({ where: { id: workspaceId }, data: { name } })

/** Sets the time zone of the workspace's statistics, including past ones. */
export const setTimezone = ({ workspaceId }: Actor, timezone: string) => db.workspace.update({ where: { id: workspaceId }, data: { timezone } })

/** Sets a workspace's plan, with custom included minutes or those of the plan. For the server administrator. */
export async function setPlan(workspaceId: WorkspaceId, plan: string, includedMinutes: number | null = null) {
  if (!(PLAN_NAMES as string[]).includes(plan)) throw badRequest(`Unknown plan: ${plan}. Available plans: ${PLAN_NAMES.join(', ')}`)
  const { count } = await db.workspace.updateMany({ where: { id: workspaceId }, data: { plan, includedMinutes } })
  if (count === 0) throw notFound('Workspace')
}

/** Adds a simulated number for calls and SMS. Numbers are unique over all workspaces; skips those that are already linked. */
async function addSimulatedNumber(tx: Tx, workspaceId: WorkspaceId) {
  const hasSms = settings.simulatedCarriers
  const connectionId = hasSms ? await simulatedAccounts.createConnection(tx, workspaceId) : null
  const number = { workspaceId, country: 'US', carrier: SIMULATED_CARRIER, label: 'Simulated number', connectionId, smsReady: hasSms }
  for (let index = workspaceId; ; index += NUMBERS_PER_EXCHANGE) {
    const data = [{ ...number, phoneNumber: toSimulatedNumber(index) }]
    const [created] = await tx.phoneNumber.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } })
    if (!created) continue
    if (hasSms) await enqueue(tx, 'numbers.setUp', { numberId: created.id }, { key: `setUp:${created.id}` })
    return
  }
}

const AREA_CODES = [212, 415, 310, 305, 202, 617, 312, 206, 512, 404]
const NUMBERS_PER_EXCHANGE = 10_000

/** Returns the nth simulated US number: all numbers of one area code's 555 exchange, then the next area code, then exchange 556. */
function toSimulatedNumber(index: number): string {
  const block = Math.floor(index / NUMBERS_PER_EXCHANGE)
  const exchange = 555 + Math.floor(block / AREA_CODES.length)
  return `+1${AREA_CODES[block % AREA_CODES.length]}${exchange}${String(index % NUMBERS_PER_EXCHANGE).padStart(4, '0')}`
}
