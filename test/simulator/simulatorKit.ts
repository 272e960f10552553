import { createHmac } from 'node:crypto'
import { VapiClient } from '@vapi-ai/server-sdk'
import Retell from 'retell-sdk'
import { onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { type Simulator, startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore, type Store } from '../../src/simulator/wire/store.ts'
import { type ReceivedWebhook, startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { KEYS } from '../providers/adapterKit.ts'

export const FROM = '+14155550100'
export const REQUESTED_FIELDS = ['contact_email', 'interest', 'wants_demo', 'team_size']

/** Test numbers that are answered: digits, Retell's reason and status, Vapi's reason, `call_outcome`, Retell's sentiment. */
export const ANSWERED = [
  ['0009', 'agent_hangup', 'ended', 'assistant-ended-call', 'success', 'Positive'],
  ['0100', 'agent_hangup', 'ended', 'assistant-ended-call', 'success', 'Positive'],
  ['0003', 'voicemail_reached', 'ended', 'voicemail', 'unknown', 'Neutral'],
  ['0006', 'error_retell', 'error', 'call.in-progress.error-vapifault-worker-died', 'unknown', 'Neutral'],
  ['0007', 'user_hangup', 'ended', 'customer-ended-call', 'not_interested', 'Negative'],
  ['0008', 'inactivity', 'ended', 'silence-timed-out', 'unknown', 'Neutral'],
  ['0010', 'agent_hangup', 'ended', 'assistant-ended-call', 'callback', 'Neutral'],
  ['0011', 'agent_hangup', 'ended', 'assistant-ended-call', 'success', 'Positive'],
  ['0014', 'user_hangup', 'ended', 'customer-ended-call', 'do_not_call', 'Negative'],
  ['0013', 'user_hangup', 'ended', 'customer-ended-call', 'unknown', 'Neutral'],
] as const

/** Test numbers that are not answered: digits, Retell's reason, Vapi's reason. */
export const UNANSWERED = [
  ['0001', 'dial_busy', 'customer-busy'],
  ['0002', 'dial_no_answer', 'customer-did-not-answer'],
  ['0004', 'dial_failed', 'twilio-failed-to-connect-call'],
  ['0005', 'invalid_destination', 'twilio-reported-customer-misdialed'],
] as const

/** A received webhook. `name` is Retell's event, or Vapi's message type with its status. */
export interface Webhook extends ReceivedWebhook {
  name: string
  callId: string
}

export interface Receiver {
  url: string
  received: Webhook[]
  webhooksOf(callId: string): Webhook[]
  namesOf(callId: string): string[]
  /** Waits for a webhook with this name for this call. */
  waitForWebhook(callId: string, name: string): Promise<Webhook>
  /** Responds with this status from now on. */
  respondWith(status: number): void
}

export const toObject = (value: unknown) => (value ?? {}) as JsonObject
export const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
export const distinct = (names: string[]) => [...new Set(names)]

function toWebhook(request: ReceivedWebhook): Webhook {
  const message = toObject(request.body.message)
  const name = request.body.event ?? [message.type, message.type === 'status-update' ? message.status : null].filter(Boolean).join(' ')
  const call = toObject(request.body.call ?? request.body.call_inbound ?? message.call)
  return { ...request, name, callId: String(call[request.body.event ? 'call_id' : 'id']) }
}

/** Responds to an agent request: with a body, with a status, or not at all (`nothing`). */
export type Answerer = (question: Webhook) => JsonObject | number | 'nothing'

/** Starts a server that accepts every webhook until the test ends, and responds to agent requests with `answerer`. */
export async function startReceiver(answerer: Answerer = () => 204): Promise<Receiver> {
  const received: Webhook[] = []
  let status = 204
  const { url } = await startReceiverForTest((response, _nth, request) => {
    const webhook = toWebhook(request)
    received.push(webhook)
    const isQuestion = webhook.name === 'call_inbound' || webhook.name === 'assistant-request'
    const answer = isQuestion ? answerer(webhook) : status
    if (answer === 'nothing') return
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const webhooksOf = (callId: string) => received.filter((webhook) => webhook.callId === callId)
  return {
    url,
    received,
    webhooksOf,
    namesOf: (callId) => webhooksOf(callId).map(({ name }) => name),
    waitForWebhook: (callId, name) => waitFor(`${name} of ${callId}`, () => webhooksOf(callId).find((webhook) => webhook.name === name)),
    respondWith: (next) => {
      status = next
    },
  }
}

/** Starts a simulator until the test ends, with the vendors' own clients for it. */
export async function startVendors({ speed = 400, store = memoryStore(), seed }: { speed?: number; store?: Store; seed?: string } = {}) {
  const simulator = await startSimulator({ store, speed, ...KEYS, ...(seed ? { seed } : {}) })
  onTestFinished(() => simulator.close())
  return { simulator, ...createClients(simulator) }
}

/** How long the clients wait for a response, which some tests wait for. */
const TIMEOUT_MS = scaledTimeout(2_000)

export const createClients = ({ url }: Simulator) => ({
  retell: new Retell({ apiKey: KEYS.retellApiKey, baseURL: `${url}/retell`, maxRetries: 0, timeout: TIMEOUT_MS, logLevel: 'off' }),
  vapi: new VapiClient({ token: KEYS.vapiApiKey, baseUrl: `${url}/vapi`, maxRetries: 0, timeoutInSeconds: TIMEOUT_MS / 1_000 }),
})

export type Vendors = Awaited<ReturnType<typeof startVendors>>

/** Publishes an agent at Retell, imports a number, and returns a function that places calls with them. */
export async function createRetellAgent(
  retell: Retell,
  webhookUrl: string,
  overrides: Partial<Retell.AgentCreateParams> = {},
  prompt = 'You are Ada, who calls for Acme.',
) {
  const llm = await retell.llm.create({ general_prompt: prompt, model: 'gpt-4.1-mini', start_speaker: 'agent' })
  const agent = await retell.agent.create({
    response_engine: { type: 'retell-llm', llm_id: llm.llm_id, version: llm.version ?? 0 },
    voice_id: 'retell-Cimo',
    agent_name: 'Sales',
    language: 'en-US',
    webhook_url: webhookUrl,
    webhook_events: ['call_started', 'call_ended', 'call_analyzed', 'transcript_updated'],
    post_call_analysis_data: [
      { type: 'string', name: 'contact_email', description: "The person's email address" },
      { type: 'enum', name: 'interest', description: 'How interested are you?', choices: ['high', 'low'] },
      { type: 'boolean', name: 'wants_demo', description: 'Whether a demonstration is wanted' },
      { type: 'number', name: 'team_size', description: 'Number of people in the team' },
      { type: 'string', name: 'detected_language', description: 'BCP-47 tag of the spoken language' },
      { type: 'enum', name: 'call_outcome', description: 'Outcome', choices: ['success', 'not_interested', 'callback', 'do_not_call', 'unknown'] },
    ],
    ...overrides,
  })
  await retell.agent.publish(agent.agent_id, { version: agent.version })
  await retell.phoneNumber.import({ phone_number: FROM, termination_uri: 'trunk.example.com' }).catch(() => {})
  const place = (to: string, fields: Partial<Retell.CallCreatePhoneCallParams> = {}) =>
    retell.call.createPhoneCall({ from_number: FROM, to_number: to, override_agent_id: agent.agent_id, override_agent_version: agent.version, ...fields })
  return { llm, agent, place }
}

export const VAPI_MESSAGES = ['status-update', 'end-of-call-report', 'transcript[transcriptType="final"]', 'speech-update', 'conversation-update'] as const

const VAPI_SCHEMA = {
  type: 'object' as const,
  properties: {
    contact_email: { type: 'string' as const, format: 'email' as const },
    interest: { type: 'string' as const, enum: ['high', 'low'] },
    wants_demo: { type: 'boolean' as const },
    team_size: { type: 'integer' as const, minimum: 2, maximum: 9 },
    detected_language: { type: 'string' as const },
    call_outcome: { type: 'string' as const, enum: ['success', 'not_interested', 'callback', 'do_not_call', 'unknown'] },
  },
}

/** Creates an assistant and a number at Vapi, and returns a function that places calls with them. */
export async function createVapiAgent(vapi: VapiClient, server: JsonObject, overrides: JsonObject = {}) {
  const assistant = await vapi.assistants.create({
    name: 'Sales',
    firstMessage: 'Hello {{first_name}}, this is Ada.',
    voicemailMessage: 'Ada called. I will try again.',
    model: { provider: 'openai', model: 'gpt-4.1-mini', messages: [{ role: 'system', content: 'Be kind.' }] },
    voice: { provider: 'vapi', voiceId: 'Elliot' },
    transcriber: { provider: 'deepgram', model: 'nova-3', language: 'en' },
    server,
    serverMessages: [...VAPI_MESSAGES],
    analysisPlan: { structuredDataPlan: { enabled: true, schema: VAPI_SCHEMA } },
    ...overrides,
  })
  const number = await vapi.phoneNumbers.create({ provider: 'byo-phone-number', number: FROM, credentialId: 'd3f8f5a0-0000-4000-8000-000000000001' })
  const place = async (to: string, fields: JsonObject = {}) =>
    (await vapi.calls.create({ assistantId: assistant.id, phoneNumberId: number.id, customer: { number: to }, ...fields })) as {
      id: string
      status?: string
      monitor?: { controlUrl?: string; listenUrl?: string }
    }
  return { assistant, number, place }
}

/** Sends a request with a key. */
export const sendRequest = (url: string, method: string, body?: unknown, key = '') =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

/** Starts an inbound call to a number of the vendor. */
export async function receiveCall(simulatorUrl: string, provider: 'retell' | 'vapi', to: string, from?: string) {
  const answer = await sendRequest(`${simulatorUrl}/simulator/inbound`, 'POST', { provider, to, ...(from && { from }) })
  return { status: answer.status, ...((await answer.json()) as { id: string; answered: boolean; reason: string }) }
}
