import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { countWebhookAttempt } from '../../kernel/metrics.ts'
import { traceForCall } from '../../kernel/tracing/callTraces.ts'
import { KINDS, traceHeaders } from '../../kernel/tracing/spans.ts'
import { post, type PostResult } from '../../outbound/post.ts'
import { settings } from '../../kernel/config/settings.ts'
import { signedHeaders } from '../shared/signatures.ts'

type Sendable = Pick<WebhookDelivery, 'id' | 'eventType' | 'url' | 'body' | 'trace'> & { endpointId: number; number: number }

/** Sends a delivery's frozen bytes once, signed if there is a secret (spec: Events, headers). */
export async function send({ id, eventType, url, body, trace, endpointId, number }: Sendable, secret: string | null): Promise<PostResult> {
  const headers = { ...signedHeaders(eventType, body, secret), 'X-Service-Delivery': String(id) }
  const attributes = { 'callwright.event': eventType, 'callwright.delivery.id': String(id), 'callwright.endpoint.id': endpointId, 'callwright.attempt': number }
  return traceForCall(trace, { name: `deliver ${eventType}`, kind: KINDS.client, attributes }, async (span) => {
    const result = await post({ url, headers: { ...headers, ...traceHeaders() }, body }, { allowPrivate: settings.allowPrivateWebhooks })
    countWebhookAttempt(result.status, result.latencyMs)
    Object.assign(span.attributes, { 'http.response.status_code': result.status })
    span.hasFailed = Math.floor((result.status ?? 0) / 100) !== 2
    return result
  })
}
