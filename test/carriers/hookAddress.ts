import type { WebhookResult, SmsEvent } from '../../src/carriers/carrier.ts'
import { receiverForTest } from '../kit/receiver.ts'

/** The unguessable part of an inbound address. */
export const TOKEN = 'dG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4tdG9r'

/** An inbound address as an installation has it, until the test ends: answers 200, remembers what came. */
export async function hookAddress(carrier: string, status = 200) {
  const { url: root, received } = await receiverForTest((response) => response.writeHead(status).end())
  const base = root.replace(/\/hook$/, '')
  return { url: `${base}/inbound/${carrier}/${TOKEN}`, received, hookOf: (nth: number) => ({ ...received[nth]!, url: base + received[nth]!.path }) }
}

/** What a genuine request tells. */
export function told(heard: WebhookResult): SmsEvent[] {
  if ('refused' in heard) throw new Error(`refused: ${heard.refused}`)
  return heard.events
}
