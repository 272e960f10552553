import type Retell from 'retell-sdk'
import { ProviderError } from '../provider.ts'

type Languages = NonNullable<Retell.AgentCreateParams['language']>
export type Locale = Exclude<Extract<Languages, string>, 'multi'>

const LOCALES = (
  'en-US en-IN en-GB en-AU en-NZ de-DE es-ES es-419 hi-IN fr-FR fr-CA ja-JP pt-PT pt-BR zh-CN ru-RU it-IT ko-KR nl-NL nl-BE ' +
  'pl-PL tr-TR vi-VN ro-RO bg-BG ca-ES th-TH da-DK fi-FI el-GR hu-HU id-ID no-NO sk-SK sv-SE lt-LT lv-LV cs-CZ ms-MY af-ZA ar-SA az-AZ ' +
  'bs-BA cy-GB fa-IR fil-PH gl-ES he-IL hr-HR hy-AM is-IS kk-KZ kn-IN mk-MK mr-IN ne-NP sl-SI sr-RS sw-KE ta-IN ur-IN yue-CN uk-UA'
).split(' ') as Locale[]

/** What Retell's former `multi` stood for: the languages that can be told apart most surely. */
const AUTO_DETECT_LOCALES: Locale[] = ['en-US', 'es-ES', 'fr-FR', 'de-DE', 'hi-IN', 'ru-RU', 'pt-PT', 'ja-JP', 'it-IT', 'nl-NL']

/** Recognised by a service that listens for one language at a time, so that they cannot be in a list with others. */
const EXCLUSIVE_LOCALES: ReadonlySet<string> = new Set(['is-IS', 'ne-NP', 'fil-PH'])

const NORWEGIAN = new Set(['nb', 'nn'])

const baseOf = (locale: string) => locale.split('-')[0]!

/** Retell's spelling of a BCP-47 tag: the tag itself, or the place most like it where the language is spoken; undefined for others. */
export function findLocale(tag: string): Locale | undefined {
  const { base, region } = parseTag(tag)
  const exact = [tag, `${base}-${region}`].map((one) => LOCALES.find((known) => known.toLowerCase() === one.toLowerCase()))
  const american = base === 'es' && tag.includes('-') ? 'es-419' : undefined
  return exact[0] ?? exact[1] ?? american ?? LOCALES.find((known) => baseOf(known) === base)
}

/** Language and country of a tag, today's codes for yesterday's, the likeliest country where none is named. */
function parseTag(tag: string): { base: string; region: string | undefined } {
  try {
    const { language, region } = new Intl.Locale(tag).maximize()
    return { base: NORWEGIAN.has(language) ? 'no' : language, region }
  } catch {
    return { base: baseOf(tag).toLowerCase(), region: undefined }
  }
}

/** The same; throws `rejected` for what Retell does not speak. */
export function retellLanguage(tag: string): Locale {
  const found = findLocale(tag)
  if (!found) throw new ProviderError('rejected', `Retell does not support the language ${tag}`)
  return found
}

/**
 * The languages to listen for when any may be spoken. The agent's own comes first: Retell falls back to the first, and
 * each further one costs accuracy, so that not all are listed.
 */
export function autoLanguages(own: string | undefined): Locale[] {
  const first = own === undefined ? undefined : findLocale(own)
  if (first === undefined) return AUTO_DETECT_LOCALES
  return EXCLUSIVE_LOCALES.has(first) ? [first] : [first, ...AUTO_DETECT_LOCALES.filter((other) => baseOf(other) !== baseOf(first))]
}
