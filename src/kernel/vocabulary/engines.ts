/** The voice platforms a call can run on; an agent chooses one by `voice_engine`, the first being the default. */
export const VOICE_ENGINES = ['retell', 'vapi'] as const
export type VoiceEngine = (typeof VOICE_ENGINES)[number]
