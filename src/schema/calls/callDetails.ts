import type { CallId } from '../../kernel/vocabulary/ids.ts'
import DataLoader from 'dataloader'
import type { CallDetail } from '../../generated/prisma/client.ts'
import * as calls from '../../services/calls/calls.ts'
import { actorOf } from '../base/builder.ts'
import type { Context } from '../base/context.ts'

const loaders = new WeakMap<Context, DataLoader<number, CallDetail | null>>()

/** The heavy part of a call, read once for all calls of an operation, and only when a field asks for it. */
export function detailOf(ctx: Context, callId: CallId) {
  const known = loaders.get(ctx)
  const loader = known ?? new DataLoader((ids: readonly number[]) => calls.listDetails(actorOf(ctx), ids))
  if (!known) loaders.set(ctx, loader)
  return loader.load(callId)
}

/** Forgets what was read, for an operation that outlives one answer. */
export const forgetDetails = (ctx: Context) => void loaders.delete(ctx)
