import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { post, type PostResult } from '../../outbound/post.ts'
import { settings } from '../../kernel/config/settings.ts'
import { signedHeaders } from '../shared/signatures.ts'

/** Sends a delivery's frozen bytes once, signed if there is a secret (spec: Events, headers). */
export function send({ id, eventType, url, body }: Pick<WebhookDelivery, 'id' | 'eventType' | 'url' | 'body'>, secret: string | null): Promise<PostResult> {
  const headers = { ...signedHeaders(eventType, body, secret), 'X-Service-Delivery': String(id) }
  return post({ url, headers, body }, { allowPrivate: settings.allowPrivateWebhooks })
}
