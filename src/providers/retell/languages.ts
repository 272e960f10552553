import type Retell from 'retell-sdk'
import { ProviderError } from '../provider.ts'

type Languages = NonNullable<Retell.AgentCreateParams['language']>
export type Locale = Exclude<Extract<Languages, string>, 'multi'>

const LOCALES = (
  'en-US en-IN en-GB en-AU en-NZ de-DE es-ES es-419 hi-IN fr-FR fr-CA ja-JP pt-PT pt-BR zh-CN ru-RU it-IT ko-KR nl-NL nl-BE ' +
  'pl-PL tr-TR vi-VN ro-RO bg-BG ca-ES th-TH da-DK fi-FI el-GR hu-HU id-ID no-NO sk-SK sv-SE lt-LT lv-LV cs-CZ ms-MY af-ZA ar-SA az-AZ ' +
  'bs-BA cy-GB fa-IR fil-PH gl-ES he-IL hr-HR hy-AM is-IS kk-KZ kn-IN mk-MK mr-IN ne-NP sl-SI sr-RS sw-KE ta-IN ur-IN yue-CN uk-UA'
).split(' ') as Locale[]

/** Languages of Retell's former `multi`, which it distinguishes most reliably. */
const AUTO_DETECT_LOCALES: Locale[] = ['en-US', 'es-ES', 'fr-FR', 'de-DE', 'hi-IN', 'ru-RU', 'pt-PT', 'ja-JP', 'it-IT', 'nl-NL']

/** Languages that Retell can only recognize alone, not in a list with others. */
const EXCLUSIVE_LOCALES: ReadonlySet<string> = new Set(['is-IS', 'ne-NP', 'fil-PH'])

const NORWEGIAN = new Set(['nb', 'nn'])

const baseOf = (locale: string) => locale.split('-')[0]!

/** Finds Retell's locale for a BCP-47 tag: the tag itself, or the closest locale of the language; undefined if Retell does not support the language. */
export function findLocale(tag: string): Locale | undefined {
  const { base, region } = parseTag(tag)
  const exactMatches = [tag, `${base}-${region}`].map((spelling) => LOCALES.find((locale) => locale.toLowerCase() === spelling.toLowerCase()))
  const latinAmerican = base === 'es' && tag.includes('-') ? 'es-419' : undefined
  return exactMatches[0] ?? exactMatches[1] ?? latinAmerican ?? LOCALES.find((locale) => baseOf(locale) === base)
}

/** Returns language and region of a tag. Replaces deprecated codes, and adds the likeliest region if the tag has none. */
function parseTag(tag: string): { base: string; region: string | undefined } {
  try {
    const { language, region } = new Intl.Locale(tag).maximize()
    return { base: NORWEGIAN.has(language) ? 'no' : language, region }
  } catch {
    return { base: baseOf(tag).toLowerCase(), region: undefined }
  }
}

/** Like `findLocale`, but throws `rejected` for unsupported languages. */
export function toRetellLocale(tag: string): Locale {
  const locale = findLocale(tag)
  if (!locale) throw new ProviderError('rejected', `Retell does not support the language ${tag}`)
  return locale
}

/**
 * Lists the languages to detect automatically. The agent's language comes first, because Retell falls back to the first. Each language reduces
 * accuracy, so not all are listed.
 */
export function listAutoLanguages(agentLanguage: string | undefined): Locale[] {
  const first = agentLanguage === undefined ? undefined : findLocale(agentLanguage)
  if (first === undefined) return AUTO_DETECT_LOCALES
  return EXCLUSIVE_LOCALES.has(first) ? [first] : [first, ...AUTO_DETECT_LOCALES.filter((locale) => baseOf(locale) !== baseOf(first))]
}
