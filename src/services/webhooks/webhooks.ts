import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db } from '../../kernel/db/db.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import type { WebhookEndpoint } from '../../generated/prisma/client.ts'
import { newWebhookSecret } from '../../kernel/crypto/ids.ts'
import { EVENT_TYPES, type WebhookSettingsInput } from '../../inputs/webhooks.ts'
import { encryptSecret } from '../../kernel/crypto/encryption.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { requireCallableUrl } from '../shared/callbackUrls.ts'
import * as alerts from '../alerts/alerts.ts'
import { SIGNATURE_HEADER } from '../shared/signatures.ts'
import { aadOf } from './endpointSecrets.ts'

/**
 * The first endpoint without its secret, as the specification knows it: without a URL while it is turned off. `secret` is set only in the
 * response to the change that created it (spec: Webhook configuration).
 */
export interface PublicWebhookSettings {
  url: string | null
  events: string[]
  secretSet: boolean
  signatureHeader: string
  secret?: string
}

export const get = async ({ workspaceId }: Actor): Promise<PublicWebhookSettings> =>
  toPublic(await db.webhookEndpoint.findFirst({ where: { workspaceId, isFirst: true } }))

const NEW_URL = sql`case when $isUrlGiven then excluded.url else w.url end`
const FIRST_ID = sql`coalesce((select id::text from webhook_endpoints where workspace_id = $workspaceId and is_first), '')`

// One statement, so that of two concurrent first updates the second sees the secret of the first.
// A new URL turns the endpoint on, and clears the alerts about the old one.
const saveSettings = statement(
  'webhooks.saveSettings',
  sql`
    with cleared_alerts as (${alerts.clearAlerts(['webhook_failing'], undefined, FIRST_ID)} and $isUrlGiven)
    insert into webhook_endpoints as w (workspace_id, is_first, url, events, secret, updated_at)
    select $workspaceId, true, url, $events, case when $isNewSecret or url is not null then $encrypted::bytea end, $now
    from (select $url?::text as url) input where ${AUDIT_ACTOR}
    on conflict (workspace_id) where is_first do update set
      url = ${NEW_URL},
      is_enabled = w.is_enabled or $isUrlGiven,
      events = case when $areEventsGiven then excluded.events else w.events end,
      secret = case when $isNewSecret or (w.secret is null and ${NEW_URL} is not null) then $encrypted else w.secret end,
      updated_at = excluded.updated_at
    returning url, is_enabled, events as "events!", secret, coalesce(secret = $encrypted, false) as is_new`,
)

/**
 * Changes the given fields of the first endpoint. The first URL creates a secret; `rotateSecret` replaces it. Throws BAD_REQUEST if no field is
 * given, the URL cannot be called, or an event type is unknown.
 */
export async function update({ workspaceId }: Actor, { url, events, rotateSecret }: WebhookSettingsInput): Promise<PublicWebhookSettings> {
  if (url === undefined && events === undefined && rotateSecret === undefined) throw badRequest('no_changes')
  const secret = newWebhookSecret()
  const encrypted = encryptSecret(secret, aadOf({ id: 0, workspaceId, isFirst: true }))
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

type ShownFields = Pick<WebhookEndpoint, 'url' | 'isEnabled' | 'events'> & { secret: Uint8Array | null }

const toPublic = (row: ShownFields | null): PublicWebhookSettings => ({
  url: row?.isEnabled ? row.url : null,
  events: row?.events ?? [],
  secretSet: !!row?.secret,
  signatureHeader: SIGNATURE_HEADER,
})

/** Whether events of the type are sent (spec: Events, an empty list means all). */
export const isSubscribed = ({ events }: Pick<WebhookEndpoint, 'events'>, type: string) => events.length === 0 || events.includes(type)

/** Returns the event types without duplicates. Throws BAD_REQUEST for an unknown one. */
export function validateEventTypes(events: string[]): string[] {
  const unknown = events.find((event) => !(EVENT_TYPES as readonly string[]).includes(event))
  if (unknown !== undefined) throw badRequest('unknown_event_type', { type: unknown })
  return [...new Set(events)]
}
