import type { Vapi } from '@vapi-ai/server-sdk'
import { findLanguage } from './languages.ts'
import { splitAtColon } from './models.ts'
import type { Note } from './problems.ts'

/** Whose voices Vapi speaks with; a voice is `provider:voice`. */
const PROVIDERS = new Set(
  '11labs azure cartesia deepgram hume inworld lmnt microsoft minimax neuphonic openai playht rime-ai sesame smallest-ai tavus vapi wellsaid xai'.split(' '),
)

/** What else some providers have to be told. */
const EXTRA_OPTIONS: Record<string, (language: string) => object> = {
  sesame: () => ({ model: 'csm-1b' }),
  neuphonic: (language) => ({ language: findLanguage(language)?.split('-')[0] }),
}

/** Voices that have the same name, in small letters, at both vendors. */
const SHARED_VOICES: Record<string, Set<string>> = {
  openai: new Set('alloy echo fable onyx nova shimmer marin cedar'.split(' ')),
}

/** Retell's way to write a voice: ids of its own, which mean nothing elsewhere. */
const RETELL_VOICE = /^(retell|11labs|openai|cartesia|deepgram|minimax|play|fish_audio)-(.+)$/

/** `provider:voice`, or the name of one of Vapi's own voices. `language` is what it is to speak, BCP-47. */
export function toVapiVoice(voiceId: string | null, language: string, note: Note): Vapi.CreateAssistantDtoVoice {
  const [named, voice] = splitAtColon(toVapiVoiceId(voiceId ?? ''))
  const provider = named ?? 'vapi'
  if (!provider || !voice) note('voice_id', 'is required to publish')
  else if (!PROVIDERS.has(provider)) note('voice_id', `Vapi has no voices of ${provider}. Use provider:voice with one of ${[...PROVIDERS].join(', ')}`)
  else if (named === null && RETELL_VOICE.test(voice)) note('voice_id', `${voice} is a Retell voice. ${advice(voice)}`)
  return { provider, voiceId: voice, ...(Object.hasOwn(EXTRA_OPTIONS, provider) && EXTRA_OPTIONS[provider]!(language)) } as Vapi.CreateAssistantDtoVoice
}

function toVapiVoiceId(voiceId: string): string {
  const [, provider = '', name = ''] = RETELL_VOICE.exec(voiceId) ?? []
  return Object.hasOwn(SHARED_VOICES, provider) && SHARED_VOICES[provider]!.has(name.toLowerCase()) ? `${provider}:${name.toLowerCase()}` : voiceId
}

const advice = (voice: string) =>
  PROVIDERS.has(RETELL_VOICE.exec(voice)![1]!)
    ? `Use the provider and its own voice ID, as in ${RETELL_VOICE.exec(voice)![1]}:id`
    : 'Use a Vapi voice such as Elliot, or provider:voice such as 11labs:sarah'
