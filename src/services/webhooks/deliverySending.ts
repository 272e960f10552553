import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { countWebhookAttempt } from '../../kernel/metrics.ts'
import { post, type PostResult } from '../../outbound/post.ts'
import { settings } from '../../kernel/config/settings.ts'
import { spanSink, traceForCall, traceHeaders } from '../../kernel/tracing.ts'
import { signedHeaders } from '../shared/signatures.ts'

/** Sends a delivery's frozen bytes once, signed if there is a secret (spec: Events, headers). */
export async function send(
  { id, eventType, url, body }: Pick<WebhookDelivery, 'id' | 'eventType' | 'url' | 'body'>,
  secret: string | null,
): Promise<PostResult> {
  const headers = { ...signedHeaders(eventType, body, secret), 'X-Service-Delivery': String(id) }
  const result = await inTrace(eventType, body, () =>
    post({ url, headers: { ...headers, ...traceHeaders() }, body }, { allowPrivate: settings.allowPrivateWebhooks }),
  )
  countWebhookAttempt(result.status, result.latencyMs)
  return result
}

/** Sends a call's event as a part of the call's trace. Its body names the call. */
function inTrace(eventType: string, body: string, work: () => Promise<PostResult>): Promise<PostResult> {
  if (!spanSink().take || eventType !== 'call.completed') return work()
  const { data } = JSON.parse(body) as { data: { call_id: string } }
  return traceForCall(Number(data.call_id), 'webhook call.completed', {}, work)
}
