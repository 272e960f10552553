import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type Retell from 'retell-sdk'
import { z } from 'zod'
import { clock } from '../clock.ts'
import { fingerprint, request, sameSecret, understood, withoutLinks } from './http.ts'
import type { Send } from './http.ts'
import { ifKnown, isRefusal } from './outcomes.ts'
import { ProviderError } from './provider.ts'
import type { PlaceCall, ProviderEvent, PublishedAgent, VoiceProvider } from './provider.ts'
import { agentBody, llmBody, retellLanguage, spelling } from './retellAgent.ts'
import { RetellCall, retellLines, retellSnapshot, retellState } from './retellCall.ts'
import { publishToRetell, removeFromRetell } from './retellPublish.ts'

const SIGNATURE_AGE_MS = 5 * 60_000

/** Calls on Retell (https://docs.retellai.com). `baseUrl` has no slash at the end. */
export function retellProvider(options: { apiKey: string; baseUrl: string; webhookUrl: string; listLagMs: number }): VoiceProvider {
  const send: Send = (asked) => request({ ...asked, base: options.baseUrl, key: options.apiKey })
  const callOf = (providerCallId: string) =>
    ifKnown(send({ method: 'GET', path: `/v2/get-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' })).then(
      (reply) => reply && understood(RetellCall, reply.body),
    )

  return {
    name: 'retell',
    listLagMs: options.listLagMs,
    speaks: (language) => spelling(language) !== undefined,

    async publishAgent(config, previous, save) {
      const bodies = { llm: llmBody(config), agent: agentBody(config, options.webhookUrl) }
      // A voice or tool that Retell cannot find is the configuration's fault.
      return publishToRetell(send, bodies, previous, save).catch((error) => {
        throw isRefusal(error) ? new ProviderError('rejected', error.message, error.info) : error
      })
    },

    deleteAgent: (agent) => removeFromRetell(send, agent),

    async placeCall(call) {
      const reply = await send({ method: 'POST', path: '/v2/create-phone-call', body: placement(call), effect: 'place', timeoutMs: call.timeoutMs })
      const placed = understood(RetellCall, reply.body, 'place')
      return { providerCallId: placed.call_id, state: retellState(placed) }
    },

    async getCall(providerCallId) {
      const call = await callOf(providerCallId)
      return call && retellSnapshot(call)
    },

    async findCall({ ref, agent }) {
      const filter: Retell.CallListParams['filter_criteria'] = { metadata: [{ key: 'callwright_ref', type: 'string', op: 'eq', value: ref }] }
      const body: Retell.CallListParams = { filter_criteria: filter, limit: 10 }
      const reply = await send({ method: 'POST', path: '/v3/list-calls', body, effect: 'safe' })
      const { items } = understood(z.object({ items: z.array(RetellCall) }), reply.body)
      const found = items.find((call) => isTheCall(call, ref, agent))
      return found ? { ...retellSnapshot(found), ref } : null
    },

    async endCall(providerCallId) {
      try {
        await send({ method: 'POST', path: `/v2/stop-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' })
      } catch (error) {
        const call = isRefusal(error) ? await callOf(providerCallId) : null
        const isOver = isRefusal(error) && call?.call_status !== 'ongoing' && call?.call_status !== 'registered'
        if (!isOver) throw error
      }
    },

    async openRecording(providerCallId) {
      const url = (await callOf(providerCallId))?.recording_url
      return url ? { url, headers: {} } : null
    },

    importNumber: (number) => importToRetell(send, number),

    verifyWebhook: (raw, headers) => verifySignature(raw, headers, options.apiKey),

    parseEvent: parseRetellEvent,

    withoutAudio: (body) => withoutLinks(body, (key) => /recording\w*_url$|^public_log_url$/.test(key)),
  }
}

/** Retell returns no metadata of calls it does not store, so there the filter itself is the witness. */
const isTheCall = (call: RetellCall, ref: string, agent: PublishedAgent) =>
  call.metadata ? call.metadata.callwright_ref === ref : call.agent_id === agent.providerAgentId && call.data_storage_setting === 'basic_attributes_only'

function placement(call: PlaceCall): Retell.CallCreatePhoneCallParams {
  const override: NonNullable<Retell.CallCreatePhoneCallParams['agent_override']>['agent'] = {
    ...(!call.recording && { data_storage_setting: 'basic_attributes_only' }),
    ...(call.language && { language: retellLanguage(call.language) }),
  }
  return {
    from_number: call.from.e164,
    to_number: call.to,
    override_agent_id: call.agent.providerAgentId,
    ...(call.agent.version !== null && { override_agent_version: Number(call.agent.version) }),
    metadata: { callwright_ref: call.ref },
    retell_llm_dynamic_variables: call.variables,
    ...(Object.keys(override).length > 0 && { agent_override: { agent: override } }),
  }
}

async function importToRetell(send: Send, { e164, label, sip }: Parameters<VoiceProvider['importNumber']>[0]): Promise<string> {
  const body: Retell.PhoneNumberImportParams = {
    phone_number: e164,
    termination_uri: sip.terminationUri,
    ignore_e164_validation: false,
    ...(label && { nickname: label }),
    ...(sip.username && { sip_trunk_auth_username: sip.username }),
    ...(sip.password && { sip_trunk_auth_password: sip.password }),
  }
  try {
    await send({ method: 'POST', path: '/import-phone-number', body, effect: 'create' })
  } catch (error) {
    const there = isRefusal(error) && (await ifKnown(send({ method: 'GET', path: `/get-phone-number/${encodeURIComponent(e164)}`, effect: 'safe' })))
    if (!there) throw error
  }
  return e164
}

/** `v=<ms>,d=<hex>`: an HMAC of body and time with the API key, at most five minutes old. */
function verifySignature(raw: Buffer, headers: IncomingHttpHeaders, apiKey: string): void {
  const [, time, digest] = /^v=(\d{1,15}),d=([0-9a-f]{64})$/.exec(String(headers['x-retell-signature'])) ?? []
  const forged = !time || !digest || !sameSecret(digest, createHmac('sha256', apiKey).update(raw).update(time).digest('hex'))
  if (forged) throw new ProviderError('bad_signature', "The signature is not Retell's")
  if (Math.abs(clock.now().getTime() - Number(time)) > SIGNATURE_AGE_MS) throw new ProviderError('bad_signature', 'The signature is too old')
}

const Webhook = z.object({ event: z.string(), call: RetellCall })

/** Reads a verified webhook. Repetitions of an event share its key. */
export function parseRetellEvent(body: unknown): ProviderEvent {
  const { data } = Webhook.safeParse(body)
  if (data && (data.event === 'call_started' || data.event === 'call_ended' || data.event === 'call_analyzed'))
    return { type: 'call', dedupeKey: `retell:${data.event}:${data.call.call_id}`, call: retellSnapshot(data.call, data.event === 'call_analyzed') }
  const said = data?.event === 'transcript_updated' ? linesSoFar(data.call) : null
  if (!data || !said) return { type: 'ignored', dedupeKey: `retell:ignored:${fingerprint(body)}` }
  const { call_id: id, metadata } = data.call
  // The last line may still grow while their number stays the same.
  const size = `${said.length}:${said.reduce((sum, line) => sum + line.text.length, 0)}`
  return {
    type: 'transcript',
    dedupeKey: `retell:transcript_updated:${id}:${size}`,
    providerCallId: id,
    ref: metadata?.callwright_ref ?? null,
    lines: said,
    mode: 'replace',
  }
}

const linesSoFar = (call: RetellCall) => retellLines(call.transcript_with_tool_calls) ?? retellLines(call.transcript_object)
