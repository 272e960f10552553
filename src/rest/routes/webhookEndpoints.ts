import { z } from 'zod'
import {
  WebhookEndpointCreateDocument,
  WebhookEndpointDeleteDocument,
  WebhookEndpointListDocument,
  WebhookEndpointUpdateDocument,
} from '../../generated/rest.ts'
import { WebhookEndpointChanges, WebhookEndpointInput } from '../../inputs/webhooks.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { newWebhookEndpoint, webhookEndpoint, webhookEndpointChanges } from '../examples/webhooks.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { none, only, page } from '../reply.ts'
import { route } from '../route.ts'

const endpointId = idParam('endpoint_id', 'Webhook endpoint')
/** A client's list of tools stays short, and secrets don't pass through a model. */
const notTool = 'endpoints are set up once, and the signing secret would pass through a model'

export const webhookEndpointRoutes = [
  route({
    method: 'GET',
    path: '/webhook-endpoints',
    scope: 'webhooks:read',
    status: 200,
    extension: true,
    tool: 'list_webhook_endpoints',
    command: 'webhook-endpoints list',
    notTool,
    summary: 'List webhook endpoints',
    about: 'All endpoints of the workspace, newest first. `is_first` marks that of `GET /webhooks`. The signing secrets are never returned.',
    query: z.object(paging(SHORT_PAGE)),
    document: WebhookEndpointListDocument,
    variables: ({ query }) => pageArgs(query),
    reply: page,
    example: { params: { limit: 20 }, answer: webhookEndpoint },
  }),
  route({
    method: 'POST',
    path: '/webhook-endpoints',
    scope: 'webhooks:write',
    status: 201,
    extension: true,
    tool: 'create_webhook_endpoint',
    command: 'webhook-endpoints create',
    notTool,
    summary: 'Create a webhook endpoint',
    about:
      'A workspace can have 10 endpoints. Each receives the events that it subscribes to, signed with its own `secret`, which only this response contains.',
    fails: [400, 409],
    body: toSnakeKeys(WebhookEndpointInput),
    document: WebhookEndpointCreateDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
    reply: only('endpoint', { absentWhenNull: ['secret'] }),
    example: { body: newWebhookEndpoint, answer: webhookEndpoint },
  }),
  route({
    method: 'PATCH',
    path: '/webhook-endpoints/{endpoint_id}',
    scope: 'webhooks:write',
    status: 200,
    extension: true,
    tool: 'update_webhook_endpoint',
    command: 'webhook-endpoints update',
    notTool,
    summary: 'Update a webhook endpoint',
    about: 'Omitted fields keep their value. `rotate_secret` replaces the signing secret, and the old one stops working immediately.',
    fails: [400],
    params: endpointId,
    body: toSnakeKeys(WebhookEndpointChanges),
    document: WebhookEndpointUpdateDocument,
    variables: ({ params, body }) => ({ id: params.endpoint_id, input: toCamelKeys(body) }),
    reply: only('endpoint', { absentWhenNull: ['secret'] }),
    example: { params: { endpoint_id: 3 }, body: webhookEndpointChanges, answer: webhookEndpoint },
  }),
  route({
    method: 'DELETE',
    path: '/webhook-endpoints/{endpoint_id}',
    scope: 'webhooks:write',
    status: 204,
    extension: true,
    tool: 'delete_webhook_endpoint',
    command: 'webhook-endpoints delete',
    notTool,
    summary: 'Delete a webhook endpoint',
    about: 'Its deliveries stay in the log. Those that are still waiting are not sent.',
    params: endpointId,
    document: WebhookEndpointDeleteDocument,
    variables: ({ params }) => ({ id: params.endpoint_id }),
    reply: none,
    example: { params: { endpoint_id: 3 } },
  }),
]
