import { z } from 'zod'
import { text } from './common.ts'

/** Everything that is sent to customers (spec: Events). */
export const EVENT_TYPES = ['call.completed', 'sms.received'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * Where events go. An absent field stays as it is. The address and the event types are judged by the service, since
 * a bad one is a 400 and not a 422 (contract: Webhooks).
 */
export const WebhookSettingsInput = z.object({
  url: text(2048).nullish().describe('Public HTTPS endpoint URL. An empty value or `null` turns webhooks off.'),
  events: z.array(text(100)).max(100).nullish().describe('Event types to send. An empty list or `null` sends all types.'),
  rotateSecret: z.boolean().nullish().describe('Whether to create a new signing secret. The old secret stops working immediately.'),
})
export type WebhookSettingsInput = z.output<typeof WebhookSettingsInput>
