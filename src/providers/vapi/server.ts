import type { Vapi } from '@vapi-ai/server-sdk'
import type { WebhookTarget } from '../provider.ts'

/** A proof of webhooks that the operator may add to address and secret. */
export interface VapiWebhooks {
  /** A credential the operator has made at Vapi: its id, and the key that Vapi signs webhooks with by it. */
  webhookCredential?: { id: string; secret: string }
}

/** Where webhooks of calls go, and questions who is to answer one. */
export const toServer = ({ url, secret }: WebhookTarget, { webhookCredential }: VapiWebhooks): Vapi.Server => ({
  url,
  timeoutSeconds: 20,
  headers: { 'X-Vapi-Secret': secret },
  ...(webhookCredential && { credentialId: webhookCredential.id }),
  // The SDK types it as a record; the API takes the word.
  backoffPlan: { type: 'exponential' as unknown as Vapi.BackoffPlan['type'], maxRetries: 5, baseDelaySeconds: 1 },
})
