import { I18n, type Messages } from '@lingui/core'
import { use } from 'react'
import { getLanguage, type Language, LANGUAGES, useLanguage } from './languages.ts'
import { bundleOf } from './messageBundles.ts'

/**
 * The dashboard's message files: `messages/<language>/<file>.json`, in ICU syntax. The English file defines the keys. A
 * file is fetched when the first page that uses it opens.
 */
export interface MessageFiles {
  access: typeof import('./messages/en/access.json')
  account: typeof import('./messages/en/account.json')
  agentProblems: typeof import('./messages/en/agentProblems.json')
  agentTools: typeof import('./messages/en/agentTools.json')
  agents: typeof import('./messages/en/agents.json')
  alerts: typeof import('./messages/en/alerts.json')
  alertTexts: typeof import('./messages/en/alertTexts.json')
  audit: typeof import('./messages/en/audit.json')
  auditEvents: typeof import('./messages/en/auditEvents.json')
  auditFields: typeof import('./messages/en/auditFields.json')
  billing: typeof import('./messages/en/billing.json')
  callAnalysis: typeof import('./messages/en/callAnalysis.json')
  callCosts: typeof import('./messages/en/callCosts.json')
  callEvents: typeof import('./messages/en/callEvents.json')
  calls: typeof import('./messages/en/calls.json')
  campaignFields: typeof import('./messages/en/campaignFields.json')
  campaigns: typeof import('./messages/en/campaigns.json')
  common: typeof import('./messages/en/common.json')
  carrierFields: typeof import('./messages/en/carrierFields.json')
  compliance: typeof import('./messages/en/compliance.json')
  complianceTexts: typeof import('./messages/en/complianceTexts.json')
  connect: typeof import('./messages/en/connect.json')
  consents: typeof import('./messages/en/consents.json')
  contacts: typeof import('./messages/en/contacts.json')
  decisions: typeof import('./messages/en/decisions.json')
  disclosure: typeof import('./messages/en/disclosure.json')
  dnc: typeof import('./messages/en/dnc.json')
  dncReasons: typeof import('./messages/en/dncReasons.json')
  documentation: typeof import('./messages/en/documentation.json')
  errors: typeof import('./messages/en/errors.json')
  home: typeof import('./messages/en/home.json')
  keys: typeof import('./messages/en/keys.json')
  knowledge: typeof import('./messages/en/knowledge.json')
  launch: typeof import('./messages/en/launch.json')
  leads: typeof import('./messages/en/leads.json')
  listen: typeof import('./messages/en/listen.json')
  live: typeof import('./messages/en/live.json')
  members: typeof import('./messages/en/members.json')
  messages: typeof import('./messages/en/messages.json')
  numbers: typeof import('./messages/en/numbers.json')
  player: typeof import('./messages/en/player.json')
  privacy: typeof import('./messages/en/privacy.json')
  proof: typeof import('./messages/en/proof.json')
  recording: typeof import('./messages/en/recording.json')
  recordingCopy: typeof import('./messages/en/recordingCopy.json')
  reports: typeof import('./messages/en/reports.json')
  resources: typeof import('./messages/en/resources.json')
  resultColumns: typeof import('./messages/en/resultColumns.json')
  ruleTexts: typeof import('./messages/en/ruleTexts.json')
  scopes: typeof import('./messages/en/scopes.json')
  selection: typeof import('./messages/en/selection.json')
  settings: typeof import('./messages/en/settings.json')
  shell: typeof import('./messages/en/shell.json')
  shortcuts: typeof import('./messages/en/shortcuts.json')
  status: typeof import('./messages/en/status.json')
  timing: typeof import('./messages/en/timing.json')
  views: typeof import('./messages/en/views.json')
  webhooks: typeof import('./messages/en/webhooks.json')
  words: typeof import('./messages/en/words.json')
}
export type MessageFile = keyof MessageFiles
/** A message key of a file. */
export type MessageKey<F extends MessageFile> = Extract<keyof MessageFiles[F], string>
export type MessageValues = Record<string, string | number>

