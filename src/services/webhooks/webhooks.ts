import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db } from '../../kernel/db/db.ts'
import { badInput } from '../../kernel/vocabulary/errors.ts'
import type { WebhookSettings } from '../../generated/prisma/client.ts'
import { newWebhookSecret } from '../../kernel/crypto/ids.ts'
import { EVENT_TYPES, type WebhookSettingsInput } from '../../inputs/webhooks.ts'
import { seal, unseal } from '../../kernel/crypto/seal.ts'
import { empty, query, sql, told } from '../../kernel/db/sql.ts'
import { callable } from '../shared/callbackUrls.ts'
import * as notices from '../notices/notices.ts'
import { SIGNATURE_HEADER } from '../shared/signatures.ts'

/** The settings as they may be shown; `secret` only in the answer to the change that made it (spec: Webhook configuration). */
export interface ShownSettings {
  url: string | null
  events: string[]
  secretSet: boolean
  signatureHeader: string
  secret?: string
}

export const get = async ({ workspaceId }: Actor): Promise<ShownSettings> => shown(await db.webhookSettings.findUnique({ where: { workspaceId } }))

/**
 * Changes what is given and leaves what is absent. The first url brings a secret along; `rotateSecret` makes a new
 * one. BAD_REQUEST when nothing is given, the url cannot be called, or an event type is unknown.
 */
export async function update({ workspaceId }: Actor, { url, events, rotateSecret }: WebhookSettingsInput): Promise<ShownSettings> {
  if (url === undefined && events === undefined && rotateSecret === undefined) throw badInput('No fields to update')
  const secret = newWebhookSecret()
  const sealed = seal(secret, place(workspaceId))
  const rotate = rotateSecret === true
  const newUrl = url === undefined ? sql`w.url` : sql`excluded.url`
  // One statement, so that of two first settings at once the second sees the secret of the first.
  // What was told of the address before is over with it.
  const calmed = url === undefined ? empty : sql`with calmed as (${notices.clearing(workspaceId, ['webhook_failing'])})`
  const [row] = await query<WebhookSettings & { isNew: boolean }>(sql`
    ${calmed} insert into webhook_settings as w (workspace_id, url, events, secret, updated_at)
    select ${workspaceId}, url, ${known(events ?? [])}::text[], case when ${rotate} or url is not null then ${sealed}::bytea end, ${clock.now()}
    from (select ${callable(url, 'url')}::text as url) given where ${told()}
    on conflict (workspace_id) do update set
      url = ${newUrl},
      events = ${events === undefined ? sql`w.events` : sql`excluded.events`},
      secret = case when ${rotate} or (w.secret is null and ${newUrl} is not null) then ${sealed} else w.secret end,
      updated_at = excluded.updated_at
    returning url, events, secret, coalesce(secret = ${sealed}, false) as "isNew"`)
  return row!.isNew ? { ...shown(row!), secret } : shown(row!)
}

/** Whether events of that type are to be sent (spec: Events, an empty list means all). */
export const wants = ({ events }: Pick<WebhookSettings, 'events'>, type: string) => events.length === 0 || events.includes(type)

/** The secret that signs, or null where none is set. */
export const signingSecret = ({ workspaceId, secret }: WebhookSettings) => secret && unseal(secret, place(workspaceId))

/** What binds a workspace's secret to its row. */
export const place = (workspaceId: number) => `webhook_settings:${workspaceId}`

const shown = (row: Pick<WebhookSettings, 'url' | 'events' | 'secret'> | null): ShownSettings => ({
  url: row?.url ?? null,
  events: row?.events ?? [],
  secretSet: !!row?.secret,
  signatureHeader: SIGNATURE_HEADER,
})

/** The event types, each once. BAD_REQUEST when one does not exist. */
export function known(events: string[]): string[] {
  const unknown = events.find((event) => !(EVENT_TYPES as readonly string[]).includes(event))
  if (unknown !== undefined) throw badInput(`Unknown event type: ${unknown}`)
  return [...new Set(events)]
}
