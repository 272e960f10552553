import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { WEBHOOK_PARSERS } from '../webhookParsers.ts'
import { withCircuitBreaker } from '../breaker.ts'
import { request, parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isRefusal } from '../outcomes.ts'
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

/** Tolerance for the difference between our clock and Vapi's when searching for a call. */
const LOOKBACK_MS = 60_000

export interface VapiOptions extends VapiWebhooks {
  apiKey: string
  /** Without a trailing slash. */
  baseUrl: string
  listLagMs: number
  /** Pause of all requests after repeated failures, in milliseconds. */
  cooldownMs?: number
}

/** Creates the adapter for Vapi (https://docs.vapi.ai). */
export function createVapiProvider(options: VapiOptions): VoiceProvider {
  const send = withCircuitBreaker('vapi', (apiRequest) => request({ ...apiRequest, base: options.baseUrl, key: options.apiKey }), options.cooldownMs)
  const pathOf = (providerCallId: string) => `/call/${encodeURIComponent(providerCallId)}`
  const deleteCall = async (providerCallId: string): Promise<void> => {
    await nullIfNotFound(send({ method: 'DELETE', path: pathOf(providerCallId), json: {}, effect: 'safe' }))
  }
  const findProviderCall = (providerCallId: string) =>
    nullIfNotFound(send({ method: 'GET', path: pathOf(providerCallId), effect: 'safe' })).then((reply) => reply && parseReply(VapiCall, reply.body))

  return {
    name: 'vapi',
    baseUrl: options.baseUrl,
    listLagMs: options.listLagMs,
    nativeCarriers: ['twilio', 'vonage'],
    supportsLanguage: (language) => findLanguage(language) !== undefined,
    findProblems: (config) => translateConfig(config).problems,

    async publishAgent(config, target, save) {
      const { result: assistant, problems } = translateConfig(config)
      if (problems.length > 0) throw new ProviderError('rejected', problems.map(({ field, reason }) => `${field}: ${reason}`).join('; '), { problems })
      const metadata = { agent_id: config.agentId, callwright_tag: target.tag }
      // `not_found` here means that the configuration names something unknown, such as a voice or a credential.
      return publishToVapi(send, { ...assistant, server: toServer(target.webhook, options), metadata }, target, save).catch((error) => {
        throw isRefusal(error) ? new ProviderError('rejected', error.message, error.info) : error
      })
    },

    deleteAgent: (locator) => removeFromVapi(send, locator),
    putKnowledge: (source, locator, save) => syncKnowledgeToVapi(send, source, locator, save),
    deleteKnowledge: (locator) => deleteKnowledgeFromVapi(send, locator),

    async placeCall(call) {
      const reply = await send({ method: 'POST', path: '/call', json: toCallRequest(call), effect: 'send', timeoutMs: call.timeoutMs })
      const newCall = parseReply(VapiCall, reply.body, 'send')
      return { providerCallId: newCall.id, state: toCallState(newCall.status, newCall.endedReason) }
    },

    async getCall(providerCallId) {
      const call = await findProviderCall(providerCallId)
      return call && toSnapshot(call)
    },

    findCall: (query) => findCall(send, query),

    async endCall(providerCallId) {
      const call = await findProviderCall(providerCallId)
      if (!call || call.status === 'ended') return
      const controlUrl = call.monitor?.controlUrl
      if (!controlUrl) throw new ProviderError('unavailable', 'Vapi cannot end this call yet')
      // The URL itself grants access, so our API key is not sent.
      await nullIfNotFound(request({ base: controlUrl, path: '', key: null, method: 'POST', json: { type: 'end-call' }, effect: 'safe' }))
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

    // Vapi can delete audio only together with the call.
    deleteRecording: deleteCall,
    deleteCall,

    importNumber: (number) => importNumberToVapi(send, number, toServer(number.webhook, options)),
    routeInbound: (number) => routeInbound(send, number, toServer(number.webhook, options)),
    releaseNumber: (number) => releaseNumber(send, number, toServer(number.webhook, options)),

    answerInbound: (callOptions) => ({ ...toInboundAnswer(callOptions) }),
    rejectInbound: (reason) => ({ error: reason }),

    // Vapi reports concurrency only in the response to a placed call.
    getConcurrency: async () => null,

    verifyWebhook: (raw, headers, secret) => verifyVapiWebhook(raw, headers, secret, options),
    ...WEBHOOK_PARSERS.vapi,
  }
}

const translateConfig = (config: AgentConfig) => collectProblems((reportProblem) => toAssistant(config, reportProblem))

/** Finds a call by our reference. Vapi cannot search by metadata, so this reads all calls of the assistant since the placement. */
async function findCall(send: Send, { ref, agent, since }: Parameters<VoiceProvider['findCall']>[0]): Promise<CallSnapshot | null> {
  const createdAtGe = new Date(since.getTime() - LOOKBACK_MS).toISOString()
  for await (const call of listAll(send, '/call', VapiCall, { assistantId: agent.providerAgentId, createdAtGe }))
    if (refOf(call) === ref) return toSnapshot(call)
  return null
}
