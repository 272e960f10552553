import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { type Events, made, stream } from '../../kernel/events.ts'
import type { EventType } from '../../inputs/webhooks.ts'
import * as callCompleted from './callCompleted.ts'
import { bodyOf, dedupeKey } from './deliveries.ts'
import * as smsReceived from './smsReceived.ts'
import { known, wants } from './webhooks.ts'

type Told = Events['webhook.told']

/** An event as a webhook sends it. */
export interface WebhookEvent {
  type: string
  eventId: string
  /** The exact JSON text. */
  body: string
  createdAt: Date
}

/**
 * The workspace's events from now on, as they are sent by webhook, also where none is set; of all types when none is named.
 * BAD_REQUEST of a type that does not exist. What is announced carries ids only, so bodies are read for those who listen.
 */
export function watch({ workspaceId }: Actor, types: string[]): AsyncIterableIterator<WebhookEvent> {
  const wanted = { events: known(types) }
  return made(
    stream('webhook.told', (event) => event.workspaceId === workspaceId && wants(wanted, event.type)),
    read,
  )
}

/** What was sent, else the same made of its row; null of what was erased meanwhile. */
async function read(event: Told): Promise<WebhookEvent | null> {
  const { workspaceId, eventId } = event
  const type = event.type as EventType
  const createdAt = new Date(event.createdAt)
  const sent = await db.webhookDelivery.findUnique({ where: { workspaceId_dedupeKey: { workspaceId, dedupeKey: dedupeKey(event) } } })
  if (sent) return { type, eventId, body: sent.body, createdAt }
  const data = await DATA[type]({ workspaceId, id: Number(eventId) })
  return data && { type, eventId, body: bodyOf({ workspaceId, type, eventId, data }, createdAt), createdAt }
}

const DATA: Record<EventType, (key: { workspaceId: number; id: number }) => Promise<object | null>> = {
  async 'call.completed'(key) {
    const call = await db.call.findUnique({ where: { workspaceId_id: key }, include: { detail: true } })
    return call?.detail ? callCompleted.dataOf({ ...call, detail: call.detail }) : null
  },
  async 'sms.received'(key) {
    const message = await db.message.findUnique({ where: { workspaceId_id: key } })
    return message && smsReceived.dataOf(message)
  },
}
