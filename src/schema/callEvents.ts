import DataLoader from 'dataloader'
import { LONG_PAGE, longRowId } from '../kernel/db/rows.ts'
import * as callEvents from '../services/calls/callEvents.ts'
import { takeOf } from '../services/shared/paging.ts'
import { actorOf, builder } from './builder.ts'
import { Call } from './calls.ts'
import type { Context } from './context.ts'
import { connection } from './page.ts'
import { needs } from './selection.ts'

const CallEvent = builder.objectRef<callEvents.CallEvent>('CallEvent').implement({
  description: 'What the voice provider told of a call at a moment; kept for a week',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind', { description: 'As the provider names it: status, report, call_ended, …' }),
    status: t.exposeString('status', {
      nullable: true,
      description: "The call's state that it told; null where it told none, or what it told is no longer kept",
    }),
    lines: t.exposeInt('lines', { nullable: true, description: 'How many lines of the transcript it told' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    processedAt: t.expose('processedAt', { type: 'DateTime', nullable: true, description: 'Null while it waits' }),
  }),
})

const loaders = new WeakMap<Context, DataLoader<callEvents.Wanted, callEvents.CallEvent[]>>()

/** Read once for all calls of an operation. */
function eventsOf(ctx: Context, wanted: callEvents.Wanted) {
  const known = loaders.get(ctx)
  const loader = known ?? new DataLoader((all: readonly callEvents.Wanted[]) => callEvents.of(actorOf(ctx), all), { cache: false })
  if (!known) loaders.set(ctx, loader)
  return loader.load(wanted)
}

builder.objectField(Call, 'events', (t) =>
  t.connection({
    ...needs(),
    type: CallEvent,
    description: 'What the voice provider told of it, the first first',
    resolve: async ({ id }, { first, after }, ctx) => {
      const take = takeOf(first, LONG_PAGE)
      const rows = await eventsOf(ctx, { callId: id, after: after == null ? 0 : longRowId(after, 'Event'), take: take + 1 })
      return connection({ rows: rows.slice(0, take), hasMore: rows.length > take }, after)
    },
  }),
)
