import type { Vapi } from '@vapi-ai/server-sdk'
import type { CallTerms, PlaceCall } from '../provider.ts'
import { artifactPlan } from './agent.ts'
import { analysisPlan } from './analysis.ts'
import { knowledgeTools } from './knowledge.ts'
import { transcriber } from './languages.ts'

/** The request for a call. Our reference goes wherever Vapi gives it back. */
export const placement = (call: PlaceCall): Vapi.CreateCallDto => ({
  name: call.ref,
  assistantId: call.agent.providerAgentId,
  ...(call.agent.version !== null && { assistantVersion: call.agent.version }),
  phoneNumberId: call.from.providerNumberId,
  customer: { number: call.to, externalId: call.ref },
  assistantOverrides: overridesOf(call),
})

/** The answer to a question who takes a call. It has no word for a version: the assistant's newest is the published one. */
export const acceptance = (terms: CallTerms): Vapi.ServerMessageResponseAssistantRequest => ({
  assistantId: terms.agent.providerAgentId,
  assistantOverrides: overridesOf(terms),
})

/** What a call asks for instead of what its assistant says. Each plan is whole, since Vapi may not merge them. */
function overridesOf({ ref, metadata, variables, recording, language, analysis, outputLanguage, knowledge }: CallTerms): Vapi.AssistantOverrides {
  return {
    metadata: { ...metadata, callwright_ref: ref },
    variableValues: variables,
    ...(!recording && { artifactPlan: artifactPlan(false) }),
    ...(language && { transcriber: transcriber(language, unheard) as Vapi.AssistantOverridesTranscriber }),
    ...(knowledge?.length && { 'tools:append': knowledgeTools(knowledge) }),
    ...(analysis && { analysisPlan: analysisPlan(analysis, outputLanguage) }),
  }
}

/** `speaks` is asked before a call is placed in a language of its own. */
const unheard = () => {}
