import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { type Events, mapStream, streamEvents } from '../../kernel/events.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import * as callCompleted from './callCompleted.ts'
import { toBody, dedupeKeyOf } from './deliveries.ts'
import * as smsReceived from './smsReceived.ts'
import { validateEventTypes, isSubscribed } from './webhooks.ts'

type AnnouncedEvent = Events['webhook.created']

/** An event as a webhook sends it. */
export interface WebhookEvent {
  type: string
  eventId: string
  /** The exact JSON text. */
  body: string
  createdAt: Date
}

/**
 * Streams the workspace's events from now on, as webhooks send them, even if no webhook is set. An empty `types` means all types.
 * Throws BAD_REQUEST for an unknown type. Announcements carry IDs only, so each listener loads the bodies.
 */
export function watch({ workspaceId }: Actor, types: string[]): AsyncIterableIterator<WebhookEvent> {
  const filter = { events: validateEventTypes(types) }
  return mapStream(
    streamEvents('webhook.created', (event) => event.workspaceId === workspaceId && isSubscribed(filter, event.type)),
    loadEvent,
  )
}

/** Loads the body that was sent, or builds it from the row. Returns null if the row was erased in the meantime. */
async function loadEvent(event: AnnouncedEvent): Promise<WebhookEvent | null> {
  const { workspaceId, eventId } = event
  const type = event.type as EventType
  const createdAt = new Date(event.createdAt)
  const delivery = await db.webhookDelivery.findFirst({ where: { workspaceId, dedupeKey: dedupeKeyOf(event) } })
  if (delivery) return { type, eventId, body: delivery.body, createdAt }
  const data = await LOADERS[type]({ workspaceId, id: Number(eventId) })
  return data && { type, eventId, body: toBody({ workspaceId, type, eventId, data }, createdAt), createdAt }
}

const LOADERS: Record<EventType, (key: { workspaceId: WorkspaceId; id: number }) => Promise<object | null>> = {
  async 'call.completed'(key) {
    const call = await db.call.findUnique({ where: { workspaceId_id: key }, include: { detail: true } })
    return call?.detail ? callCompleted.toData({ ...call.detail, ...call }) : null
  },
  async 'sms.received'(key) {
    const message = await db.message.findUnique({ where: { workspaceId_id: key } })
    return message && smsReceived.toData(message)
  },
}
