import * as webhookEvents from '../services/webhooks/webhookEvents.ts'
import { actorOf, builder } from './builder.ts'

const WebhookEvent = builder.objectRef<webhookEvents.WebhookEvent>('WebhookEvent').implement({
  description: 'Something that webhooks tell',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Such as call.completed' }),
    id: t.exposeID('eventId', { description: "The call's or message's id" }),
    body: t.exposeString('body', { description: 'What a webhook sends, byte for byte' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.subscriptionFields((t) => ({
  webhookEvents: t.field({
    type: WebhookEvent,
    description: 'Each event of the workspace from now on, as a webhook sends it, also where none is set; without `types` of all types',
    authScopes: { scope: 'webhooks:read' },
    extensions: { shared: 'changes' },
    args: { types: t.arg.stringList() },
    subscribe: (_, { types }, ctx) => webhookEvents.watch(actorOf(ctx), types ?? []),
    resolve: (event) => event as webhookEvents.WebhookEvent,
  }),
}))
