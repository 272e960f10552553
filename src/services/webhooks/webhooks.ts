import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db } from '../../kernel/db/db.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import type { WebhookSettings } from '../../generated/prisma/client.ts'
import { newWebhookSecret } from '../../kernel/crypto/ids.ts'
import { EVENT_TYPES, type WebhookSettingsInput } from '../../inputs/webhooks.ts'
import { encryptSecret, decryptSecret } from '../../kernel/crypto/encryption.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { requireCallableUrl } from '../shared/callbackUrls.ts'
import * as alerts from '../alerts/alerts.ts'
import { SIGNATURE_HEADER } from '../shared/signatures.ts'

/** The settings without the secret. `secret` is set only in the response to the change that created it (spec: Webhook configuration). */
export interface PublicWebhookSettings {
  url: string | null
  events: string[]
  secretSet: boolean
  signatureHeader: string
  secret?: string
}

export const get = async ({ workspaceId }: Actor): Promise<PublicWebhookSettings> => toPublic(await db.webhookSettings.findUnique({ where: { workspaceId } }))

const NEW_URL = sql`case when $isUrlGiven then excluded.url else w.url end`

// One statement, so that of two concurrent first updates the second sees the secret of the first.
// A new URL clears the alerts about the old one.
const saveSettings = statement(
  'webhooks.saveSettings',
  sql`
    with cleared_alerts as (${alerts.clearAlerts(['webhook_failing'])} and $isUrlGiven)
    insert into webhook_settings as w (workspace_id, url, events, secret, updated_at)
    select $workspaceId, url, $events, case when $isNewSecret or url is not null then $encrypted::bytea end, $now
    from (select $url?::text as url) input where ${AUDIT_ACTOR}
    on conflict (workspace_id) do update set
      url = ${NEW_URL},
      events = case when $areEventsGiven then excluded.events else w.events end,
      secret = case when $isNewSecret or (w.secret is null and ${NEW_URL} is not null) then $encrypted else w.secret end,
      updated_at = excluded.updated_at
    returning url, events as "events!", secret, coalesce(secret = $encrypted, false) as is_new`,
)

/**
 * Changes the given fields. The first URL creates a secret; `rotateSecret` replaces it. Throws BAD_REQUEST if no field is given, the
 * URL cannot be called, or an event type is unknown.
 */
export async function update({ workspaceId }: Actor, { url, events, rotateSecret }: WebhookSettingsInput): Promise<PublicWebhookSettings> {
  if (url === undefined && events === undefined && rotateSecret === undefined) throw badRequest('No fields to update')
  const secret = newWebhookSecret()
  const encrypted = encryptSecret(secret, aadOf(workspaceId))
  const row = await saveSettings.get({
    workspaceId,
    isUrlGiven: url !== undefined,
    areEventsGiven: events !== undefined,
    isNewSecret: rotateSecret === true,
    events: validateEventTypes(events ?? []),
    url: requireCallableUrl(url, 'url'),
    encrypted,
    now: clock.now(),
  })
  return row!.isNew ? { ...toPublic(row!), secret } : toPublic(row!)
}

/** Whether events of the type are sent (spec: Events, an empty list means all). */
export const isSubscribed = ({ events }: Pick<WebhookSettings, 'events'>, type: string) => events.length === 0 || events.includes(type)

/** Decrypts the signing secret. Returns null if none is set. */
export const readSigningSecret = ({ workspaceId, secret }: Pick<WebhookSettings, 'workspaceId' | 'secret'>) =>
  secret && decryptSecret(secret, aadOf(workspaceId))

/** The additional authenticated data that binds a workspace's secret to its row. */
export const aadOf = (workspaceId: WorkspaceId) => `webhook_settings:${workspaceId}`

const toPublic = (row: (Pick<WebhookSettings, 'url' | 'events'> & { secret: Uint8Array | null }) | null): PublicWebhookSettings => ({
  url: row?.url ?? null,
  events: row?.events ?? [],
  secretSet: !!row?.secret,
  signatureHeader: SIGNATURE_HEADER,
})

/** Returns the event types without duplicates. Throws BAD_REQUEST for an unknown one. */
export function validateEventTypes(events: string[]): string[] {
  const unknown = events.find((event) => !(EVENT_TYPES as readonly string[]).includes(event))
  if (unknown !== undefined) throw badRequest(`Unknown event type: ${unknown}`)
  return [...new Set(events)]
}
