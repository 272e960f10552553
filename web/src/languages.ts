import { useSyncExternalStore } from 'react'

/** The languages of the dashboard, each by its own name. */
export const LANGUAGES = { en: 'English', it: 'Italiano' } as const
export type Language = keyof typeof LANGUAGES

/** The tag that the documentation's pages of a language have. */
export const documentationLanguage = (language: Language) => ({ en: 'en-US', it: 'it-IT' })[language]

const CHOSEN = 'callwright-language'
const listeners = new Set<() => void>()
const isLanguage = (text: string | null | undefined): text is Language => text != null && text in LANGUAGES

let language: Language = [localStorage.getItem(CHOSEN), ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isLanguage) ?? 'en'
document.documentElement.lang = language

export const currentLanguage = () => language

export const useLanguage = () =>
  useSyncExternalStore(
    (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    () => language,
  )

export function chooseLanguage(next: Language) {
  language = next
  localStorage.setItem(CHOSEN, next)
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}
