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

/** The languages the simulator speaks. */
export const PHRASES = { en, it, de, es, fr, pt, nl, pl } satisfies Record<string, Phrases>
export type Language = keyof typeof PHRASES
const LANGUAGES = Object.keys(PHRASES) as Language[]

const NAMES = LANGUAGES.map((language) => [new Intl.DisplayNames(['en'], { type: 'language' }).of(language)!.toLowerCase(), language] as const)

/** The language of a BCP-47 tag or a provider's code; null for one the simulator does not speak. */
const supportedLanguageOf = (tag: string): Language | null => LANGUAGES.find((language) => tag.slice(0, 2).toLowerCase() === language) ?? null

/** The phrases for a BCP-47 tag; English for languages the simulator does not speak. */
export const phrasesFor = (tag: string): Phrases => PHRASES[supportedLanguageOf(tag) ?? 'en']

/**
 * The language a call is held in: the agent's own when it has one; of several (or `multi`, any) the one of the called
 * country, else the first. Answers its BCP-47 tag.
 */
export function selectLanguage(configured: unknown, calledNumber: string): string {
  const tags = [configured].flat().filter((tag): tag is string => typeof tag === 'string' && tag !== '')
  const specificTags = tags.filter((tag) => tag !== 'multi')
  if (tags.length === 1 && specificTags.length === 1) return specificTags[0]!
  const local = languageOfNumber(calledNumber) ?? 'en'
  return specificTags.find((tag) => supportedLanguageOf(tag) === local) ?? (tags.includes('multi') ? local : (specificTags[0] ?? local))
}

/** A language that is not the one of the tag: what a person speaks who does not follow the agent. */
export const otherLanguageOf = (tag: string): Language => (supportedLanguageOf(tag) === 'es' ? 'en' : 'es')

/** The language most spoken in the number's country, if the simulator speaks it. */
function languageOfNumber(number: string): Language | null {
  const country = countryOf(number)
  return country === null ? null : supportedLanguageOf(new Intl.Locale(`und-${country}`).maximize().language)
}

/** The language in which a request says to write (`… Write it in Brazilian Portuguese, …`), or null when it does not. */
export function findRequestedLanguage(request: string): Language | null {
  const requested = [...request.matchAll(/\b(?:write|writ\w+|answer|repl(?:y|ies)|respond|summari[sz]e)\b[^.!?]*?\bin ([^.,;:!?\n]+)/gi)].map(
    ([, words]) => words!,
  )
  const words = requested.join(' ').toLowerCase()
  return NAMES.find(([name]) => words.includes(name))?.[1] ?? null
}
