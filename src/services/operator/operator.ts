import { randomUUID } from 'node:crypto'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { randomText } from '../../kernel/crypto/ids.ts'
import { KEY_SCOPES } from '../../kernel/vocabulary/scopes.ts'
import type { Plan } from '../../kernel/vocabulary/plans.ts'
import * as apiKeys from '../access/apiKeys.ts'
import * as passwords from '../access/sessions/passwords.ts'
import * as users from '../access/sessions/users.ts'
import * as wallet from '../billing/wallet.ts'
import * as newWorkspaces from '../onboarding/newWorkspaces.ts'

export interface NewTenant {
  name: string
  plan: Plan
  /** Initial credit of the wallet, in micro-units. */
  credit: bigint
  scopes?: readonly string[]
  email?: string
  /** Whether the owner sees the status of the server. */
  isServerAdministrator?: boolean
}

/** Account of the demo workspace. */
export const DEMO_EMAIL = 'demo@callwright.local'

/** Whether the server has no workspaces yet. */
export const isEmpty = async () => (await anyWorkspace.workspace.findFirst({ select: { id: true } })) === null

const newAddress = () => `owner-${randomText(8).toLowerCase()}@callwright.local`

/** Creates a workspace with an owner, credit and an API key, for the server administrator. The password and the key are returned only here. */
export async function createTenant({ name, plan, credit, scopes = KEY_SCOPES, email = newAddress(), isServerAdministrator }: NewTenant) {
  const password = randomText(20)
  const passwordHash = await passwords.hash(password)
  const { workspace, user } = await transaction(async (tx) => {
    const user = await users.create(tx, { email, name: 'Owner', passwordHash, isServerAdministrator })
    return { user, workspace: await newWorkspaces.createIn(tx, { name, plan, ownerUserId: user.id }) }
  })
  if (credit > 0n) await wallet.credit(workspace.id, credit, 'First credit', randomUUID())
  const { key } = await apiKeys.issue({ workspaceId: workspace.id, name: 'First key', scopes: [...scopes], createdById: user.id })
  return { workspaceId: workspace.id, apiKey: key, email, password }
}
