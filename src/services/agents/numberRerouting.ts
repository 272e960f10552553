import type { AgentId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { enqueue } from '../../kernel/db/queue.ts'

/**
 * Reroutes the numbers that the agent answers to its new voice provider: enqueues a job for each in the transaction of the move.
 */
export async function rerouteNumbers(tx: Tx, { workspaceId, agentId }: { workspaceId: WorkspaceId; agentId: AgentId }): Promise<void> {
  const numbers = await tx.phoneNumber.findMany({
    where: { workspaceId, inboundAgentId: agentId, inboundEnabled: true, isActive: true },
    select: { id: true },
  })
  for (const { id } of numbers) await enqueue(tx, 'numbers.route', { numberId: id }, { key: `route:${id}` })
}
