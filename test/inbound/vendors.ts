import { createHmac, randomUUID } from 'node:crypto'
import type { CarrierName } from '../../src/carrierNames.ts'
import type { VoiceEngine } from '../../src/engines.ts'
import { registry } from '../../src/metrics.ts'
import { keyFor } from '../../src/seal.ts'
import type { World } from '../kit/world.ts'

export const ENGINES = ['retell', 'vapi'] as const

/** What the vendors sign with, as the server knows it. */
export const secretsOf = (world: World) => ({
  retell: world.running.simulator!.retellApiKey,
  vapi: Buffer.from(keyFor('vapi webhook')).toString('hex'),
})

/** Retell's header for these bytes at that moment. */
export const retellSignature = (key: string, raw: string | Buffer, at = Date.now()) =>
  `v=${at},d=${createHmac('sha256', key).update(raw).update(String(at)).digest('hex')}`

/** The headers with which a vendor sends these bytes. */
export const headersOf = (world: World, engine: VoiceEngine, raw: string | Buffer): Record<string, string> =>
  engine === 'retell' ? { 'X-Retell-Signature': retellSignature(secretsOf(world).retell, raw) } : { 'X-Vapi-Secret': secretsOf(world).vapi }

/** Sends bytes to the server as that vendor does, or with other headers. */
export async function deliver(world: World, engine: VoiceEngine, raw: string | Buffer, headers = headersOf(world, engine, raw)) {
  const res = await fetch(`${world.url}/inbound/${engine}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: raw as string,
  })
  const text = await res.text()
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies as the wire has them
  return { status: res.status, headers: res.headers, text, body: (text ? JSON.parse(text) : null) as any }
}

/** A vendor's question who answers a call; `from` null is a withheld number. */
export function question(engine: VoiceEngine, { from, to, id = randomUUID() }: { from: string | null; to: string; id?: string }): string {
  if (engine === 'retell')
    return JSON.stringify({
      event: 'call_inbound',
      event_timestamp: Date.now(),
      call_inbound: { call_id: `call_${id}`, ...(from && { from_number: from }), to_number: to },
    })
  const customer = from ? { number: from } : {}
  const call = { id, orgId: 'org', type: 'inboundPhoneCall', status: 'ringing', createdAt: new Date().toISOString(), customer, phoneNumber: { number: to } }
  return JSON.stringify({ message: { type: 'assistant-request', timestamp: Date.now(), call, customer, phoneNumber: { number: to } } })
}

/** News of a call as the vendor tells it: it has begun. */
export function news(engine: VoiceEngine, id: string, more: object = {}): string {
  if (engine === 'retell') return JSON.stringify({ event: 'call_started', call: { call_id: id, call_status: 'ongoing', direction: 'inbound', ...more } })
  return JSON.stringify({ message: { type: 'status-update', status: 'in-progress', timestamp: Date.now(), call: { id, type: 'inboundPhoneCall', ...more } } })
}

/** How many webhooks of that vendor have become that. */
export async function counted(sender: VoiceEngine | CarrierName, result: string): Promise<number> {
  const metric = await registry.getSingleMetric('callwright_inbound_webhooks_total')!.get()
  return metric.values.find(({ labels }) => labels.provider === sender && labels.result === result)?.value ?? 0
}
