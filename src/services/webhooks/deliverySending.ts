import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { countWebhookAttempt } from '../../kernel/metrics.ts'
import { post, type PostResult } from '../../outbound/post.ts'
import { settings } from '../../kernel/config/settings.ts'
import { signedHeaders } from '../shared/signatures.ts'

/** Sends a delivery's frozen bytes once, signed if there is a secret (spec: Events, headers). */
export async function send(
  { id, eventType, url, body }: Pick<WebhookDelivery, 'id' | 'eventType' | 'url' | 'body'>,
  secret: string | null,
): Promise<PostResult> {
  const headers = { ...signedHeaders(eventType, body, secret), 'X-Service-Delivery': String(id) }
  const result = await post({ url, headers, body }, { allowPrivate: settings.allowPrivateWebhooks })
  countWebhookAttempt(result.status, result.latencyMs)
  return result
}
