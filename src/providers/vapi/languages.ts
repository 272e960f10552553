import type { Vapi } from '@vapi-ai/server-sdk'
import type { Note } from './problems.ts'

/** What Vapi's transcriber writes down word by word: the languages of Deepgram's nova-3 that Vapi lets choose. */
const LANGUAGES = new Set(
  (
    'ar be bg bn bs ca cs da da-DK de de-CH el en en-AU en-GB en-IN en-NZ en-US es es-419 et fa fi fr fr-CA he hi hr hu id it ja kn ko ko-KR ' +
    'lt lv mk mr ms nl nl-BE no pl pt pt-BR pt-PT ro ru sk sl sr sv sv-SE ta te th th-TH tl tr uk ur vi zh zh-CN zh-HK zh-Hans zh-Hant zh-TW'
  ).split(' '),
)

/** Languages that have another name there. */
const NAMES: Record<string, string> = { nb: 'no', nn: 'no', fil: 'tl', yue: 'zh-HK', cmn: 'zh' }

/** A BCP-47 tag as the transcriber spells it, else its base language; undefined for what it does not know. */
export function findLanguage(tag: string): string | undefined {
  const { language, script, region } = parseTag(tag)
  const base = Object.hasOwn(NAMES, language) ? NAMES[language]! : language
  return [region && `${base}-${region}`, script && `${base}-${script}`, base].find((known) => known && LANGUAGES.has(known))
}

function parseTag(tag: string): { language: string; script?: string; region?: string } {
  try {
    return new Intl.Locale(tag)
  } catch {
    return { language: tag }
  }
}

/**
 * What listens to a call in that BCP-47 language, or to `auto`, which is ten common languages in one. An agent of an
 * unknown language is refused and not left to that: it would not understand the language either, and nobody would know.
 */
export function toTranscriber(tag: string, note: Note): Vapi.CreateAssistantDtoTranscriber {
  const language = tag === 'auto' ? 'multi' : findLanguage(tag)
  if (!language)
    note(
      'lang',
      `The transcriber of Vapi does not support the language ${tag}. Supported languages: ${[...LANGUAGES].filter((known) => !known.includes('-')).join(', ')}`,
    )
  return { provider: 'deepgram', model: 'nova-3', language: language ?? 'multi' } as Vapi.CreateAssistantDtoTranscriber
}
