import DataLoader from 'dataloader'
import * as credentials from '../../services/access/credentials.ts'
import { actorOf } from '../base/builder.ts'
import { perOperation } from '../base/perOperation.ts'

/** Loads the names of keys, CLI tokens and connected apps, batched per operation. */
export const namesOf = perOperation(
  (ctx) =>
    new DataLoader<number, string | null>(async (ids) => {
      const names = await credentials.listNames(actorOf(ctx).workspaceId, ids)
      return ids.map((id) => names.get(id)?.name ?? null)
    }),
)
