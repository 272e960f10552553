import type { UserId } from '../../kernel/vocabulary/ids.ts'
import { isEveryEngineSimulated, isSimulatorInUse } from '../../kernel/config/simulation.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import type { Plan } from '../../kernel/vocabulary/plans.ts'
import * as members from '../access/members.ts'
import * as testCredit from '../billing/testCredit.ts'
import * as simulatedNumbers from '../numbers/simulatedNumbers.ts'
import * as workspaces from '../workspaces/workspaces.ts'

interface NewWorkspace {
  name: string
  plan?: Plan
  ownerUserId?: UserId
}

/** Creates a workspace with an empty wallet and, while a voice engine is simulated, a simulated number (contract: §4). */
export const create = (workspace: NewWorkspace) => transaction((tx) => createIn(tx, workspace))

/** Creates the workspace of a new account, with test credit while every voice engine is simulated (contract: §5). */
export async function createForSignUp(tx: Tx, workspace: NewWorkspace) {
  const { id } = await createIn(tx, workspace)
  if (isEveryEngineSimulated()) await testCredit.grant(tx, id)
}

/** Creates a workspace in the caller's transaction. */
export async function createIn(tx: Tx, { name, plan = 'free', ownerUserId }: NewWorkspace) {
  const workspace = await workspaces.create(tx, { name, plan })
  if (ownerUserId !== undefined) await members.addOwner(tx, workspace.id, ownerUserId)
  if (isSimulatorInUse()) await simulatedNumbers.create(tx, workspace.id)
  return workspace
}
