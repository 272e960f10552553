import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as providerAgents from '../../../src/services/agents/providerAgents.ts'
import { waitFor } from './waitFor.ts'

/** Waits until retired agents are deleted at their providers, so that no more requests to a provider follow from earlier publishes. */
export async function waitForRetiredAgents(): Promise<void> {
  await providerAgents.clean()
  await waitFor('retired agents to be deleted', async () => (await anyWorkspace.providerAgent.count({ where: { retiredAt: { not: null } } })) === 0)
}
