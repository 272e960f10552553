import type { WebhookEndpointId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import type { WebhookEndpoint } from '../../generated/prisma/client.ts'
import { encryptSecret } from '../../kernel/crypto/encryption.ts'
import { newWebhookSecret } from '../../kernel/crypto/ids.ts'
import { lockForWorkspace, WEBHOOKS_LOCK } from '../../kernel/db/locks.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { MAX_WEBHOOK_ENDPOINTS, type WebhookEndpointChanges, type WebhookEndpointInput } from '../../inputs/webhooks.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import * as alerts from '../alerts/alerts.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { requireCallableUrl } from '../shared/callbackUrls.ts'
import { aadOf } from './endpointSecrets.ts'
import { validateEventTypes } from './webhooks.ts'

/** An endpoint, with its secret in the response to the change that created it. */
export interface ChangedEndpoint extends WebhookEndpoint {
  newSecret?: string
}

/** Lists the workspace's endpoints, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs = {}) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.webhookEndpoint.findMany({ ...query, where: { ...where, workspaceId } }))

/** Returns an endpoint. Throws NOT_FOUND. */
export const get = ({ workspaceId }: Actor, id: WebhookEndpointId) => find(db, workspaceId, id)

const nextId = statement('webhooks.nextEndpointId', sql`select nextval('webhook_endpoints_id_seq')::int as "id!"`)

/**
 * Adds an endpoint with a new secret, which is returned this once. Throws CONFLICT if the workspace has `MAX_WEBHOOK_ENDPOINTS`, BAD_REQUEST if the
 * URL cannot be called or an event type is unknown.
 */
export const create = ({ workspaceId }: Actor, { url, description, events, isEnabled }: WebhookEndpointInput): Promise<ChangedEndpoint> =>
  transaction(async (tx) => {
    const fields = { url: requireUrl(url), description: description ?? '', events: validateEventTypes(events ?? []), isEnabled: isEnabled ?? true }
    await lockForWorkspace(tx, WEBHOOKS_LOCK, workspaceId)
    const existing = await tx.webhookEndpoint.findMany({ where: { workspaceId }, select: { isFirst: true } })
    if (existing.length >= MAX_WEBHOOK_ENDPOINTS) throw conflict('too_many_endpoints', { limit: MAX_WEBHOOK_ENDPOINTS })
    const owner = { id: (await nextId.get({}, tx))!.id, workspaceId, isFirst: !existing.some(({ isFirst }) => isFirst) }
    const newSecret = newWebhookSecret()
    const row = await tx.webhookEndpoint.create({ data: { ...owner, ...fields, secret: encryptSecret(newSecret, aadOf(owner)) } })
    return { ...row, newSecret }
  })

/** Changes the given fields. A new URL, and turning the endpoint off, clear the alert about it. Throws NOT_FOUND and the errors of `create`. */
export const update = ({ workspaceId }: Actor, id: WebhookEndpointId, changes: WebhookEndpointChanges): Promise<ChangedEndpoint> =>
  transaction(async (tx) => {
    const { url, description, events, isEnabled, rotateSecret } = changes
    if (Object.values(changes).every((value) => value === undefined || value === null)) throw badRequest('no_changes')
    const before = await find(tx, workspaceId, id)
    const newUrl = url ? requireUrl(url) : undefined
    if (isEnabled && !(newUrl ?? before.url)) throw badRequest('endpoint_without_url')
    const newSecret = rotateSecret || !before.secret ? newWebhookSecret() : undefined
    const row = await tx.webhookEndpoint.update({
      where: { workspaceId_id: { workspaceId, id } },
      data: {
        url: newUrl,
        description: description ?? undefined,
        events: events ? validateEventTypes(events) : undefined,
        isEnabled: isEnabled ?? undefined,
        secret: newSecret === undefined ? undefined : encryptSecret(newSecret, aadOf(before)),
      },
    })
    if (newUrl || isEnabled === false) await clearAlert(tx, workspaceId, id)
    return { ...row, newSecret }
  })

/** Deletes an endpoint. Its deliveries stay in the log; those that wait are not sent. Throws NOT_FOUND. */
export const remove = ({ workspaceId }: Actor, id: WebhookEndpointId): Promise<WebhookEndpoint> =>
  transaction(async (tx) => {
    const endpoint = await find(tx, workspaceId, id)
    await tx.webhookEndpoint.deleteMany({ where: { workspaceId, id } })
    await clearAlert(tx, workspaceId, id)
    return endpoint
  })

const clearAlert = (tx: Tx, workspaceId: WorkspaceId, id: WebhookEndpointId) => alerts.clear(tx, workspaceId, ['webhook_failing'], String(id))

async function find(client: Tx | typeof db, workspaceId: WorkspaceId, id: WebhookEndpointId): Promise<WebhookEndpoint> {
  const endpoint = await client.webhookEndpoint.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!endpoint) throw notFound('Webhook endpoint')
  return endpoint
}

function requireUrl(text: string): string {
  const url = requireCallableUrl(text, 'url')
  if (!url) throw badRequest('url_with_credentials', { field: 'url' })
  return url
}
