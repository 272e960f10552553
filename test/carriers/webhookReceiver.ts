import type { WebhookResult, SmsEvent } from '../../src/carriers/carrier.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'

/** The secret part of a webhook URL. */
export const TOKEN = 'dG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4tdG9r'

/** Starts a server at a webhook URL shaped like ours until the test ends. It captures every request and responds with the status. */
export async function startWebhookReceiver(carrier: string, status = 200) {
  const { url: receiverUrl, received } = await startReceiverForTest((response) => response.writeHead(status).end())
  const base = receiverUrl.replace(/\/hook$/, '')
  return { url: `${base}/inbound/${carrier}/${TOKEN}`, received, requestAt: (index: number) => ({ ...received[index]!, url: base + received[index]!.path }) }
}

/** Returns the events of a genuine request. Throws if the request was refused. */
export function eventsOf(result: WebhookResult): SmsEvent[] {
  if ('refused' in result) throw new Error(`refused: ${result.refused}`)
  return result.events
}
