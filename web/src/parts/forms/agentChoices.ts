/** Suggested voices by provider. Any other voice ID is accepted. */
export const VOICES: Record<string, string[]> = {
  retell: ['11labs-Adrian', '11labs-Anna', '11labs-Cimo', 'openai-Alloy', 'openai-Nova', 'openai-Shimmer', 'retell-Cimo'],
  vapi: ['Elliot', 'Kylie', 'Rohan', 'Savannah', '11labs:sarah', 'azure:it-IT-ElsaNeural', 'openai:alloy', 'openai:nova'],
}

/** Suggested models that both providers support. Any other is accepted. */
export const MODELS = [
  'gpt-4.1-mini',
  'gpt-4.1',
  'gpt-4.1-nano',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5-nano',
  'gpt-5.4-mini',
  'claude-4.6-sonnet',
  'claude-4.5-haiku',
  'gemini-3.5-flash',
  'gemini-3.1-flash-lite',
]

/** Languages that both providers support. Any other BCP-47 tag is accepted. */
export const SPOKEN_LANGUAGES = (
  'en-US en-GB en-AU en-IN it-IT de-DE es-ES es-MX fr-FR fr-CA pt-BR pt-PT nl-NL pl-PL sv-SE da-DK nb-NO fi-FI cs-CZ sk-SK hu-HU ro-RO bg-BG el-GR ' +
  'tr-TR ru-RU uk-UA ja-JP ko-KR zh-CN hi-IN id-ID vi-VN th-TH'
).split(' ')
