import { WebhookSettingsInput } from '../inputs/webhooks.ts'
import * as deliveries from '../services/webhooks/deliveries.ts'
import * as webhooks from '../services/webhooks/webhooks.ts'
import { actorOf, builder } from './builder.ts'
import { rowId } from '../kernel/db/rows.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'

const WebhookSettings = builder.objectRef<webhooks.ShownSettings>('WebhookSettings').implement({
  description: 'Where the workspace wants its events',
  fields: (t) => ({
    url: t.exposeString('url', { nullable: true, description: 'Null while nothing is forwarded' }),
    events: t.exposeStringList('events', { description: 'Event types that are sent; none means all' }),
    secretSet: t.exposeBoolean('secretSet'),
    signatureHeader: t.exposeString('signatureHeader'),
    secret: t.exposeString('secret', { nullable: true, description: 'Only in the answer to the change that made it' }),
  }),
})

const WebhookAttempt = builder.prismaObject('WebhookAttempt', {
  description: 'One request to the receiver and what came of it',
  fields: (t) => ({
    number: t.exposeInt('number'),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status; null when there was no answer' }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no answer' }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true }),
    response: t.exposeString('response', { nullable: true, description: 'The first kilobyte of the answer' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  description: 'One event on its way to the receiver',
  fields: (t) => ({
    id: t.exposeID('id'),
    eventType: t.exposeString('eventType'),
    eventId: t.exposeID('eventId', { description: "The call's or message's id" }),
    url: t.exposeString('url'),
    body: t.exposeString('body', { description: 'What is sent, byte for byte' }),
    status: t.exposeString('status', { description: 'pending, delivered or failed' }),
    attemptCount: t.exposeInt('attemptCount'),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
    redeliveryOfId: t.exposeID('redeliveryOfId', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    attempts: t.relation('attempts', { type: WebhookAttempt, query: { orderBy: { number: 'asc' } } }),
  }),
})

builder.queryFields((t) => ({
  webhookSettings: t.field({
    type: WebhookSettings,
    authScopes: { scope: 'webhooks:read' },
    resolve: (_, _args, ctx) => webhooks.get(actorOf(ctx)),
  }),
  webhookDeliveries: t.connection({
    type: WebhookDelivery,
    authScopes: { scope: 'webhooks:read' },
    args: { status: t.arg.string(), eventType: t.arg.string() },
    resolve: async (_, { first, after, status, eventType }, ctx) =>
      connection(await deliveries.list(actorOf(ctx), { first, after }, { status, eventType }), after),
  }),
  webhookDelivery: t.field({
    type: WebhookDelivery,
    authScopes: { scope: 'webhooks:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => deliveries.get(actorOf(ctx), rowId(id, 'Webhook delivery')),
  }),
}))

builder.mutationFields((t) => ({
  updateWebhookSettings: t.field({
    type: WebhookSettings,
    authScopes: { scope: 'webhooks:write' },
    args: { input: t.arg({ type: inputFromZod('WebhookSettingsInput', WebhookSettingsInput), required: true }) },
    resolve: (_, { input }, ctx) => webhooks.update(actorOf(ctx), input),
  }),
  redeliverWebhook: t.field({
    type: WebhookDelivery,
    description: 'Sends the same bytes once more, to the address of today',
    authScopes: { scope: 'webhooks:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => deliveries.redeliver(actorOf(ctx), rowId(id, 'Webhook delivery')),
  }),
  sendTestWebhook: t.field({
    type: WebhookDelivery,
    description: 'Sends a sample call.completed',
    authScopes: { scope: 'webhooks:write' },
    resolve: (_, _args, ctx) => deliveries.sendTest(actorOf(ctx)),
  }),
}))
