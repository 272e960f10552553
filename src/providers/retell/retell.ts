import type Retell from 'retell-sdk'
import { z } from 'zod'
import { WEBHOOK_PARSERS } from '../webhookParsers.ts'
import { withCircuitBreaker } from '../breaker.ts'
import { request, parseReply } from '../http.ts'
import { nullIfNotFound, isRefusal } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { AgentConfig, PublishedAgent, VoiceProvider } from '../provider.ts'
import { toAgentBody, toLlmBody, findRetellProblems } from './agent.ts'
import { RetellCall, toSnapshot, toCallState } from './call.ts'
import { verifySignature } from './events.ts'
import { deleteKnowledgeFromRetell, withKnowledgeRefs, syncKnowledgeToRetell } from './knowledge.ts'
import { retellLanguage, findLocale } from './languages.ts'
import { getRetellConcurrency, listenAtRetell } from './live.ts'
import { importNumberToRetell, releaseRetellNumber, routeRetellInbound } from './numbers.ts'
import { publishToRetell } from './publish.ts'
import { removeFromRetell } from './removal.ts'
import { toInboundAnswer, toInboundRejection, toCallRequest } from './callRequests.ts'

export interface RetellOptions {
  apiKey: string
  /** Without a slash at the end. */
  baseUrl: string
  listLagMs: number
  /** How long Retell is left alone once it failed repeatedly. */
  cooldownMs?: number
}

/** Calls on Retell (https://docs.retellai.com). */
export function retellProvider(options: RetellOptions): VoiceProvider {
  const send = withCircuitBreaker('retell', (asked) => request({ ...asked, base: options.baseUrl, key: options.apiKey }), options.cooldownMs)
  const deleteCall = async (providerCallId: string): Promise<void> => {
    await nullIfNotFound(send({ method: 'DELETE', path: `/v2/delete-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' }))
  }
  const findProviderCall = (providerCallId: string) =>
    nullIfNotFound(send({ method: 'GET', path: `/v2/get-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' })).then(
      (reply) => reply && parseReply(RetellCall, reply.body),
    )

  return {
    name: 'retell',
    listLagMs: options.listLagMs,
    nativeCarriers: [],
    supportsLanguage: (language) => findLocale(language) !== undefined,
    findProblems: findRetellProblems,

    async publishAgent(config, place, save) {
      requireNoProblems(config)
      const bodies = { llm: toLlmBody(config, place), agent: toAgentBody(config, place) }
      // A voice or tool that Retell cannot find is the configuration's fault.
      const agent = await publishToRetell(send, bodies, place, save).catch((error) => {
        throw isRefusal(error) ? new ProviderError('rejected', error.message, error.info) : error
      })
      return withKnowledgeRefs({ ...agent, refs: { ...agent.refs, language: retellLanguage(config.language) } }, config.knowledge)
    },

    deleteAgent: (place) => removeFromRetell(send, place),
    putKnowledge: (source, place, save) => syncKnowledgeToRetell(send, source, place, save),
    deleteKnowledge: (place) => deleteKnowledgeFromRetell(send, place),

    async placeCall(call) {
      const reply = await send({ method: 'POST', path: '/v2/create-phone-call', body: toCallRequest(call), effect: 'place', timeoutMs: call.timeoutMs })
      const created = parseReply(RetellCall, reply.body, 'place')
      return { providerCallId: created.call_id, state: toCallState(created) }
    },

    async getCall(providerCallId) {
      const call = await findProviderCall(providerCallId)
      return call && toSnapshot(call)
    },

    async findCall({ ref, agent }) {
      const filter: Retell.CallListParams['filter_criteria'] = { metadata: [{ key: 'callwright_ref', type: 'string', op: 'eq', value: ref }] }
      const body: Retell.CallListParams = { filter_criteria: filter, limit: 10 }
      const reply = await send({ method: 'POST', path: '/v3/list-calls', body, effect: 'safe' })
      const { items } = parseReply(z.object({ items: z.array(RetellCall) }), reply.body)
      const found = items.find((call) => isSameCall(call, ref, agent))
      return found ? { ...toSnapshot(found), ref } : null
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

    // Retell deletes a call's audio with the call only.
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
  const words = problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
  if (problems.length > 0) throw new ProviderError('rejected', words, { problems })
}

/** Retell returns no metadata of calls it does not store, so there the filter itself is the witness. */
const isSameCall = (call: RetellCall, ref: string, agent: PublishedAgent) =>
  call.metadata ? call.metadata.callwright_ref === ref : call.agent_id === agent.providerAgentId && call.data_storage_setting === 'basic_attributes_only'
