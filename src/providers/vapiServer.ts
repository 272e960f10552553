import type { Vapi } from '@vapi-ai/server-sdk'

/** What Vapi is told of us and shows us in return. */
export interface VapiWebhooks {
  webhookUrl: string
  /** Comes back in a header of every webhook. */
  webhookSecret: string
  /** A credential the operator has made at Vapi: its id, and the key that Vapi signs webhooks with by it. */
  webhookCredential?: { id: string; secret: string }
}

/** Where webhooks of calls go, and questions who is to answer one. */
export const serverOf = ({ webhookUrl, webhookSecret, webhookCredential }: VapiWebhooks): Vapi.Server => ({
  url: webhookUrl,
  timeoutSeconds: 20,
  headers: { 'X-Vapi-Secret': webhookSecret },
  ...(webhookCredential && { credentialId: webhookCredential.id }),
  backoffPlan: { type: 'exponential' as unknown as Vapi.BackoffPlan['type'], maxRetries: 5, baseDelaySeconds: 1 },
})
