import type { Vapi } from '@vapi-ai/server-sdk'
import type { CallOptions, PlaceCallRequest } from '../provider.ts'
import { toArtifactPlan } from './agent.ts'
import { toAnalysisPlan } from './analysis.ts'
import { knowledgeTools } from './knowledge.ts'
import { toTranscriber } from './languages.ts'

/** The request for a call. Our reference goes wherever Vapi gives it back. */
export const toCallRequest = (call: PlaceCallRequest): Vapi.CreateCallDto => ({
  name: call.ref,
  assistantId: call.agent.providerAgentId,
  ...(call.agent.version !== null && { assistantVersion: call.agent.version }),
  phoneNumberId: call.from.providerNumberId,
  customer: { number: call.to, externalId: call.ref },
  assistantOverrides: overridesOf(call),
})

/** The answer to a question who takes a call. It has no word for a version: the assistant's newest is the published one. */
export const toInboundAnswer = (terms: CallOptions): Vapi.ServerMessageResponseAssistantRequest => ({
  assistantId: terms.agent.providerAgentId,
  assistantOverrides: overridesOf(terms),
})

/** What a call asks for instead of what its assistant says. Each plan is whole, since Vapi may not merge them. */
function overridesOf({ ref, metadata, variables, recording, language, analysis, outputLanguage, knowledge }: CallOptions): Vapi.AssistantOverrides {
  return {
    metadata: { ...metadata, callwright_ref: ref },
    variableValues: variables,
    ...(!recording && { artifactPlan: toArtifactPlan(false) }),
    ...(language && { transcriber: toTranscriber(language, ignoreProblem) as Vapi.AssistantOverridesTranscriber }),
    ...(knowledge?.length && { 'tools:append': knowledgeTools(knowledge) }),
    ...(analysis && { analysisPlan: toAnalysisPlan(analysis, outputLanguage) }),
  }
}

/** `speaks` is asked before a call is placed in a language of its own. */
const ignoreProblem = () => {}