/** Where the build writes the messages (see `messageAssets.ts`). */
declare const MESSAGES_URL: string

type Bundle = Record<string, Messages>
const bundles = new Map<string, Promise<Bundle>>()
const cache = new Map<string, Promise<I18n>>()

/** Loads a file in one language, once. */
export function loadMessages(file: MessageFile, language: Language = getLanguage()): Promise<I18n> {
  const key = `${language}/${file}`
  const cached = cache.get(key)
  if (cached) return cached
  const loading = loadBundle(`${language}/${bundleOf(file)}`).then((bundle) => new I18n({ locale: language, messages: { [language]: bundle[file]! } }))
  // React's own protocol for `use`: a settled promise doesn't suspend the page.
  loading.then(
    (value) => Object.assign(loading, { status: 'fulfilled', value }),
    () => cache.delete(key),
  )
  cache.set(key, loading)
  return loading
}

function loadBundle(path: string): Promise<Bundle> {
  const known = bundles.get(path)
  if (known) return known
  const loading = fetchBundle(path)
  loading.catch(() => bundles.delete(path))
  bundles.set(path, loading)
  return loading
}

async function fetchBundle(path: string): Promise<Bundle> {
  const response = await fetch(`${MESSAGES_URL}/${path}.json`)
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  return response.json()
}

/** Returns a page loader that fetches its messages in parallel with its code. Failures are ignored, because rendering tries again. */
export const preloadMessages =
  (...files: MessageFile[]) =>
  () =>
    Promise.all(files.map((file) => loadMessages(file))).then(
      () => {},
      () => {},
    )

/** Returns the translate function of a file in the chosen language. Suspends until the file is loaded. */
export function useMessages<F extends MessageFile>(file: F) {
  const i18n = use(loadMessages(file, useLanguage()))
  return (key: MessageKey<F>, values?: MessageValues): string => i18n._(key, values)
}

type WordKey = MessageKey<'words'>
/** A group of `words.json`, whose keys are `<kind>.<value>`. */
export type WordKind = WordKey extends infer Key ? (Key extends `${infer Kind}.${string}` ? Kind : never) : never
/** Groups of values that a customer or another server may add to. */
const OPEN_KINDS: ReadonlySet<WordKind> = new Set(['outcome', 'leadError'] as const)

/**
 * Returns the label function for API values such as statuses. A value without a label is shown as is, with spaces. Unless customers
 * may add to its group, that is a mistake: it is reported, so that a test of the page fails.
 */
export function useWords() {
  const i18n = use(loadMessages('words', useLanguage()))
  return (kind: WordKind, value: string): string => {
    const id = `${kind}.${value}`
    if (id in i18n.messages) return i18n._(id)
    if (!OPEN_KINDS.has(kind)) reportError(new Error(`No words for ${id}`))
    return value.replaceAll('_', ' ')
  }
}

/**
 * Returns the text function of a file whose keys are codes of the API, with formatted facts as values (see `useFacts`). An
 * unknown code has no text; show the server's English sentence instead.
 */
export function useCodedTexts(
  file:
    | 'agentProblems'
    | 'agentTools'
    | 'alertTexts'
    | 'auditEvents'
    | 'auditFields'
    | 'campaignFields'
    | 'carrierFields'
    | 'complianceTexts'
    | 'decisions'
    | 'dncReasons'
    | 'errors'
    | 'launch'
    | 'recording'
    | 'resources'
    | 'resultColumns'
    | 'scopes'
    | 'timing',
) {
  const i18n = use(loadMessages(file, useLanguage()))
  // Parts that depend on a missing fact leave their space behind.
  return (code: string, facts: MessageValues = {}): string | null => (code in i18n.messages ? i18n._(code, facts).replace(/ {2,}/g, ' ').trim() : null)
}

export const languages = Object.keys(LANGUAGES) as Language[]
