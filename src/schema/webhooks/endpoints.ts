import { WebhookEndpointChanges, WebhookEndpointInput } from '../../inputs/webhooks.ts'
import * as endpoints from '../../services/webhooks/endpoints.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'

const WebhookEndpoint = builder.objectRef<endpoints.ChangedEndpoint>('WebhookEndpoint').implement({
  description: 'Server of yours that receives events. Each has its own signing secret, deliveries and alerts.',
  fields: (t) => ({
    id: t.exposeID('id'),
    isFirst: t.exposeBoolean('isFirst', { description: 'Whether this is the endpoint of `webhookSettings` and of `/webhooks` in the REST API.' }),
    url: t.exposeString('url', { nullable: true, description: 'Endpoint URL. `null` if the first endpoint is turned off.' }),
    description: t.exposeString('description', { description: 'What the endpoint is for.' }),
    events: t.exposeStringList('events', { description: 'Event types to send. Empty for all types.' }),
    isEnabled: t.boolean({ description: 'Whether events are sent to the endpoint.', resolve: ({ isEnabled, url }) => isEnabled && url !== null }),
    secretSet: t.boolean({ description: 'Whether there is a signing secret.', resolve: ({ secret }) => secret !== null }),
    secret: t.exposeString('newSecret', { nullable: true, description: 'Signing secret. `null` except in the response to the request that created it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  webhookEndpoints: t.connection({
    type: WebhookEndpoint,
    description: 'List the webhook endpoints, newest first. There are at most 10.',
    authScopes: { scope: 'webhooks:read' },
    resolve: async (_, { first, after }, ctx) => connection(await endpoints.list(actorOf(ctx), { first, after }), after),
  }),
  webhookEndpoint: t.field({
    type: WebhookEndpoint,
    description: 'Get a webhook endpoint.',
    authScopes: { scope: 'webhooks:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => endpoints.get(actorOf(ctx), parseRowId(id, 'Webhook endpoint')),
  }),
}))

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: WebhookEndpoint,
    description: 'Create a webhook endpoint. Only this response has its signing secret.',
    authScopes: { scope: 'webhooks:write' },
    args: { input: t.arg({ type: inputFromZod('WebhookEndpointInput', WebhookEndpointInput), required: true }) },
    resolve: (_, { input }, ctx) => endpoints.create(actorOf(ctx), input),
  }),
  updateWebhookEndpoint: t.field({
    type: WebhookEndpoint,
    description: 'Update a webhook endpoint. Omitted fields keep their value.',
    authScopes: { scope: 'webhooks:write' },
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: inputFromZod('WebhookEndpointChanges', WebhookEndpointChanges), required: true }),
    },
    resolve: (_, { id, input }, ctx) => endpoints.update(actorOf(ctx), parseRowId(id, 'Webhook endpoint'), input),
  }),
  deleteWebhookEndpoint: t.field({
    type: WebhookEndpoint,
    description: 'Delete a webhook endpoint. Its deliveries stay in the log, and those that wait are not sent.',
    authScopes: { scope: 'webhooks:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => endpoints.remove(actorOf(ctx), parseRowId(id, 'Webhook endpoint')),
  }),
}))
