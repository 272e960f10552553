import type { Vapi } from '@vapi-ai/server-sdk'
import { causeOf, type ProblemCause } from '../problem.ts'
import { findLanguage } from './languages.ts'
import { splitAtColon } from './models.ts'
import type { ProblemReporter } from './problems.ts'

/** Voice vendors that Vapi supports, as in `provider:voice`. */
const PROVIDERS = new Set(
  '11labs azure cartesia deepgram hume inworld lmnt microsoft minimax neuphonic openai playht rime-ai sesame smallest-ai tavus vapi wellsaid xai'.split(' '),
)

/** Additional options that some vendors require. */
const EXTRA_OPTIONS: Record<string, (language: string) => object> = {
  sesame: () => ({ model: 'csm-1b' }),
  neuphonic: (language) => ({ language: findLanguage(language)?.split('-')[0] }),
}

/** Voices with the same lowercase name at Retell and Vapi. */
const SHARED_VOICES: Record<string, Set<string>> = {
  openai: new Set('alloy echo fable onyx nova shimmer marin cedar'.split(' ')),
}

/** Format of Retell's voice IDs, which are not valid at Vapi. */
const RETELL_VOICE = /^(retell|11labs|openai|cartesia|deepgram|minimax|play|fish_audio)-(.+)$/

/** Converts `provider:voice`, or the name of a Vapi voice. `language` is the agent's (BCP-47). Reports unknown and missing voices. */
export function toVapiVoice(voiceId: string | null, language: string, reportProblem: ProblemReporter): Vapi.CreateAssistantDtoVoice {
  const [prefix, voice] = splitAtColon(toVapiVoiceId(voiceId ?? ''))
  const provider = prefix ?? 'vapi'
  if (!provider || !voice) reportProblem('voice_id', causeOf('voice_required', { example: 'Elliot' }))
  else if (!PROVIDERS.has(provider)) reportProblem('voice_id', causeOf('voice_maker_unknown', { maker: provider, values: [...PROVIDERS] }))
  else if (prefix === null && RETELL_VOICE.test(voice)) reportProblem('voice_id', causeOfRetellVoice(voice))
  return { provider, voiceId: voice, ...(Object.hasOwn(EXTRA_OPTIONS, provider) && EXTRA_OPTIONS[provider]!(language)) } as Vapi.CreateAssistantDtoVoice
}

function toVapiVoiceId(voiceId: string): string {
  const [, provider = '', name = ''] = RETELL_VOICE.exec(voiceId) ?? []
  return Object.hasOwn(SHARED_VOICES, provider) && SHARED_VOICES[provider]!.has(name.toLowerCase()) ? `${provider}:${name.toLowerCase()}` : voiceId
}

function causeOfRetellVoice(voice: string): ProblemCause {
  const maker = RETELL_VOICE.exec(voice)![1]!
  return PROVIDERS.has(maker) ? causeOf('voice_id_of_maker', { voice, maker }) : causeOf('voice_of_retell', { voice })
}
