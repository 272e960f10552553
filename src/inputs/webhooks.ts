import { z } from 'zod'
import { text } from './common.ts'

/** The types of events (spec: Events). */
export const EVENT_TYPES = ['call.completed', 'sms.received'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * The webhook endpoint. Missing fields stay unchanged. The service validates the URL and the event types, because an invalid one is a 400
 * and not a 422 (contract: Webhooks).
 */
export const WebhookSettingsInput = z.object({
  url: text(2048).nullish().describe('Public HTTPS endpoint URL. Empty or `null` to turn webhooks off.'),
  events: z.array(text(100)).max(100).nullish().describe('Event types to send. Empty or `null` for all types.'),
  rotateSecret: z.boolean().nullish().describe('Whether to replace the signing secret. The old one stops working immediately.'),
})
export type WebhookSettingsInput = z.output<typeof WebhookSettingsInput>

/** Endpoints of a workspace, with the first one. */
export const MAX_WEBHOOK_ENDPOINTS = 10

const endpointFields = {
  description: text(200).nullish().describe('What the endpoint is for.'),
  events: z.array(text(100)).max(100).nullish().describe('Event types to send. Empty for all types.'),
  isEnabled: z.boolean().nullish().describe('Whether events are sent to the endpoint.'),
}

/** A new webhook endpoint. The service validates the URL and the event types, as those of the first one. */
export const WebhookEndpointInput = z.object({ url: text(2048).describe('Public HTTPS endpoint URL.'), ...endpointFields })
export type WebhookEndpointInput = z.output<typeof WebhookEndpointInput>

/** Changes of a webhook endpoint. Missing fields stay unchanged. */
export const WebhookEndpointChanges = z.object({
  url: text(2048).nullish().describe('Public HTTPS endpoint URL.'),
  ...endpointFields,
  rotateSecret: z.boolean().nullish().describe('Whether to replace the signing secret. The old one stops working immediately.'),
})
export type WebhookEndpointChanges = z.output<typeof WebhookEndpointChanges>

/** A request that a webhook endpoint received. Bodies are as long as a call's transcript can make them. */
export const SignatureCheckInput = z.object({
  endpointId: z.string().max(20).nullish().describe('ID of the endpoint. Defaults to that of the delivery in `X-Service-Delivery`, otherwise the first one.'),
  body: text(400_000).describe('Body of the request, byte for byte.'),
  headers: text(16_384).describe('Headers of the request, one `Name: value` per line.'),
  secret: text(200).nullish().describe("Signing secret that your server uses. Defaults to the endpoint's."),
})
export type SignatureCheckInput = z.output<typeof SignatureCheckInput>
