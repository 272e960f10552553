import { WebhookSettingsInput } from '../../inputs/webhooks.ts'
import * as deliveries from '../../services/webhooks/deliveries.ts'
import * as webhooks from '../../services/webhooks/webhooks.ts'
import { actorOf, builder } from '../base/builder.ts'
import { parseLongRowId, parseRowId } from '../../kernel/db/rows.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { DeliveryStatus } from '../enums/workspace.ts'

const WebhookSettings = builder.objectRef<webhooks.PublicWebhookSettings>('WebhookSettings').implement({
  description: 'First webhook endpoint of the workspace.',
  fields: (t) => ({
    url: t.exposeString('url', { nullable: true, description: 'Endpoint URL. `null` if no events are sent.' }),
    events: t.exposeStringList('events', { description: 'Event types to send. Empty for all types.' }),
    secretSet: t.exposeBoolean('secretSet', { description: 'Whether there is a signing secret.' }),
    signatureHeader: t.exposeString('signatureHeader', { description: 'Name of the header with the signature.' }),
    secret: t.exposeString('secret', { nullable: true, description: 'Signing secret. `null` except in the response to the request that created it.' }),
  }),
})

const WebhookAttempt = builder.prismaObject('WebhookAttempt', {
  description: 'Attempt to send an event to a webhook endpoint.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number of the attempt, starting at 1.' }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status of the response. `null` if there was no response.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no response. `null` if there was one.' }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true, description: 'Response time in milliseconds. `null` if there was no response.' }),
    response: t.exposeString('response', { nullable: true, description: 'First kilobyte of the response. `null` if there was no response.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  description: 'Delivery of an event to a webhook endpoint.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => String(id) }),
    endpointId: t.exposeID('endpointId', { nullable: true, description: 'ID of the endpoint, which may have been deleted since.' }),
    eventType: t.exposeString('eventType'),
    eventId: t.exposeID('eventId', { description: 'ID of the call or message.' }),
    url: t.exposeString('url', { description: 'Endpoint URL of the delivery.' }),
    body: t.exposeString('body', { description: 'Exact body of the request.' }),
    status: t.expose('status', { type: DeliveryStatus }),
    attemptCount: t.exposeInt('attemptCount'),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true, description: 'When the next attempt is made. `null` if there is none.' }),
    redeliveryOfId: t.id({
      nullable: true,
      description: 'Delivery that this one repeats. `null` for the first delivery.',
      resolve: ({ redeliveryOfId }) => redeliveryOfId?.toString(),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    attempts: t.relation('attempts', { type: WebhookAttempt, description: 'Attempts of the delivery in order.', query: { orderBy: { number: 'asc' } } }),
  }),
})

builder.queryFields((t) => ({
  webhookSettings: t.field({
    type: WebhookSettings,
    description: 'Get the first webhook endpoint.',
    authScopes: { scope: 'webhooks:read' },
    resolve: (_, _args, ctx) => webhooks.get(actorOf(ctx)),
  }),
  webhookDeliveries: t.connection({
    type: WebhookDelivery,
    description: 'List webhook deliveries, newest first.',
    authScopes: { scope: 'webhooks:read' },
    args: {
      endpointId: t.arg.id({ description: 'Only deliveries to this endpoint.' }),
      status: t.arg({ type: DeliveryStatus, description: 'Only deliveries with this status.' }),
      eventType: t.arg.string({ description: 'Only deliveries of events of this type.' }),
    },
    resolve: async (_, { first, after, endpointId, status, eventType }, ctx) => {
      const filter = { endpointId: endpointId ? parseRowId(endpointId, 'Webhook endpoint') : undefined, status, eventType }
      return connection(await deliveries.list(actorOf(ctx), { first, after }, filter), after)
    },
  }),
  webhookDelivery: t.field({
    type: WebhookDelivery,
    description: 'Get a webhook delivery with its attempts.',
    authScopes: { scope: 'webhooks:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => deliveries.get(actorOf(ctx), parseLongRowId(id, 'Webhook delivery')),
  }),
}))

builder.mutationFields((t) => ({
  updateWebhookSettings: t.field({
    type: WebhookSettings,
    description: 'Update the first webhook endpoint. Omitted fields keep their value.',
    authScopes: { scope: 'webhooks:write' },
    args: { input: t.arg({ type: inputFromZod('WebhookSettingsInput', WebhookSettingsInput), required: true }) },
    resolve: (_, { input }, ctx) => webhooks.update(actorOf(ctx), input),
  }),
  redeliverWebhook: t.field({
    type: WebhookDelivery,
    description: 'Send the same event again to the current URL of its endpoint.',
    authScopes: { scope: 'webhooks:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => deliveries.redeliver(actorOf(ctx), parseLongRowId(id, 'Webhook delivery')),
  }),
  sendTestWebhook: t.field({
    type: WebhookDelivery,
    description: 'Send a sample `call.completed` event to a webhook endpoint.',
    authScopes: { scope: 'webhooks:write' },
    args: { endpointId: t.arg.id({ description: 'Endpoint to send it to. Defaults to the first one.' }) },
    resolve: (_, { endpointId }, ctx) => deliveries.sendTest(actorOf(ctx), endpointId ? parseRowId(endpointId, 'Webhook endpoint') : null),
  }),
}))
