import type { Vapi } from '@vapi-ai/server-sdk'
import type { WebhookTarget } from '../provider.ts'

/** Signing of webhooks, optional in addition to URL and secret. */
export interface VapiWebhooks {
  /** Credential that the server administrator created at Vapi: its ID, and the key with which Vapi signs webhooks. */
  webhookCredential?: { id: string; secret: string }
}

/** Builds the server for webhooks of calls and for requests for an assistant. */
export const toServer = ({ url, secret }: WebhookTarget, { webhookCredential }: VapiWebhooks): Vapi.Server => ({
  url,
  timeoutSeconds: 20,
  headers: { 'X-Vapi-Secret': secret },
  ...(webhookCredential && { credentialId: webhookCredential.id }),
  // The SDK declares a record, but the API expects a string.
  backoffPlan: { type: 'exponential' as unknown as Vapi.BackoffPlan['type'], maxRetries: 5, baseDelaySeconds: 1 },
})
