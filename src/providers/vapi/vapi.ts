import { WEBHOOK_PARSERS } from '../webhookParsers.ts'
import { withCircuitBreaker } from '../breaker.ts'
import { request, parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { nullIfNotFound, isRefusal } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { AgentConfig, CallSnapshot, VoiceProvider } from '../provider.ts'
import { toAssistant } from './agent.ts'
import { VapiCall, recordingUrlOf, refOf, toSnapshot, toCallState } from './call.ts'
import { deleteKnowledgeFromVapi, syncKnowledgeToVapi } from './knowledge.ts'
import { findLanguage } from './languages.ts'
import { importNumberToVapi, releaseNumber, routeInbound } from './number.ts'
import { listAll } from './pages.ts'
import { collectProblems } from './problems.ts'
import { publishToVapi, removeFromVapi } from './publish.ts'
import { toServer, type VapiWebhooks } from './server.ts'
import { verifyVapiWebhook } from './signature.ts'
import { toInboundAnswer, toCallRequest } from './callRequests.ts'

const LOOKBACK_MS = 60_000

export interface VapiOptions extends VapiWebhooks {
  apiKey: string
  /** Without a slash at the end. */
  baseUrl: string
  listLagMs: number
  /** How long Vapi is left alone after repeated failures. */
  cooldownMs?: number
}

/** Calls on Vapi (https://docs.vapi.ai). */
export function vapiProvider(options: VapiOptions): VoiceProvider {
  const send = withCircuitBreaker('vapi', (asked) => request({ ...asked, base: options.baseUrl, key: options.apiKey }), options.cooldownMs)
  const pathOf = (providerCallId: string) => `/call/${encodeURIComponent(providerCallId)}`
  const deleteCall = async (providerCallId: string): Promise<void> => {
    await nullIfNotFound(send({ method: 'DELETE', path: pathOf(providerCallId), body: {}, effect: 'safe' }))
  }
  const findProviderCall = (providerCallId: string) =>
    nullIfNotFound(send({ method: 'GET', path: pathOf(providerCallId), effect: 'safe' })).then((reply) => reply && parseReply(VapiCall, reply.body))

  return {
    name: 'vapi',
    listLagMs: options.listLagMs,
    nativeCarriers: ['twilio', 'vonage'],
    supportsLanguage: (language) => findLanguage(language) !== undefined,
    findProblems: (config) => translateConfig(config).problems,

    async publishAgent(config, place, save) {
      const { made, problems } = translateConfig(config)
      if (problems.length > 0) throw new ProviderError('rejected', problems.map(({ field, reason }) => `${field}: ${reason}`).join('; '), { problems })
      const metadata = { agent_id: config.agentId, callwright_tag: place.tag }
      // What Vapi cannot find, such as a voice or a credential, is the configuration's fault.
      return publishToVapi(send, { ...made, server: toServer(place.webhook, options), metadata }, place, save).catch((error) => {
        throw isRefusal(error) ? new ProviderError('rejected', error.message, error.info) : error
      })
    },

    deleteAgent: (place) => removeFromVapi(send, place),
    putKnowledge: (source, place, save) => syncKnowledgeToVapi(send, source, place, save),
    deleteKnowledge: (place) => deleteKnowledgeFromVapi(send, place),

    async placeCall(call) {
      const reply = await send({ method: 'POST', path: '/call', body: toCallRequest(call), effect: 'place', timeoutMs: call.timeoutMs })
      const created = parseReply(VapiCall, reply.body, 'place')
      return { providerCallId: created.id, state: toCallState(created.status, created.endedReason) }
    },

    async getCall(providerCallId) {
      const call = await findProviderCall(providerCallId)
      return call && toSnapshot(call)
    },

    findCall: (wanted) => findCall(send, wanted),

    async endCall(providerCallId) {
      const call = await findProviderCall(providerCallId)
      if (!call || call.status === 'ended') return
      const controlUrl = call.monitor?.controlUrl
      if (!controlUrl) throw new ProviderError('unavailable', 'Vapi cannot end this call yet')
      // The address is its own permission; our key stays with Vapi's API.
      await nullIfNotFound(request({ base: controlUrl, path: '', key: null, method: 'POST', body: { type: 'end-call' }, effect: 'safe' }))
    },

    async listen(providerCallId) {
      const call = await findProviderCall(providerCallId)
      const url = call && toCallState(call.status, call.endedReason) === 'in_progress' ? call.monitor?.listenUrl : null
      return url ? { kind: 'websocket', url } : null
    },

    async openRecording(providerCallId) {
      const reply = await nullIfNotFound(send({ method: 'GET', path: `${pathOf(providerCallId)}/mono-recording`, effect: 'safe', headersOnly: true }))
      if (reply?.headers.location) return { url: new URL(reply.headers.location, options.baseUrl).href, headers: {} }
      const url = recordingUrlOf((await findProviderCall(providerCallId))?.artifact ?? null)
      return url ? { url, headers: {} } : null
    },

    // Vapi deletes a call's audio with the call only.
    deleteRecording: deleteCall,
    deleteCall,

    importNumber: (number) => importNumberToVapi(send, number, toServer(number.webhook, options)),
    routeInbound: (number) => routeInbound(send, number, toServer(number.webhook, options)),
    releaseNumber: (number) => releaseNumber(send, number, toServer(number.webhook, options)),

    answerInbound: (terms) => ({ ...toInboundAnswer(terms) }),
    rejectInbound: (reason) => ({ error: reason }),

    // Vapi tells it along with a placed call only.
    getConcurrency: async () => null,

    verifyWebhook: (raw, headers, secret) => verifyVapiWebhook(raw, headers, secret, options),
    ...WEBHOOK_PARSERS.vapi,
  }
}

const translateConfig = (config: AgentConfig) => collectProblems((note) => toAssistant(config, note))

/** Vapi has no search by metadata, so the assistant's calls since the placement are read. */
async function findCall(send: Send, { ref, agent, since }: Parameters<VoiceProvider['findCall']>[0]): Promise<CallSnapshot | null> {
  const createdAtGe = new Date(since.getTime() - LOOKBACK_MS).toISOString()
  for await (const call of listAll(send, '/call', VapiCall, { assistantId: agent.providerAgentId, createdAtGe }))
    if (refOf(call) === ref) return toSnapshot(call)
  return null
}
