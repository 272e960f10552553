import { createHmac } from 'node:crypto'
import { clock } from '../clock.ts'
import type { WebhookDelivery } from '../generated/prisma/client.ts'
import { post, type PostResult } from '../outbound/post.ts'
import { USER_AGENT } from '../outbound/userAgent.ts'
import { settings } from '../settings.ts'
import { SIGNATURE_HEADER } from './webhooks.ts'

/** Sends a delivery's frozen bytes once, signed where there is a secret (spec: Events, headers). */
export function send({ id, eventType, url, body }: WebhookDelivery, secret: string | null): Promise<PostResult> {
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Service-Event': eventType,
    'X-Service-Delivery': String(id),
    'X-Service-Timestamp': String(Math.floor(clock.now().getTime() / 1000)),
    ...(secret && { [SIGNATURE_HEADER]: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }),
  }
  return post({ url, headers, body }, { allowPrivate: settings.allowPrivateWebhooks })
}
