import { I18n, type Messages } from '@lingui/core'
import { use } from 'react'
import { currentLanguage, type Language, LANGUAGES, useLanguage } from './languages.ts'

/**
 * What the dashboard says, by files: `messages/<language>/<file>.json`, ICU messages. The English file gives the keys of
 * each; a file is fetched when the first page that speaks with it is opened.
 */
export interface Files {
  access: typeof import('./messages/en/access.json')
  agents: typeof import('./messages/en/agents.json')
  audit: typeof import('./messages/en/audit.json')
  billing: typeof import('./messages/en/billing.json')
  calls: typeof import('./messages/en/calls.json')
  campaigns: typeof import('./messages/en/campaigns.json')
  common: typeof import('./messages/en/common.json')
  connect: typeof import('./messages/en/connect.json')
  dnc: typeof import('./messages/en/dnc.json')
  documentation: typeof import('./messages/en/documentation.json')
  home: typeof import('./messages/en/home.json')
  keys: typeof import('./messages/en/keys.json')
  knowledge: typeof import('./messages/en/knowledge.json')
  leads: typeof import('./messages/en/leads.json')
  live: typeof import('./messages/en/live.json')
  members: typeof import('./messages/en/members.json')
  messages: typeof import('./messages/en/messages.json')
  notices: typeof import('./messages/en/notices.json')
  numbers: typeof import('./messages/en/numbers.json')
  privacy: typeof import('./messages/en/privacy.json')
  reports: typeof import('./messages/en/reports.json')
  settings: typeof import('./messages/en/settings.json')
  shell: typeof import('./messages/en/shell.json')
  webhooks: typeof import('./messages/en/webhooks.json')
  words: typeof import('./messages/en/words.json')
}
export type File = keyof Files
/** A message of a file. */
export type Key<F extends File> = Extract<keyof Files[F], string>
export type Values = Record<string, string | number>

const sources = import.meta.glob<{ default: Messages }>('./messages/*/*.json')
const loaded = new Map<string, Promise<I18n>>()

/** One file in one language, fetched once. */
export function loadMessages(file: File, language: Language = currentLanguage()): Promise<I18n> {
  const path = `./messages/${language}/${file}.json`
  const known = loaded.get(path)
  if (known) return known
  const coming = sources[path]!().then(({ default: messages }) => new I18n({ locale: language, messages: { [language]: messages } }))
  // Said in React's own way: what is here already is then not waited for, with a page giving way to its loading state for a moment.
  coming.then(
    (value) => Object.assign(coming, { status: 'fulfilled', value }),
    () => loaded.delete(path),
  )
  loaded.set(path, coming)
  return coming
}

/** For a page's loader: fetches the messages it speaks with while its code is fetched. What could not be fetched is tried again as the page is drawn. */
export const speaks =
  (...files: File[]) =>
  () =>
    Promise.all(files.map((file) => loadMessages(file))).then(
      () => {},
      () => {},
    )

/** Says a message of that file in the chosen language; waits for the file where it is not there yet. */
export function useMessages<F extends File>(file: F) {
  const i18n = use(loadMessages(file, useLanguage()))
  return (key: Key<F>, values?: Values): string => i18n._(key, values)
}

/**
 * The word for a value of the API, such as a status: `words.json` holds them as `<kind>.<value>`. A value it does not
 * know is shown as it is, with spaces.
 */
export function useWords() {
  const i18n = use(loadMessages('words', useLanguage()))
  return (kind: string, value: string): string => {
    const id = `${kind}.${value}`
    return id in i18n.messages ? i18n._(id) : value.replaceAll('_', ' ')
  }
}

export const languages = Object.keys(LANGUAGES) as Language[]
