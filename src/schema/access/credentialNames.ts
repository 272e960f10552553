import DataLoader from 'dataloader'
import * as credentials from '../../services/access/credentials.ts'
import { actorOf } from '../base/builder.ts'
import type { Context } from '../base/context.ts'

const loaders = new WeakMap<Context, DataLoader<number, string | null>>()

/** Loads the names of keys, CLI tokens and connected apps, batched per operation. */
export function namesOf(ctx: Context): DataLoader<number, string | null> {
  const known = loaders.get(ctx)
  if (known) return known
  const loader = new DataLoader<number, string | null>(async (ids) => {
    const names = await credentials.listNames(actorOf(ctx).workspaceId, ids)
    return ids.map((id) => names.get(id)?.name ?? null)
  })
  loaders.set(ctx, loader)
  return loader
}
