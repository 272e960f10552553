import DataLoader from 'dataloader'
import type { AgentId } from '../../kernel/vocabulary/ids.ts'
import type { Agent } from '../../generated/prisma/client.ts'
import * as agents from '../../services/agents/agents.ts'
import { actorOf } from '../base/builder.ts'
import type { Context } from '../base/context.ts'

const loaders = new WeakMap<Context, DataLoader<number, Agent | null>>()

/** Loads an agent by its ID, batched per operation. */
export function agentOf(ctx: Context, id: AgentId): Promise<Agent | null> {
  const known = loaders.get(ctx)
  const loader = known ?? new DataLoader((ids: readonly number[]) => agents.findByIds(actorOf(ctx), ids), { cache: false })
  if (!known) loaders.set(ctx, loader)
  return loader.load(id)
}
