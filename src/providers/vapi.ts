import type { Vapi } from '@vapi-ai/server-sdk'
import { z } from 'zod'
import { fingerprint, request, sameSecret, understood, withoutLinks } from './http.ts'
import type { Send } from './http.ts'
import { ifKnown, saveOrUndo } from './outcomes.ts'
import { ProviderError } from './provider.ts'
import type { CallSnapshot, PlaceCall, ProviderEvent, PublishedAgent, VoiceProvider } from './provider.ts'
import { artifactPlan, assistantBody, transcriber } from './vapiAgent.ts'
import { VapiCall, VapiMessage, vapiRecording, vapiRef, vapiSnapshot, vapiState } from './vapiCall.ts'
import { importToVapi } from './vapiNumber.ts'

const Assistant = z.object({ id: z.string().min(1), latestVersion: z.string().nullish() })

/** Small, because a page of finished calls carries their transcripts. */
const PAGE = 25
const LOOKBACK_MS = 60_000

/** Keys of webhook bodies that lead to audio or into a live call, and the secret we gave Vapi to know it by. */
const LINKS = /^((stereo|video)?recordingUrl|recording|presigned\w*|(pcap|stereo|video|combined|assistant|customer|listen|control)Url|x-vapi-secret)$/i

type Options = { apiKey: string; baseUrl: string; webhookUrl: string; webhookSecret: string; listLagMs: number }

/** Calls on Vapi (https://docs.vapi.ai). `baseUrl` has no slash at the end. */
export function vapiProvider(options: Options): VoiceProvider {
  const send: Send = (asked) => request({ ...asked, base: options.baseUrl, key: options.apiKey })
  const pathOf = (providerCallId: string) => `/call/${encodeURIComponent(providerCallId)}`
  const callOf = (providerCallId: string) =>
    ifKnown(send({ method: 'GET', path: pathOf(providerCallId), effect: 'safe' })).then((reply) => reply && understood(VapiCall, reply.body))

  return {
    name: 'vapi',
    listLagMs: options.listLagMs,
    // What its transcriber does not know by name it listens to in any language.
    speaks: () => true,

    async publishAgent(config, previous, save) {
      const body = assistantBody(config, { url: options.webhookUrl, secret: options.webhookSecret })
      const id = previous?.providerAgentId
      const updated = id ? await ifKnown(send({ method: 'PATCH', path: `/assistant/${id}`, body, effect: 'safe' })) : null
      if (updated) return published(updated.body)
      const agent = published((await send({ method: 'POST', path: '/assistant', body, effect: 'create' })).body)
      await saveOrUndo(
        () => save(agent),
        () => deleteAssistant(send, agent),
      )
      return agent
    },

    deleteAgent: (agent) => deleteAssistant(send, agent),

    async placeCall(call) {
      const reply = await send({ method: 'POST', path: '/call', body: placement(call), effect: 'place', timeoutMs: call.timeoutMs })
      const placed = understood(VapiCall, reply.body, 'place')
      return { providerCallId: placed.id, state: vapiState(placed.status, placed.endedReason) }
    },

    async getCall(providerCallId) {
      const call = await callOf(providerCallId)
      return call && vapiSnapshot(call)
    },

    findCall: (wanted) => findCall(send, wanted),

    async endCall(providerCallId) {
      const call = await callOf(providerCallId)
      if (!call || call.status === 'ended') return
      const controlUrl = call.monitor?.controlUrl
      if (!controlUrl) throw new ProviderError('unavailable', 'Vapi does not let this call be ended yet')
      // The address is its own permission; our key stays with Vapi's API.
      await ifKnown(request({ base: controlUrl, path: '', key: null, method: 'POST', body: { type: 'end-call' }, effect: 'safe' }))
    },

    async openRecording(providerCallId) {
      const reply = await ifKnown(send({ method: 'GET', path: `${pathOf(providerCallId)}/mono-recording`, effect: 'safe', headersOnly: true }))
      if (reply?.headers.location) return { url: new URL(reply.headers.location, options.baseUrl).href, headers: {} }
      const url = vapiRecording((await callOf(providerCallId))?.artifact ?? null)
      return url ? { url, headers: {} } : null
    },

    importNumber: (number) => importToVapi(send, number),

    verifyWebhook(_raw, headers) {
      if (!sameSecret(String(headers['x-vapi-secret'] ?? ''), options.webhookSecret)) throw new ProviderError('bad_signature', "The secret is not Vapi's")
    },

    parseEvent: parseVapiEvent,

    withoutAudio: (body) => withoutLinks(body, (key) => LINKS.test(key)),
  }
}

