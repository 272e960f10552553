import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { DomainError, notFound } from '../../kernel/vocabulary/errors.ts'
import { limitsOf, PLAN_NAMES, type Plan } from '../../kernel/vocabulary/plans.ts'
import type { Workspace } from '../../generated/prisma/client.ts'
import type { BillingDetailsInput } from '../../inputs/billing.ts'
import type { CallTiming } from '../../inputs/callTiming.ts'
import type { DisclosureMode } from '../../inputs/disclosure.ts'
import * as wallet from '../billing/wallet.ts'
import * as storage from '../shared/storage.ts'

/** Creates a workspace with an empty wallet, without members or numbers. */
export async function create(tx: Tx, { name, plan }: { name: string; plan: Plan }): Promise<Workspace> {
  const workspace = await tx.workspace.create({ data: { name, plan } })
  await wallet.create(tx, workspace.id)
  await storage.create(tx, workspace.id)
  return workspace
}

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>) {
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

/** Sets what happens to single calls at a time when calls to their number are not permitted. */
export const setCallTiming = ({ workspaceId }: Actor, callTiming: CallTiming) => db.workspace.update({ where: { id: workspaceId }, data: { callTiming } })

/** Sets what happens to single calls without the consent that the law demands of them. */
export const setCallConsent = ({ workspaceId }: Actor, callConsent: CallTiming) => db.workspace.update({ where: { id: workspaceId }, data: { callConsent } })

/** Sets whether agents are published that leave out what callers must state. */
export const setDisclosure = ({ workspaceId }: Actor, disclosure: DisclosureMode) => db.workspace.update({ where: { id: workspaceId }, data: { disclosure } })

/** Sets who invoices are issued to. Null and empty text clear a field; issued invoices stay as they are. */
export const setBillingDetails = ({ workspaceId }: Actor, { legalName, billingAddress, taxId }: BillingDetailsInput) => {
  const clean = (value: string | null | undefined) => (value === undefined ? undefined : (value ?? '').trim())
  return db.workspace.update({
    where: { id: workspaceId },
    data: { legalName: clean(legalName), billingAddress: clean(billingAddress), taxId: clean(taxId) },
  })
}

/** Sets a workspace's plan, with custom included minutes or those of the plan. For the server administrator. */
export async function setPlan(workspaceId: WorkspaceId, plan: string, includedMinutes: number | null = null) {
  if (!(PLAN_NAMES as string[]).includes(plan)) throw new DomainError('BAD_REQUEST', `Unknown plan: ${plan}. Available plans: ${PLAN_NAMES.join(', ')}`)
  const { count } = await db.workspace.updateMany({ where: { id: workspaceId }, data: { plan, includedMinutes } })
  if (count === 0) throw notFound('Workspace')
}
