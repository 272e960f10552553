import type Retell from 'retell-sdk'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { WEBHOOK_PARSERS } from '../webhookParsers.ts'
import { withCircuitBreaker } from '../breaker.ts'
import { request, parseReply } from '../http.ts'
import { isRefusal } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { AgentConfig, PublishedAgent, VoiceProvider } from '../provider.ts'
import { toAgentBody, toLlmBody, findRetellProblems } from './agent.ts'
import { RetellCall, toSnapshot, toCallState } from './call.ts'
import { verifySignature } from './events.ts'
import { deleteKnowledgeFromRetell, withKnowledgeRefs, syncKnowledgeToRetell } from './knowledge.ts'
import { toRetellLocale, findLocale } from './languages.ts'
import { getRetellConcurrency, listenAtRetell } from './live.ts'
import { importNumberToRetell, releaseRetellNumber, routeRetellInbound } from './numbers.ts'
import { publishToRetell } from './publish.ts'
import { removeFromRetell } from './removal.ts'
import { toInboundAnswer, toInboundRejection, toCallRequest } from './callRequests.ts'

export interface RetellOptions {
  apiKey: string
  /** Without a trailing slash. */
  baseUrl: string
  listLagMs: number
  /** Pause of all requests after repeated failures, in milliseconds. */
  cooldownMs?: number
}

/** Creates the adapter for Retell (https://docs.retellai.com). */
export function createRetellProvider(options: RetellOptions): VoiceProvider {
  const send = withCircuitBreaker('retell', (apiRequest) => request({ ...apiRequest, base: options.baseUrl, key: options.apiKey }), options.cooldownMs)
  const deleteCall = async (providerCallId: string): Promise<void> => {
    await nullIfNotFound(send({ method: 'DELETE', path: `/v2/delete-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' }))
  }
  const findProviderCall = (providerCallId: string) =>
    nullIfNotFound(send({ method: 'GET', path: `/v2/get-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' })).then(
      (reply) => reply && parseReply(RetellCall, reply.body),
    )

  return {
    name: 'retell',
    baseUrl: options.baseUrl,
    listLagMs: options.listLagMs,
    nativeCarriers: [],
    supportsLanguage: (language) => findLocale(language) !== undefined,
    findProblems: findRetellProblems,

    async publishAgent(config, target, save) {
      requireNoProblems(config)
      const bodies = { llm: toLlmBody(config, target), agent: toAgentBody(config, target) }
      // `not_found` here means that the configuration names an unknown voice or tool.
      const agent = await publishToRetell(send, bodies, target, save).catch((error) => {
        throw isRefusal(error) ? new ProviderError('rejected', error.message, error.info) : error
      })
      return withKnowledgeRefs({ ...agent, refs: { ...agent.refs, language: toRetellLocale(config.language) } }, config.knowledge)
    },

    deleteAgent: (locator) => removeFromRetell(send, locator),
    putKnowledge: (source, locator, save) => syncKnowledgeToRetell(send, source, locator, save),
    deleteKnowledge: (locator) => deleteKnowledgeFromRetell(send, locator),

    async placeCall(call) {
      const reply = await send({ method: 'POST', path: '/v2/create-phone-call', json: toCallRequest(call), effect: 'send', timeoutMs: call.timeoutMs })
      const newCall = parseReply(RetellCall, reply.body, 'send')
      return { providerCallId: newCall.call_id, state: toCallState(newCall) }
    },

    async getCall(providerCallId) {
      const call = await findProviderCall(providerCallId)
      return call && toSnapshot(call)
    },

    async findCall({ ref, agent }) {
      const filter: Retell.CallListParams['filter_criteria'] = { metadata: [{ key: 'callwright_ref', type: 'string', op: 'eq', value: ref }] }
      const body: Retell.CallListParams = { filter_criteria: filter, limit: 10 }
      const reply = await send({ method: 'POST', path: '/v3/list-calls', json: body, effect: 'safe' })
      const { items } = parseReply(z.object({ items: z.array(RetellCall) }), reply.body)
      const match = items.find((call) => isSameCall(call, ref, agent))
      return match ? { ...toSnapshot(match), ref } : null
    },

    async endCall(providerCallId) {
      try {
        await send({ method: 'POST', path: `/v2/stop-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' })
      } catch (error) {
        const call = isRefusal(error) ? await findProviderCall(providerCallId) : null
        const isOver = isRefusal(error) && call?.call_status !== 'ongoing' && call?.call_status !== 'registered'
        if (!isOver) throw error
      }
    },

    listen: (providerCallId) => listenAtRetell(send, providerCallId),

    async openRecording(providerCallId) {
      const url = (await findProviderCall(providerCallId))?.recording_url
      return url ? { url, headers: {} } : null
    },

    // Retell can delete audio only together with the call.
    deleteRecording: deleteCall,
    deleteCall,

    importNumber: (number) => importNumberToRetell(send, number),
    routeInbound: (number) => routeRetellInbound(send, number),
    releaseNumber: (number) => releaseRetellNumber(send, number),

    answerInbound: toInboundAnswer,
    rejectInbound: toInboundRejection,
    getConcurrency: () => getRetellConcurrency(send),

    verifyWebhook: (raw, headers) => verifySignature(raw, headers, options.apiKey),
    ...WEBHOOK_PARSERS.retell,
  }
}

function requireNoProblems(config: AgentConfig): void {
  const problems = findRetellProblems(config)
  const message = problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
  if (problems.length > 0) throw new ProviderError('rejected', message, { problems })
}

/** Retell returns no metadata for calls it does not store. For those, Retell's own filter is the evidence. */
const isSameCall = (call: RetellCall, ref: string, agent: PublishedAgent) =>
  call.metadata ? call.metadata.callwright_ref === ref : call.agent_id === agent.providerAgentId && call.data_storage_setting === 'basic_attributes_only'
