import type Retell from 'retell-sdk'
import type { CallOptions, JsonObject, PlaceCallRequest } from '../provider.ts'
import { toAnalysisData } from './analysis.ts'
import { listCallKnowledgeIds } from './knowledge.ts'
import { listAutoLanguages, toRetellLocale } from './languages.ts'

type Override = NonNullable<NonNullable<Retell.CallCreatePhoneCallParams['agent_override']>['agent']>

/** Builds the request that places a call. */
export const toCallRequest = (call: PlaceCallRequest): Retell.CallCreatePhoneCallParams => ({
  from_number: call.from.e164,
  to_number: call.to,
  retell_llm_dynamic_variables: call.variables,
  ...callConfigOf(call),
})

/** Builds the response that accepts an inbound call. */
export const toInboundAnswer = (options: CallOptions): JsonObject => ({ call_inbound: { dynamic_variables: options.variables, ...callConfigOf(options) } })

/** Builds the response that rejects an inbound call. Our numbers have no agent at Retell, so a response without an agent rejects the call. */
export const toInboundRejection = (): JsonObject => ({ call_inbound: {} })

/** Builds the part of the request that outbound and inbound calls share. */
function callConfigOf({ ref, agent, metadata, knowledge = [], ...options }: CallOptions) {
  const override = overrideOf({ agent, ...options })
  const overrides = {
    ...(Object.keys(override).length > 0 && { agent: override }),
    // The override replaces the agent's knowledge bases, so it lists both.
    ...(knowledge.length > 0 && { retell_llm: { knowledge_base_ids: listCallKnowledgeIds(agent, knowledge) } }),
  }
  return {
    override_agent_id: agent.providerAgentId,
    ...(agent.version !== null && { override_agent_version: Number(agent.version) }),
    metadata: { ...metadata, callwright_ref: ref },
    ...(Object.keys(overrides).length > 0 && { agent_override: overrides }),
  }
}

const overrideOf = ({ agent, recording, language, analysis, outputLanguage }: Omit<CallOptions, 'ref' | 'metadata' | 'variables' | 'knowledge'>): Override => ({
  ...(!recording && { data_storage_setting: 'basic_attributes_only' }),
  ...(language && { language: language === 'auto' ? listAutoLanguages(agent.refs.language) : toRetellLocale(language) }),
  ...(analysis && { post_call_analysis_data: toAnalysisData(analysis, outputLanguage) }),
})
