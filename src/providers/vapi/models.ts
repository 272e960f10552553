import type { Vapi } from '@vapi-ai/server-sdk'
import { causeOf } from '../problem.ts'
import type { ProblemReporter } from './problems.ts'

/** The types check each name against the list in Vapi's SDK. */
const OPENAI_MODELS: `${Vapi.OpenAiModelModel}`[] = [
  ...(['gpt-5.6-sol', 'gpt-5.6-terra', 'gpt-5.6-luna', 'gpt-5.5', 'gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.2', 'gpt-5.2-chat-latest'] as const),
  ...(['gpt-5.1', 'gpt-5.1-chat-latest', 'gpt-5', 'gpt-5-chat-latest', 'gpt-5-mini', 'gpt-5-nano', 'chat-latest', 'chatgpt-4o-latest'] as const),
  ...(['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-4.1-2025-04-14', 'gpt-4.1-mini-2025-04-14', 'gpt-4.1-nano-2025-04-14'] as const),
  ...(['gpt-4o', 'gpt-4o-mini', 'gpt-4o-2024-11-20', 'gpt-4o-2024-08-06', 'gpt-4o-2024-05-13', 'gpt-4o-mini-2024-07-18'] as const),
  ...(['gpt-realtime-2', 'gpt-realtime-2025-08-28', 'gpt-realtime-mini-2025-12-15', 'o3', 'o3-mini', 'o4-mini', 'o1-mini'] as const),
  ...(['gpt-4-turbo', 'gpt-4-turbo-2024-04-09', 'gpt-4', 'gpt-3.5-turbo'] as const),
]
const ANTHROPIC_MODELS: `${Vapi.AnthropicModelModel}`[] = [
  ...(['claude-sonnet-5', 'claude-sonnet-4-6', 'claude-sonnet-4-5-20250929', 'claude-haiku-4-5-20251001', 'claude-opus-4-6'] as const),
  ...(['claude-opus-4-5-20251101', 'claude-sonnet-4-20250514', 'claude-opus-4-20250514', 'claude-3-7-sonnet-20250219'] as const),
  ...(['claude-3-5-sonnet-20241022', 'claude-3-5-haiku-20241022'] as const),
]
const GOOGLE_MODELS: `${Vapi.GoogleModelModel}`[] = [
  ...(['gemini-3.5-flash', 'gemini-3.1-flash-lite', 'gemini-3-flash-preview', 'gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-2.5-flash-lite'] as const),
  ...(['gemini-2.0-flash', 'gemini-2.0-flash-lite'] as const),
]

const MODELS_BY_MAKER: Record<string, readonly string[]> = { openai: OPENAI_MODELS, anthropic: ANTHROPIC_MODELS, google: GOOGLE_MODELS }

/** Makers whose models can be named as `maker:model`. Vapi decides whether it has the model. */
const PREFIX_MAKERS = new Set(
  'openai anthropic google anthropic-bedrock cerebras deepinfra deep-seek groq minimax openrouter perplexity-ai together-ai xai'.split(' '),
)

/** Names of models at Retell. */
const RETELL_SPELLINGS: Record<string, string> = {
  'claude-4.5-sonnet': 'claude-sonnet-4-5-20250929',
  'claude-4.6-sonnet': 'claude-sonnet-4-6',
  'claude-5-sonnet': 'claude-sonnet-5',
  'claude-4.5-haiku': 'claude-haiku-4-5-20251001',
  'gemini-3.0-flash': 'gemini-3-flash-preview',
}

/** Converts a model name of Vapi or Retell, or `maker:model` for any other model of Vapi. Reports an unknown name. */
export function toVapiModel(modelName: string, reportProblem: ProblemReporter): { provider: string; model: string } {
  const model = Object.hasOwn(RETELL_SPELLINGS, modelName) ? RETELL_SPELLINGS[modelName]! : modelName
  const listedMaker = Object.keys(MODELS_BY_MAKER).find((maker) => MODELS_BY_MAKER[maker]!.includes(model))
  if (listedMaker) return { provider: listedMaker, model }
  const [maker, name] = splitAtColon(model)
  if (maker && name && PREFIX_MAKERS.has(maker)) return { provider: maker, model: name }
  // Names of OpenAI models can include the region, as in gpt-4.1:westeurope.
  if (maker && /^[a-z0-9]+$/.test(name) && MODELS_BY_MAKER.openai!.includes(maker)) return { provider: 'openai', model }
  reportProblem('model', causeOf('model_unknown_at_vapi', { model: modelName, values: Object.values(MODELS_BY_MAKER).flat() }))
  return { provider: 'openai', model }
}

/** Splits a text at the first colon; without a colon, the first part is null. */
export function splitAtColon(text: string): [before: string | null, after: string] {
  const colon = text.indexOf(':')
  return colon < 0 ? [null, text] : [text.slice(0, colon), text.slice(colon + 1)]
}
