import type Retell from 'retell-sdk'

type Text = NonNullable<Retell.LlmCreateParams['model']>
type Speech = NonNullable<Retell.LlmCreateParams['s2s_model']>

const TEXT: Text[] = [
  ...(['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-5.1', 'gpt-5.2'] as const),
  ...(['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.5', 'gpt-5.6-terra', 'gpt-5.6-luna'] as const),
  ...(['claude-4.5-sonnet', 'claude-4.6-sonnet', 'claude-5-sonnet', 'claude-4.5-haiku'] as const),
  ...(['gemini-3.0-flash', 'gemini-3.1-flash-lite', 'gemini-3.5-flash', 'gemini-3.5-flash-lite', 'gemini-3.6-flash'] as const),
]
/** Models that hear and speak by themselves. */
const SPEECH: Speech[] = ['gpt-realtime-2.1', 'gpt-realtime-2.1-mini', 'gpt-realtime-2', 'gpt-realtime-1.5', 'gpt-realtime', 'gpt-realtime-mini']

/** Models that other providers spell differently, without their dates. */
const SPELLINGS: Record<string, Text> = {
  'claude-sonnet-4-5': 'claude-4.5-sonnet',
  'claude-sonnet-4-6': 'claude-4.6-sonnet',
  'claude-sonnet-5': 'claude-5-sonnet',
  'claude-haiku-4-5': 'claude-4.5-haiku',
  'gemini-3-flash': 'gemini-3.0-flash',
  'gemini-3-flash-preview': 'gemini-3.0-flash',
}

/** `-20250929` or `-2025-04-14` at the end of a model's name. */
const DATE = /-20\d{2}-?\d{2}-?\d{2}$/

export const KNOWN_MODELS = [...TEXT, ...SPEECH].join(', ')

/** The two fields of an LLM that name its model, of which one is set; null for a model Retell does not have. */
export function retellModel(name: string): { model: Text | null; s2s_model: Speech | null } | null {
  const undated = name.replace(DATE, '')
  const known = [name, undated, Object.hasOwn(SPELLINGS, undated) ? SPELLINGS[undated]! : undated]
  const model = TEXT.find((one) => known.includes(one))
  if (model) return { model, s2s_model: null }
  const speech = SPEECH.find((one) => known.includes(one))
  return speech ? { model: null, s2s_model: speech } : null
}
