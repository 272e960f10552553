import type { Vapi } from '@vapi-ai/server-sdk'
import { causeOf } from '../problem.ts'
import type { ProblemReporter } from './problems.ts'

/** Languages of the transcriber: those of Deepgram's nova-3 that Vapi supports. */
const LANGUAGES = new Set(
  (
    'ar be bg bn bs ca cs da da-DK de de-CH el en en-AU en-GB en-IN en-NZ en-US es es-419 et fa fi fr fr-CA he hi hr hu id it ja kn ko ko-KR ' +
    'lt lv mk mr ms nl nl-BE no pl pt pt-BR pt-PT ro ru sk sl sr sv sv-SE ta te th th-TH tl tr uk ur vi zh zh-CN zh-HK zh-Hans zh-Hant zh-TW'
  ).split(' '),
)

/** Languages with another code at Vapi. */
const VAPI_CODES: Record<string, string> = { nb: 'no', nn: 'no', fil: 'tl', yue: 'zh-HK', cmn: 'zh' }

/** Finds the transcriber's code for a BCP-47 tag or its base language; undefined if the transcriber does not support it. */
export function findLanguage(tag: string): string | undefined {
  const { language, script, region } = parseTag(tag)
  const base = Object.hasOwn(VAPI_CODES, language) ? VAPI_CODES[language]! : language
  return [region && `${base}-${region}`, script && `${base}-${script}`, base].find((candidate) => candidate && LANGUAGES.has(candidate))
}

function parseTag(tag: string): { language: string; script?: string; region?: string } {
  try {
    return new Intl.Locale(tag)
  } catch {
    return { language: tag }
  }
}

/**
 * Builds the transcriber for a BCP-47 language, or for `auto`, which detects ten common languages. Reports an unsupported language instead of
 * using `auto`, which would not understand it either.
 */
export function toTranscriber(tag: string, reportProblem: ProblemReporter): Vapi.CreateAssistantDtoTranscriber {
  const language = tag === 'auto' ? 'multi' : findLanguage(tag)
  if (!language)
    reportProblem(
      'lang',
      causeOf('transcriber_language_unsupported', { language: tag, values: [...LANGUAGES].filter((candidate) => !candidate.includes('-')) }),
    )
  return { provider: 'deepgram', model: 'nova-3', language: language ?? 'multi' } as Vapi.CreateAssistantDtoTranscriber
}
