import type Retell from 'retell-sdk'
import { z } from 'zod'
import { BODIES } from '../bodies.ts'
import { guarded } from '../breaker.ts'
import { request, understood } from '../http.ts'
import { ifKnown, isRefusal } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { AgentConfig, PublishedAgent, VoiceProvider } from '../provider.ts'
import { agentBody, llmBody, retellProblems } from './agent.ts'
import { RetellCall, retellSnapshot, retellState } from './call.ts'
import { verifySignature } from './events.ts'
import { deleteFromRetell, knownAgent, putAtRetell } from './knowledge.ts'
import { retellLanguage, spelling } from './languages.ts'
import { concurrencyAtRetell, listenAtRetell } from './live.ts'
import { importToRetell, releaseFromRetell, routeAtRetell } from './numbers.ts'
import { publishToRetell } from './publish.ts'
import { removeFromRetell } from './removal.ts'
import { inboundAnswer, inboundRejection, placement } from './terms.ts'

export interface RetellOptions {
  apiKey: string
  /** Without a slash at the end. */
  baseUrl: string
  listLagMs: number
  /** How long Retell is left alone once it failed repeatedly. */
  restMs?: number
}

/** Calls on Retell (https://docs.retellai.com). */
export function retellProvider(options: RetellOptions): VoiceProvider {
  const send = guarded('retell', (asked) => request({ ...asked, base: options.baseUrl, key: options.apiKey }), options.restMs)
  const deleteCall = async (providerCallId: string): Promise<void> => {
    await ifKnown(send({ method: 'DELETE', path: `/v2/delete-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' }))
  }
  const callOf = (providerCallId: string) =>
    ifKnown(send({ method: 'GET', path: `/v2/get-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' })).then(
      (reply) => reply && understood(RetellCall, reply.body),
    )

  return {
    name: 'retell',
    listLagMs: options.listLagMs,
    nativeCarriers: [],
    speaks: (language) => spelling(language) !== undefined,
    problems: retellProblems,

    async publishAgent(config, place, save) {
      refuseProblems(config)
      const bodies = { llm: llmBody(config, place), agent: agentBody(config, place) }
      // A voice or tool that Retell cannot find is the configuration's fault.
      const agent = await publishToRetell(send, bodies, place, save).catch((error) => {
        throw isRefusal(error) ? new ProviderError('rejected', error.message, error.info) : error
      })
      return knownAgent({ ...agent, refs: { ...agent.refs, language: retellLanguage(config.language) } }, config.knowledge)
    },

    deleteAgent: (place) => removeFromRetell(send, place),
    putKnowledge: (source, place, save) => putAtRetell(send, source, place, save),
    deleteKnowledge: (place) => deleteFromRetell(send, place),

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

    listen: (providerCallId) => listenAtRetell(send, providerCallId),

    async openRecording(providerCallId) {
      const url = (await callOf(providerCallId))?.recording_url
      return url ? { url, headers: {} } : null
    },

    // Retell deletes a call's audio with the call only.
    deleteRecording: deleteCall,
    deleteCall,

    importNumber: (number) => importToRetell(send, number),
    routeInbound: (number) => routeAtRetell(send, number),
    releaseNumber: (number) => releaseFromRetell(send, number),

    answerInbound: inboundAnswer,
    rejectInbound: inboundRejection,
    concurrency: () => concurrencyAtRetell(send),

    verifyWebhook: (raw, headers) => verifySignature(raw, headers, options.apiKey),
    ...BODIES.retell,
  }
}

function refuseProblems(config: AgentConfig): void {
  const problems = retellProblems(config)
  const words = problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
  if (problems.length > 0) throw new ProviderError('rejected', words, { problems })
}

/** Retell returns no metadata of calls it does not store, so there the filter itself is the witness. */
const isTheCall = (call: RetellCall, ref: string, agent: PublishedAgent) =>
  call.metadata ? call.metadata.callwright_ref === ref : call.agent_id === agent.providerAgentId && call.data_storage_setting === 'basic_attributes_only'
