import DataLoader from 'dataloader'
import type { CallId } from '../../kernel/vocabulary/ids.ts'
import type { Call, CallDetail } from '../../generated/prisma/client.ts'
import * as calls from '../../services/calls/calls.ts'
import { actorOf } from '../base/builder.ts'
import type { Context } from '../base/context.ts'

const loaders = new WeakMap<Context, DataLoader<number, CallDetail | null>>()

function loaderOf(ctx: Context) {
  const known = loaders.get(ctx)
  const loader = known ?? new DataLoader((ids: readonly number[]) => calls.listDetails(actorOf(ctx), ids))
  if (!known) loaders.set(ctx, loader)
  return loader
}

/** Loads the large fields of a call, batched per operation, only if a field needs them. */
export const detailOf = (ctx: Context, callId: CallId) => loaderOf(ctx).load(callId)

/** Returns a call whose large fields were read with it, so that they are not loaded again. */
export function withDetails<Read extends Call & CallDetail>(ctx: Context, call: Read): Read {
  loaderOf(ctx).prime(call.id, call)
  return call
}

/** Drops the loaded details, for a subscription, whose context lasts for several results. */
export const forgetDetails = (ctx: Context) => void loaders.delete(ctx)
