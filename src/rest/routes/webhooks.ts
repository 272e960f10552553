import { WebhooksGetDocument, WebhooksUpdateDocument } from '../../generated/rest.ts'
import { WebhookSettingsInput } from '../../inputs/webhooks.ts'
import { webhookChanges, webhookSettings } from '../examples/webhooks.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
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
    summary: 'Get the webhook endpoint',
    about: 'The signing secret is never returned.',
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
    summary: 'Update the webhook endpoint',
    about:
      'Omitted fields keep their value. The first `url` creates a signing secret. `rotate_secret` replaces it, and the old one stops working immediately. ' +
      '`secret` is returned only when it is created.',
    fails: [400],
    body: toSnakeKeys(WebhookSettingsInput),
    document: WebhooksUpdateDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
    reply: only('webhooks', { absentWhenNull: ['secret'] }),
    example: { body: webhookChanges, answer: webhookSettings },
  }),
]
