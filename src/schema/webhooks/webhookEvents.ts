import * as webhookEvents from '../../services/webhooks/webhookEvents.ts'
import { actorOf, builder } from '../base/builder.ts'

const WebhookEvent = builder.objectRef<webhookEvents.WebhookEvent>('WebhookEvent').implement({
  description: 'Event as it is sent to webhook endpoints.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Type of the event, such as `call.completed`.' }),
    id: t.exposeID('eventId', { description: 'ID of the call or message.' }),
    body: t.exposeString('body', { description: 'Exact body of the webhook request.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.subscriptionFields((t) => ({
  webhookEvents: t.field({
    type: WebhookEvent,
    description: 'Watch the events of the workspace as they are sent to webhook endpoints, even if no endpoint URL is set.',
    authScopes: { scope: 'webhooks:read' },
    extensions: { shared: 'changes' },
    args: { types: t.arg.stringList({ description: 'Event types to send. Defaults to all types.' }) },
    subscribe: (_, { types }, ctx) => webhookEvents.watch(actorOf(ctx), types ?? []),
    resolve: (event) => event as webhookEvents.WebhookEvent,
  }),
}))
