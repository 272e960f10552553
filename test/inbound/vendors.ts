import { createHmac, randomUUID } from 'node:crypto'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import { registry } from '../../src/kernel/metrics.ts'
import { deriveKey } from '../../src/kernel/crypto/encryption.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { webhookSecretOf, webhookTokenOf, type WebhookOwner } from '../../src/kernel/crypto/webhookTokens.ts'
import type { World } from '../kit/world.ts'

export const ENGINES = ['retell', 'vapi'] as const

/** Whose address webhooks go to in tests that say nothing else of it: an agent's that nobody has. */
export const NOBODY: WebhookOwner = { kind: 'agent', workspaceId: 2_000_000_000, id: 1 }

/** What the vendors prove themselves with at an address, as the server knows it. Without an owner it is the one that all once shared. */
export const secretsOf = (world: World, owner: WebhookOwner | null = NOBODY) => ({
  retell: world.running.simulator!.retellApiKey,
  vapi: owner ? webhookSecretOf('vapi', owner) : Buffer.from(deriveKey('vapi webhook')).toString('hex'),
})

/** The path of an owner's address; without one that of the address that all once shared. */
export const pathOf = (engine: VoiceEngine, owner: WebhookOwner | null = NOBODY) => `/inbound/${engine}${owner ? `/${webhookTokenOf(engine, owner)}` : ''}`

/** Whose address the vendor sends that body to: the number's that is called, or the agent's of the call. */
export async function ownerIn(engine: VoiceEngine, raw: string | Buffer): Promise<WebhookOwner> {
  const body = (() => {
    try {
      return JSON.parse(raw.toString())
    } catch {
      return null
    }
  })()
  const names = (text: unknown): text is string => typeof text === 'string' && !text.includes('\u0000')
  const called = body?.call_inbound?.to_number ?? (body?.message?.type === 'assistant-request' ? body.message.phoneNumber?.number : undefined)
  if (names(called)) {
    const number = await anyWorkspace.phoneNumber.findFirst({ where: { phoneNumber: called, isActive: true } })
    if (number) return { kind: 'number', workspaceId: number.workspaceId, id: number.id }
  }
  const told = body?.call ?? body?.message?.call
  const id = told?.call_id ?? told?.id
  const ref = told?.metadata?.callwright_ref ?? told?.assistantOverrides?.metadata?.callwright_ref
  const call =
    (names(id) && (await anyWorkspace.call.findFirst({ where: { provider: engine, providerCallId: id } }))) ||
    (names(ref) && (await anyWorkspace.call.findFirst({ where: { ref } })))
  return call && call.agentId ? { kind: 'agent', workspaceId: call.workspaceId, id: call.agentId } : NOBODY
}

/** Retell's header for these bytes at that moment. */
export const retellSignature = (key: string, raw: string | Buffer, at = Date.now()) =>
  `v=${at},d=${createHmac('sha256', key).update(raw).update(String(at)).digest('hex')}`

/** The headers with which a vendor sends these bytes. */
export const headersOf = (world: World, engine: VoiceEngine, raw: string | Buffer, owner: WebhookOwner | null = NOBODY): Record<string, string> =>
  engine === 'retell' ? { 'X-Retell-Signature': retellSignature(secretsOf(world).retell, raw) } : { 'X-Vapi-Secret': secretsOf(world, owner).vapi }

/** Sends bytes to the server as that vendor does, or with other headers, or to another address than the vendor was given. */
export async function deliver(
  world: World,
  engine: VoiceEngine,
  raw: string | Buffer,
  { headers, owner }: { headers?: Record<string, string>; owner?: WebhookOwner | null } = {},
) {
  const at = owner === undefined ? await ownerIn(engine, raw) : owner
  const res = await fetch(world.url + pathOf(engine, at), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(headers ?? headersOf(world, engine, raw, at)) },
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

/** What a vendor says of a call that is over: of one second, with an analysis. */
export function ending(engine: VoiceEngine, id: string, ref: string, more: object = {}): string {
  const [start, end] = [Date.now() - 1_000, Date.now()]
  if (engine === 'retell')
    return JSON.stringify({
      event: 'call_analyzed',
      call: {
        call_id: id,
        call_status: 'ended',
        disconnection_reason: 'user_hangup',
        direction: 'outbound',
        start_timestamp: start,
        end_timestamp: end,
        duration_ms: 1,
        call_cost: { combined_cost: 0 },
        call_analysis: { call_summary: 'Forged', call_successful: true, custom_analysis_data: {} },
        metadata: { callwright_ref: ref },
        ...more,
      },
    })
  const call = { id, type: 'outboundPhoneCall', status: 'ended', name: ref, assistantOverrides: { metadata: { callwright_ref: ref } }, ...more }
  const times = { startedAt: new Date(end - 1).toISOString(), endedAt: new Date(end).toISOString() }
  return JSON.stringify({
    message: { type: 'end-of-call-report', endedReason: 'customer-ended-call', cost: 0, analysis: { summary: 'Forged' }, ...times, call },
  })
}

/** How many webhooks of that vendor have become that. */
export async function counted(sender: VoiceEngine | CarrierName, result: string): Promise<number> {
  const metric = await registry.getSingleMetric('callwright_inbound_webhooks_total')!.get()
  return metric.values.find(({ labels }) => labels.provider === sender && labels.result === result)?.value ?? 0
}
