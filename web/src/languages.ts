import { useSyncExternalStore } from 'react'

/** The dashboard's languages, by their native names. */
export const LANGUAGES = { de: 'Deutsch', en: 'English', es: 'Español', fr: 'Français', it: 'Italiano' } as const
export type Language = keyof typeof LANGUAGES

/** Language tag of the documentation pages, and of a new agent at first. */
export const documentationLanguage = (language: Language) => ({ de: 'de-DE', en: 'en-US', es: 'es-ES', fr: 'fr-FR', it: 'it-IT' })[language]

const STORAGE_KEY = 'callwright-language'
const listeners = new Set<() => void>()
const isLanguage = (text: string | null | undefined): text is Language => text != null && text in LANGUAGES

let language: Language = [localStorage.getItem(STORAGE_KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isLanguage) ?? 'en'
document.documentElement.lang = language

export const getLanguage = () => language

export const useLanguage = () =>
  useSyncExternalStore(
    (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    () => language,
  )

export function setLanguage(next: Language) {
  language = next
  localStorage.setItem(STORAGE_KEY, next)
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}
