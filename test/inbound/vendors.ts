import { createHmac, randomUUID } from 'node:crypto'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import { VOICE_ENGINES, type VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import { gatherMetrics } from '../../src/kernel/metrics.ts'
import { deriveKey } from '../../src/kernel/crypto/keyring.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { webhookSecretOf, webhookTokenOf, type WebhookOwner } from '../../src/kernel/crypto/webhookTokens.ts'
import type { TestServer } from '../kit/server/testServer.ts'

export const ENGINES = VOICE_ENGINES

/** The default owner of the webhook URL: an agent that does not exist. */
export const UNKNOWN_OWNER: WebhookOwner = { kind: 'agent', workspaceId: 2_000_000_000, id: 1 }

/** Returns the secrets that authenticate the vendors at a webhook URL. Without an owner, those of the former shared URL. */
export const webhookSecretsOf = (testServer: TestServer, owner: WebhookOwner | null = UNKNOWN_OWNER) => ({
  retell: testServer.running.simulator!.retellApiKey,
  vapi: owner ? webhookSecretOf('vapi', owner) : Buffer.from(deriveKey('vapi webhook')).toString('hex'),
})

/** Returns the path of an owner's webhook URL, or of the former shared URL without an owner. */
export const webhookPathOf = (engine: VoiceEngine, owner: WebhookOwner | null = UNKNOWN_OWNER) =>
  `/inbound/${engine}${owner ? `/${webhookTokenOf(engine, owner)}` : ''}`

/** Finds the owner of the URL to which the vendor sends a body: the number that is called, or the call's agent. */
export async function ownerOfBody(engine: VoiceEngine, raw: string | Buffer): Promise<WebhookOwner> {
  const body = (() => {
    try {
      return JSON.parse(raw.toString())
    } catch {
      return null
    }
  })()
  const isUsable = (text: unknown): text is string => typeof text === 'string' && !text.includes('\u0000')
  const calledNumber = body?.call_inbound?.to_number ?? (body?.message?.type === 'assistant-request' ? body.message.phoneNumber?.number : undefined)
  if (isUsable(calledNumber)) {
    const number = await anyWorkspace.phoneNumber.findFirst({ where: { phoneNumber: calledNumber, isActive: true } })
    if (number) return { kind: 'number', workspaceId: number.workspaceId, id: number.id }
  }
  const providerCall = body?.call ?? body?.message?.call
  const id = providerCall?.call_id ?? providerCall?.id
  const ref = providerCall?.metadata?.callwright_ref ?? providerCall?.assistantOverrides?.metadata?.callwright_ref
  const call =
    (isUsable(id) && (await anyWorkspace.call.findFirst({ where: { provider: engine, providerCallId: id } }))) ||
    (isUsable(ref) && (await anyWorkspace.call.findFirst({ where: { ref } })))
  return call && call.agentId ? { kind: 'agent', workspaceId: call.workspaceId, id: call.agentId } : UNKNOWN_OWNER
}

/** Returns Retell's signature header for a body signed at a time, in milliseconds. */
export const retellSignature = (key: string, raw: string | Buffer, signedAt = Date.now()) =>
  `v=${signedAt},d=${createHmac('sha256', key).update(raw).update(String(signedAt)).digest('hex')}`

/** Returns the headers with which a vendor sends a body. */
export const signedHeadersOf = (
  testServer: TestServer,
  engine: VoiceEngine,
  raw: string | Buffer,
  owner: WebhookOwner | null = UNKNOWN_OWNER,
): Record<string, string> =>
  engine === 'retell'
    ? { 'X-Retell-Signature': retellSignature(webhookSecretsOf(testServer).retell, raw) }
    : { 'X-Vapi-Secret': webhookSecretsOf(testServer, owner).vapi }

/** Sends a body to the server as the vendor does. `headers` and `owner` override the vendor's headers and URL. */
export async function deliver(
  testServer: TestServer,
  engine: VoiceEngine,
  raw: string | Buffer,
  { headers, owner }: { headers?: Record<string, string>; owner?: WebhookOwner | null } = {},
) {
  const target = owner === undefined ? await ownerOfBody(engine, raw) : owner
  const res = await fetch(testServer.url + webhookPathOf(engine, target), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(headers ?? signedHeadersOf(testServer, engine, raw, target)) },
    body: raw as string,
  })
  const text = await res.text()
  // eslint-disable-next-line typescript/no-explicit-any -- tests read bodies as the wire has them
  return { status: res.status, headers: res.headers, text, body: (text ? JSON.parse(text) : null) as any }
}

/** Builds a vendor's request for the agent of an inbound call. `from` is null for a withheld number. */
export function inboundCallBody(engine: VoiceEngine, { from, to, id = randomUUID() }: { from: string | null; to: string; id?: string }): string {
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

/** Builds a vendor's webhook for a call that started. */
export function callStartedBody(engine: VoiceEngine, id: string, more: object = {}): string {
  if (engine === 'retell') return JSON.stringify({ event: 'call_started', call: { call_id: id, call_status: 'ongoing', direction: 'inbound', ...more } })
  return JSON.stringify({ message: { type: 'status-update', status: 'in-progress', timestamp: Date.now(), call: { id, type: 'inboundPhoneCall', ...more } } })
}

/** Builds a vendor's webhook for a line of a call. */
export function spokenBody(engine: VoiceEngine, id: string, text: string, more: object = {}): string {
  if (engine === 'retell')
    return JSON.stringify({ event: 'transcript_updated', call: { call_id: id, transcript_object: [{ role: 'agent', content: text }], ...more } })
  const line = { role: 'assistant', transcriptType: 'final', transcript: text, timestamp: Date.now() }
  return JSON.stringify({ message: { type: 'transcript', ...line, call: { id, type: 'inboundPhoneCall', ...more } } })
}

/** Builds a vendor's webhook for a call that ended after one second, with an analysis. */
export function callEndedBody(engine: VoiceEngine, id: string, ref: string, more: object = {}): string {
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

/** Returns how many webhooks of a sender the server has counted with a result. */
export async function countWebhooks(sender: VoiceEngine | CarrierName, result: string): Promise<number> {
  const metric = await gatherMetrics().getSingleMetric('callwright_inbound_webhooks_total')!.get()
  return metric.values.find(({ labels }) => labels.provider === sender && labels.result === result)?.value ?? 0
}
