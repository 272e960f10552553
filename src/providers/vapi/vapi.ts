import { BODIES } from '../bodies.ts'
import { guarded } from '../breaker.ts'
import { request, understood } from '../http.ts'
import type { Send } from '../http.ts'
import { ifKnown, isRefusal } from '../outcomes.ts'
import { ProviderError } from '../provider.ts'
import type { AgentConfig, CallSnapshot, VoiceProvider } from '../provider.ts'
import { assistantOf } from './agent.ts'
import { VapiCall, vapiRecording, vapiRef, vapiSnapshot, vapiState } from './call.ts'
import { deleteFromVapi, putAtVapi } from './knowledge.ts'
import { vapiLanguage } from './languages.ts'
import { importToVapi, releaseNumber, routeInbound } from './number.ts'
import { listed } from './pages.ts'
import { noting } from './problems.ts'
import { publishToVapi, removeFromVapi } from './publish.ts'
import { serverOf, type VapiWebhooks } from './server.ts'
import { verifyVapiWebhook } from './signature.ts'
import { acceptance, placement } from './terms.ts'

const LOOKBACK_MS = 60_000

export interface VapiOptions extends VapiWebhooks {
  apiKey: string
  /** Without a slash at the end. */
  baseUrl: string
  listLagMs: number
  /** How long Vapi is left alone after repeated failures. */
  restMs?: number
}

/** Calls on Vapi (https://docs.vapi.ai). */
export function vapiProvider(options: VapiOptions): VoiceProvider {
  const send = guarded('vapi', (asked) => request({ ...asked, base: options.baseUrl, key: options.apiKey }), options.restMs)
  const pathOf = (providerCallId: string) => `/call/${encodeURIComponent(providerCallId)}`
  const deleteCall = async (providerCallId: string): Promise<void> => {
    await ifKnown(send({ method: 'DELETE', path: pathOf(providerCallId), body: {}, effect: 'safe' }))
  }
  const callOf = (providerCallId: string) =>
    ifKnown(send({ method: 'GET', path: pathOf(providerCallId), effect: 'safe' })).then((reply) => reply && understood(VapiCall, reply.body))

  return {
    name: 'vapi',
    listLagMs: options.listLagMs,
    nativeCarriers: ['twilio', 'vonage'],
    speaks: (language) => vapiLanguage(language) !== undefined,
    problems: (config) => described(config).problems,

    async publishAgent(config, place, save) {
      const { made, problems } = described(config)
      if (problems.length > 0) throw new ProviderError('rejected', problems.map(({ field, reason }) => `${field}: ${reason}`).join('; '), { problems })
      const metadata = { agent_id: config.agentId, callwright_tag: place.tag }
      // What Vapi cannot find, such as a voice or a credential, is the configuration's fault.
      return publishToVapi(send, { ...made, server: serverOf(place.webhook, options), metadata }, place, save).catch((error) => {
        throw isRefusal(error) ? new ProviderError('rejected', error.message, error.info) : error
      })
    },

    deleteAgent: (place) => removeFromVapi(send, place),
    putKnowledge: (source, place, save) => putAtVapi(send, source, place, save),
    deleteKnowledge: (place) => deleteFromVapi(send, place),

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
      if (!controlUrl) throw new ProviderError('unavailable', 'Vapi cannot end this call yet')
      // The address is its own permission; our key stays with Vapi's API.
      await ifKnown(request({ base: controlUrl, path: '', key: null, method: 'POST', body: { type: 'end-call' }, effect: 'safe' }))
    },

    async listen(providerCallId) {
      const call = await callOf(providerCallId)
      const url = call && vapiState(call.status, call.endedReason) === 'in_progress' ? call.monitor?.listenUrl : null
      return url ? { kind: 'websocket', url } : null
    },

    async openRecording(providerCallId) {
      const reply = await ifKnown(send({ method: 'GET', path: `${pathOf(providerCallId)}/mono-recording`, effect: 'safe', headersOnly: true }))
      if (reply?.headers.location) return { url: new URL(reply.headers.location, options.baseUrl).href, headers: {} }
      const url = vapiRecording((await callOf(providerCallId))?.artifact ?? null)
      return url ? { url, headers: {} } : null
    },

    // Vapi deletes a call's audio with the call only.
    deleteRecording: deleteCall,
    deleteCall,

    importNumber: (number) => importToVapi(send, number, serverOf(number.webhook, options)),
    routeInbound: (number) => routeInbound(send, number, serverOf(number.webhook, options)),
    releaseNumber: (number) => releaseNumber(send, number, serverOf(number.webhook, options)),

    answerInbound: (terms) => ({ ...acceptance(terms) }),
    rejectInbound: (reason) => ({ error: reason }),

    // Vapi tells it along with a placed call only.
    concurrency: async () => null,

    verifyWebhook: (raw, headers, secret) => verifyVapiWebhook(raw, headers, secret, options),
    ...BODIES.vapi,
  }
}

const described = (config: AgentConfig) => noting((note) => assistantOf(config, note))

/** Vapi has no search by metadata, so the assistant's calls since the placement are read. */
async function findCall(send: Send, { ref, agent, since }: Parameters<VoiceProvider['findCall']>[0]): Promise<CallSnapshot | null> {
  const createdAtGe = new Date(since.getTime() - LOOKBACK_MS).toISOString()
  for await (const call of listed(send, '/call', VapiCall, { assistantId: agent.providerAgentId, createdAtGe }))
    if (vapiRef(call) === ref) return vapiSnapshot(call)
  return null
}
