import type { AgentId } from '../../kernel/vocabulary/ids.ts'
import DataLoader from 'dataloader'
import type { Agent } from '../../generated/prisma/client.ts'
import * as agents from '../../services/agents/agents.ts'
import { actorOf } from '../base/builder.ts'
import type { Context } from '../base/context.ts'

const loaders = new WeakMap<Context, DataLoader<number, Agent | null>>()

/** An agent by its id, read once for all rows of an operation that name agents. */
export function agentOf(ctx: Context, id: AgentId): Promise<Agent | null> {
  const known = loaders.get(ctx)
  const loader = known ?? new DataLoader((ids: readonly number[]) => agents.findByIds(actorOf(ctx), ids), { cache: false })
  if (!known) loaders.set(ctx, loader)
  return loader.load(id)
}
