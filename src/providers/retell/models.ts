import type Retell from 'retell-sdk'

type TextModel = NonNullable<Retell.LlmCreateParams['model']>
type SpeechModel = NonNullable<Retell.LlmCreateParams['s2s_model']>

const TEXT_MODELS: TextModel[] = [
  ...(['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-5.1', 'gpt-5.2'] as const),
  ...(['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.5', 'gpt-5.6-terra', 'gpt-5.6-luna'] as const),
  ...(['claude-4.5-sonnet', 'claude-4.6-sonnet', 'claude-5-sonnet', 'claude-4.5-haiku'] as const),
  ...(['gemini-3.0-flash', 'gemini-3.1-flash-lite', 'gemini-3.5-flash', 'gemini-3.5-flash-lite', 'gemini-3.6-flash'] as const),
]
/** Speech-to-speech models. */
const SPEECH_MODELS: SpeechModel[] = ['gpt-realtime-2.1', 'gpt-realtime-2.1-mini', 'gpt-realtime-2', 'gpt-realtime-1.5', 'gpt-realtime', 'gpt-realtime-mini']

/** Names of models at other providers, without dates. */
const SPELLINGS: Record<string, TextModel> = {
  'claude-sonnet-4-5': 'claude-4.5-sonnet',
  'claude-sonnet-4-6': 'claude-4.6-sonnet',
  'claude-sonnet-5': 'claude-5-sonnet',
  'claude-haiku-4-5': 'claude-4.5-haiku',
  'gemini-3-flash': 'gemini-3.0-flash',
  'gemini-3-flash-preview': 'gemini-3.0-flash',
}

/** Date at the end of a model name, such as `-20250929` or `-2025-04-14`. */
const DATE = /-20\d{2}-?\d{2}-?\d{2}$/

/** All models, for error messages. */
export const KNOWN_MODELS = [...TEXT_MODELS, ...SPEECH_MODELS]

/** Returns the two model fields of an LLM, one of which is set; null if Retell does not have the model. */
export function toRetellModel(name: string): { model: TextModel | null; s2s_model: SpeechModel | null } | null {
  const undated = name.replace(DATE, '')
  const spellings = [name, undated, Object.hasOwn(SPELLINGS, undated) ? SPELLINGS[undated]! : undated]
  const model = TEXT_MODELS.find((candidate) => spellings.includes(candidate))
  if (model) return { model, s2s_model: null }
  const speechModel = SPEECH_MODELS.find((candidate) => spellings.includes(candidate))
  return speechModel ? { model: null, s2s_model: speechModel } : null
}