function published(body: unknown): PublishedAgent {
  const { id, latestVersion } = understood(Assistant, body)
  return { providerAgentId: id, version: latestVersion ?? null, refs: {} }
}

async function deleteAssistant(send: Send, { providerAgentId }: PublishedAgent): Promise<void> {
  await ifKnown(send({ method: 'DELETE', path: `/assistant/${providerAgentId}`, effect: 'safe' }))
}

function placement(call: PlaceCall): Vapi.CreateCallDto {
  return {
    name: call.ref,
    assistantId: call.agent.providerAgentId,
    ...(call.agent.version !== null && { assistantVersion: call.agent.version }),
    phoneNumberId: call.from.providerNumberId,
    customer: { number: call.to, externalId: call.ref },
    assistantOverrides: {
      metadata: { callwright_ref: call.ref },
      variableValues: call.variables,
      ...(!call.recording && { artifactPlan: artifactPlan(false) }),
      ...(call.language && { transcriber: transcriber(call.language) as Vapi.AssistantOverridesTranscriber }),
    },
  }
}

/** Vapi has no search by metadata, so the assistant's calls since the placement are read, newest first. */
async function findCall(send: Send, { ref, agent, since }: Parameters<VoiceProvider['findCall']>[0]): Promise<CallSnapshot | null> {
  const from = new Date(since.getTime() - LOOKBACK_MS).toISOString()
  const query = new URLSearchParams({ assistantId: agent.providerAgentId, createdAtGe: from, limit: String(PAGE) })
  for (;;) {
    const page = understood(z.array(VapiCall), (await send({ method: 'GET', path: `/call?${query}`, effect: 'safe' })).body)
    const found = page.find((call) => vapiRef(call) === ref)
    if (found) return vapiSnapshot(found)
    const oldest = page
      .map((call) => call.createdAt)
      .filter((time) => time !== null)
      .sort()[0]
    if (page.length < PAGE || !oldest || oldest === query.get('createdAtLe')) return null
    query.set('createdAtLe', oldest)
  }
}

/** Reads a verified webhook. Repetitions of an event share its key. */
export function parseVapiEvent(body: unknown): ProviderEvent {
  const message = z.object({ message: VapiMessage }).safeParse(body).data?.message
  const ignored: ProviderEvent = { type: 'ignored', dedupeKey: `vapi:ignored:${fingerprint(body)}` }
  if (!message) return ignored
  const { call, type } = message
  if (type === 'status-update' && message.status)
    return { type: 'call', dedupeKey: `vapi:status:${call.id}:${message.status}`, call: vapiSnapshot(call, message) }
  if (type === 'end-of-call-report') return { type: 'call', dedupeKey: `vapi:report:${call.id}`, call: vapiSnapshot(call, message) }
  if (type === 'language-change-detected' && message.language)
    return {
      type: 'call',
      dedupeKey: `vapi:language:${call.id}:${message.language}`,
      call: { ...vapiSnapshot(call, message), detectedLanguage: message.language },
    }
  const isFinal = type.startsWith('transcript') && message.transcriptType === 'final'
  return isFinal ? (lineEvent(message) ?? ignored) : ignored
}

function lineEvent({ call, role, transcript: text, timestamp, startedAt }: VapiMessage): ProviderEvent | null {
  if (!text || (role !== 'assistant' && role !== 'user')) return null
  const began = startedAt ?? call.startedAt
  const startSeconds = began && timestamp !== null ? Math.max(0, (timestamp - began.getTime()) / 1000) : null
  const dedupeKey = `vapi:transcript:${call.id}:${timestamp}:${role}:${fingerprint(text)}`
  const line = { role: role === 'assistant' ? ('agent' as const) : ('user' as const), text, startSeconds }
  return { type: 'transcript', dedupeKey, providerCallId: call.id, ref: vapiRef(call), lines: [line], mode: 'append' }
}
