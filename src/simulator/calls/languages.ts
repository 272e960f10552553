import { countryOf } from '../../kernel/lib/phones.ts'
import { de } from './phrases/de.ts'
import { en } from './phrases/en.ts'
import { es } from './phrases/es.ts'
import { fr } from './phrases/fr.ts'
import { it } from './phrases/it.ts'
import { nl } from './phrases/nl.ts'
import { pl } from './phrases/pl.ts'
import { pt } from './phrases/pt.ts'
import type { Phrases } from './phrases/phrases.ts'

/** Languages that the simulator speaks. */
export const PHRASES = { en, it, de, es, fr, pt, nl, pl } satisfies Record<string, Phrases>
export type Language = keyof typeof PHRASES
const LANGUAGES = Object.keys(PHRASES) as Language[]

const NAMES = LANGUAGES.map((language) => [new Intl.DisplayNames(['en'], { type: 'language' }).of(language)!.toLowerCase(), language] as const)

/** The language of a BCP-47 tag or a provider's code; null if the simulator does not speak it. */
const supportedLanguageOf = (tag: string): Language | null => LANGUAGES.find((language) => tag.slice(0, 2).toLowerCase() === language) ?? null

/** The phrases for a BCP-47 tag; English if the simulator does not speak the language. */
export const phrasesFor = (tag: string): Phrases => PHRASES[supportedLanguageOf(tag) ?? 'en']

/**
 * Selects the language of a call as a BCP-47 tag: the agent's only language; of several (or `multi`, any), the one of the called country,
 * otherwise the first.
 */
export function selectLanguage(configured: unknown, calledNumber: string): string {
  const tags = [configured].flat().filter((tag): tag is string => typeof tag === 'string' && tag !== '')
  const specificTags = tags.filter((tag) => tag !== 'multi')
  if (tags.length === 1 && specificTags.length === 1) return specificTags[0]!
  const local = languageOfNumber(calledNumber) ?? 'en'
  return specificTags.find((tag) => supportedLanguageOf(tag) === local) ?? (tags.includes('multi') ? local : (specificTags[0] ?? local))
}

/** A language other than the tag's, for a contact who does not follow the agent's. */
export const otherLanguageOf = (tag: string): Language => (supportedLanguageOf(tag) === 'es' ? 'en' : 'es')

/** The most spoken language of the number's country, if the simulator speaks it. */
function languageOfNumber(number: string): Language | null {
  const country = countryOf(number)
  return country === null ? null : supportedLanguageOf(new Intl.Locale(`und-${country}`).maximize().language)
}

/** The language in which a prompt asks to write (`… Write it in Brazilian Portuguese, …`); null if it names none. */
export function findRequestedLanguage(request: string): Language | null {
  const requested = [...request.matchAll(/\b(?:write|writ\w+|answer|repl(?:y|ies)|respond|summari[sz]e)\b[^.!?]*?\bin ([^.,;:!?\n]+)/gi)].map(
    ([, words]) => words!,
  )
  const words = requested.join(' ').toLowerCase()
  return NAMES.find(([name]) => words.includes(name))?.[1] ?? null
}
