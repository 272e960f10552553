import { WebhooksGetDocument, WebhooksUpdateDocument } from '../../generated/rest.ts'
import { WebhookSettingsInput } from '../../inputs/webhooks.ts'
import { webhookChanges, webhookSettings } from '../examples/webhooks.ts'
import { camelKeys, snake } from '../names.ts'
import { only } from '../reply.ts'
import { route } from '../route.ts'

export const webhookRoutes = [
  route({
    method: 'GET',
    path: '/webhooks',
    scope: 'webhooks:read',
    status: 200,
    tool: 'get_webhooks',
    command: 'webhooks get',
    summary: 'Where events are sent; the secret is never shown',
    document: WebhooksGetDocument,
    variables: () => ({}),
    reply: only('webhooks'),
    example: { answer: webhookSettings },
  }),
  route({
    method: 'PUT',
    path: '/webhooks',
    scope: 'webhooks:write',
    status: 200,
    tool: 'update_webhooks',
    command: 'webhooks update',
    summary: 'Changes where events are sent; `secret` is answered only when one was made',
    about:
      '`url`, `events` (none means all) and `rotate_secret` may be sent each on its own. The first `url` brings a secret along; `rotate_secret` makes a new one, and the old one is void at once.',
    fails: [400],
    body: snake(WebhookSettingsInput),
    document: WebhooksUpdateDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: only('webhooks', { absentWhenNull: ['secret'] }),
    example: { body: webhookChanges, answer: webhookSettings },
  }),
]
