import DataLoader from 'dataloader'
import { LONG_PAGE, parseLongRowId } from '../../kernel/db/rows.ts'
import * as callEvents from '../../services/calls/callEvents.ts'
import { pageSizeOf } from '../../services/shared/paging.ts'
import { actorOf, builder } from '../base/builder.ts'
import { Call } from './calls.ts'
import type { Context } from '../base/context.ts'
import { perOperation } from '../base/perOperation.ts'
import { connection } from '../base/page.ts'
import { needs } from '../base/selection.ts'
import { CallStatus } from '../enums/calls.ts'

const CallEvent = builder.objectRef<callEvents.CallEvent>('CallEvent').implement({
  description: 'Event that the voice provider sent about a call. Kept for 7 days.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.exposeString('kind', { description: 'Type of the event, as the voice provider names it, such as `status`, `report` or `call_ended`.' }),
    status: t.expose('status', {
      type: CallStatus,
      nullable: true,
      description: 'Call status that the event reported. `null` if it reported none or the status is no longer kept.',
    }),
    lines: t.exposeInt('lines', { nullable: true, description: 'Number of transcript lines that the event contained. `null` if it contained none.' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    isProcessed: t.exposeBoolean('isProcessed', { description: 'Whether the event has been applied to the call, or ignored.' }),
  }),
})

const loaderOf = perOperation((ctx) => new DataLoader((all: readonly callEvents.EventRange[]) => callEvents.listMany(actorOf(ctx), all), { cache: false }))

/** Loads the events of a call, batched per operation. */
const eventsOf = (ctx: Context, range: callEvents.EventRange) => loaderOf(ctx).load(range)

builder.objectField(Call, 'events', (t) =>
  t.connection({
    ...needs(),
    type: CallEvent,
    description: 'Events from the voice provider, oldest first.',
    resolve: async ({ id }, { first, after }, ctx) => {
      const take = pageSizeOf(first, LONG_PAGE)
      const rows = await eventsOf(ctx, { callId: id, after: after == null ? 0 : parseLongRowId(after, 'Event'), take: take + 1 })
      return connection({ rows: rows.slice(0, take), hasMore: rows.length > take }, after)
    },
  }),
)
