import { type Events, stream } from '../events.ts'
import { rowId } from '../rows.ts'
import * as notices from '../services/notices.ts'
import { actorOf, builder } from './builder.ts'
import type { Context } from './context.ts'
import { connection } from './page.ts'

type NoticeEvent = Events['notice.raised']

const Notice = builder.prismaObject('Notice', {
  description: 'Something the people of the workspace should know. Of one kind at most one stands at a time',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind', { description: notices.NOTICE_KINDS.join(', ') }),
    data: t.expose('data', { type: 'JSON', description: 'What it is about, by kind: `balance`, `threshold` and `currency` for those about the balance' }),
    raisedAt: t.expose('raisedAt', { type: 'DateTime' }),
    clearedAt: t.expose('clearedAt', { type: 'DateTime', nullable: true, description: 'Since when its cause is gone' }),
    dismissedAt: t.expose('dismissedAt', { type: 'DateTime', nullable: true, description: 'Since when nobody wants to see it any more' }),
  }),
})

builder.queryFields((t) => ({
  notices: t.connection({
    type: Notice,
    authScopes: { scope: 'billing:read' },
    args: { openOnly: t.arg.boolean({ defaultValue: false, description: 'Only those that are neither cleared nor dismissed' }) },
    resolve: async (_, { first, after, openOnly }, ctx) => connection(await notices.list(actorOf(ctx), { first, after }, openOnly ?? false), after),
  }),
}))

builder.mutationFields((t) => ({
  dismissNotice: t.field({
    type: Notice,
    description: 'Takes a notice out of sight, for everybody in the workspace',
    authScopes: { scope: 'billing:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => notices.dismiss(actorOf(ctx), rowId(id, 'Notice')),
  }),
}))

/** Begins with the open notices, so that who comes late misses nothing. */
async function watch(ctx: Context) {
  const { workspaceId } = actorOf(ctx)
  const events = stream('notice.raised', (event) => event.workspaceId === workspaceId)
  for (const { id } of await notices.open(actorOf(ctx))) events.push({ workspaceId, noticeId: id })
  return events
}

builder.subscriptionFields((t) => ({
  noticeRaised: t.field({
    type: Notice,
    description: 'Every open notice, and each that is raised from now on',
    authScopes: { scope: 'billing:read' },
    subscribe: (_, __, ctx) => watch(ctx),
    resolve: (event, _, ctx) => notices.get(actorOf(ctx), (event as NoticeEvent).noticeId),
  }),
}))
