import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, notFound } from '../../kernel/vocabulary/errors.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { limitsOf, PLAN_NAMES, type Plan } from '../../kernel/vocabulary/plans.ts'
import { settings } from '../../kernel/config/settings.ts'
import { isSimulatorInUse } from '../../kernel/config/simulation.ts'
import * as simulatedAccounts from './simulatedAccounts.ts'

interface NewWorkspace {
  name: string
  plan?: Plan
  ownerUserId?: number
}

/** A workspace with an empty wallet and, while a voice engine is simulated, a number to call from (contract: §4). */
export const create = (workspace: NewWorkspace) => transaction((tx) => createIn(tx, workspace))

/** The same as part of a larger transaction. */
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

/** What `GET /me` tells (spec: Workspace info). */
export async function info(actor: Actor) {
  const { id, name, plan } = await get(actor)
  return { tenantId: id, workspaceName: name, plan, rateLimits: limitsOf(plan), apiKeyScopes: [...actor.scopes] }
}

export const rename = ({ workspaceId }: Actor, name: string) => db.workspace.update({ where: { id: workspaceId }, data: { name } })

/** Whose days and hours count in statistics, past ones as well. */
export const setTimezone = ({ workspaceId }: Actor, timezone: string) => db.workspace.update({ where: { id: workspaceId }, data: { timezone } })

/** Puts a workspace on a plan, by the operator's hand; with minutes by agreement, or with those of the plan. */
export async function setPlan(workspaceId: number, plan: string, includedMinutes: number | null = null) {
  if (!(PLAN_NAMES as string[]).includes(plan)) throw badInput(`Unknown plan: ${plan}. Available plans: ${PLAN_NAMES.join(', ')}`)
  const { count } = await db.workspace.updateMany({ where: { id: workspaceId }, data: { plan, includedMinutes } })
  if (count === 0) throw notFound('Workspace')
}

/** A number that can call and text. It is taken once over all workspaces; one that somebody linked already is passed over. */
async function addSimulatedNumber(tx: Tx, workspaceId: number) {
  const canText = settings.simulatedCarriers
  const connectionId = canText ? await simulatedAccounts.open(tx, workspaceId) : null
  const number = { workspaceId, country: 'US', carrier: SIMULATED_CARRIER, label: 'Simulated number', connectionId, smsReady: canText }
  for (let index = workspaceId; ; index += LINES) {
    const data = [{ ...number, phoneNumber: simulatedNumber(index) }]
    const [made] = await tx.phoneNumber.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } })
    if (!made) continue
    if (canText) await enqueue(tx, 'numbers.setUp', { numberId: made.id }, { key: `setUp:${made.id}` })
    return
  }
}

const AREAS = [212, 415, 310, 305, 202, 617, 312, 206, 512, 404]
const LINES = 10_000

/** The nth American number of our making: all lines of one area's 555 exchange, then the next area, then exchange 556. */
function simulatedNumber(index: number): string {
  const block = Math.floor(index / LINES)
  const exchange = 555 + Math.floor(block / AREAS.length)
  return `+1${AREAS[block % AREAS.length]}${exchange}${String(index % LINES).padStart(4, '0')}`
}
