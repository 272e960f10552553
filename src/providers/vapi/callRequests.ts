import type { Vapi } from '@vapi-ai/server-sdk'
import type { CallOptions, PlaceCallRequest } from '../provider.ts'
import { toArtifactPlan } from './agent.ts'
import { toAnalysisPlan } from './analysis.ts'
import { toKnowledgeTools } from './knowledge.ts'
import { toTranscriber } from './languages.ts'

/** Builds the request that places a call, with our reference in every field that Vapi returns. */
export const toCallRequest = (call: PlaceCallRequest): Vapi.CreateCallDto => ({
  name: call.ref,
  assistantId: call.agent.providerAgentId,
  ...(call.agent.version !== null && { assistantVersion: call.agent.version }),
  phoneNumberId: call.from.providerNumberId,
  customer: { number: call.to, externalId: call.ref },
  assistantOverrides: overridesOf(call),
})

/** Builds the response that accepts an inbound call. It has no version field, so the newest version of the assistant answers, which is the published one. */
export const toInboundAnswer = (options: CallOptions): Vapi.ServerMessageResponseAssistantRequest => ({
  assistantId: options.agent.providerAgentId,
  assistantOverrides: overridesOf(options),
})

/** Builds the overrides of a call. Each plan is complete, since Vapi may not merge plans. */
function overridesOf({ ref, metadata, variables, recording, language, analysis, outputLanguage, knowledge }: CallOptions): Vapi.AssistantOverrides {
  return {
    metadata: { ...metadata, callwright_ref: ref },
    variableValues: variables,
    ...(!recording && { artifactPlan: toArtifactPlan(false) }),
    ...(language && { transcriber: toTranscriber(language, ignoreProblem) as Vapi.AssistantOverridesTranscriber }),
    ...(knowledge?.length && { 'tools:append': toKnowledgeTools(knowledge) }),
    ...(analysis && { analysisPlan: toAnalysisPlan(analysis, outputLanguage) }),
  }
}

/** Ignores an unsupported language, because `supportsLanguage` has checked it before the call. */
const ignoreProblem = () => {}
