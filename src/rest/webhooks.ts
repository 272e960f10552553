import { WebhooksGetDocument, WebhooksUpdateDocument } from '../generated/rest.ts'
import { WebhookSettingsInput } from '../inputs/webhooks.ts'
import { camelKeys, snake } from './names.ts'
import { only } from './reply.ts'
import { route } from './route.ts'

export const webhookRoutes = [
  route({
    method: 'GET',
    path: '/webhooks',
    scope: 'webhooks:read',
    status: 200,
    tool: 'get_webhooks',
    summary: 'Where events are sent; the secret is never shown',
    document: WebhooksGetDocument,
    variables: () => ({}),
    reply: only('webhooks'),
  }),
  route({
    method: 'PUT',
    path: '/webhooks',
    scope: 'webhooks:write',
    status: 200,
    tool: 'update_webhooks',
    summary: 'Changes where events are sent; `secret` is answered only when one was made',
    fails: [400],
    body: snake(WebhookSettingsInput),
    document: WebhooksUpdateDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: only('webhooks', { absentWhenNull: ['secret'] }),
  }),
]
