import DataLoader from 'dataloader'
import type { AgentId } from '../../kernel/vocabulary/ids.ts'
import type { Agent } from '../../generated/prisma/client.ts'
import * as agents from '../../services/agents/agents.ts'
import { actorOf } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { perOperation } from '../base/perOperation.ts'

const loaderOf = perOperation((ctx) => new DataLoader((ids: readonly number[]) => agents.findByIds(actorOf(ctx), ids), { cache: false }))

/** Loads an agent by its ID, batched per operation. */
export const agentOf = (ctx: Context, id: AgentId): Promise<Agent | null> => loaderOf(ctx).load(id)
