import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CarrierErrorKind } from '../../src/carriers/carrier.ts'
import { ENDED_REASONS } from '../../src/kernel/vocabulary/endedReasons.ts'
import type { EndReason, WaitReason } from '../../src/services/campaigns/rules/dialDecisions.ts'
import { CODED_FILES, filesOf, LANGUAGES, placeholders, textsOf } from './messageFiles.ts'

const FOLDER = 'web/src'
const files = filesOf('en')

const translations = LANGUAGES.filter((language) => language !== 'en')

test('the dashboard has the languages of the documentation', () => {
  expect(LANGUAGES.toSorted()).toEqual(['de', 'en', 'es', 'fr', 'it'])
})

test.each(translations)('%s has the same files as English', (language) => {
  expect(filesOf(language)).toEqual(files)
})

const pairs = translations.flatMap((language) => files.map((file) => ({ language, file })))

test.each(pairs)('$language/$file has the same keys and placeholders as in English, and no empty message', ({ language, file }) => {
  const [english, translated] = [textsOf('en', file), textsOf(language, file)]
  expect(Object.keys(translated)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(english)) {
    expect(text.trim(), key).not.toBe('')
    expect(translated[key]!.trim(), key).not.toBe('')
    expect(placeholders(translated[key]!), key).toEqual(placeholders(text))
  }
})

test.each(translations)('no sentence is still in English in %s', (language) => {
  const isSentence = (text: string) =>
    text
      .replace(/\{[^}]*\}/g, '')
      .split(/\P{L}+/u)
      .filter(Boolean).length >= 4
  const untranslated = files.flatMap((file) => {
    const translated = textsOf(language, file)
    return Object.entries(textsOf('en', file)).filter(([key, text]) => isSentence(text) && translated[key] === text)
  })
  expect(untranslated).toEqual([])
})

const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.gql.ts'))
  .map((path) => readFileSync(`${FOLDER}/${path}`, 'utf8'))
  .join('\n')

test.each(files.filter((file) => !CODED_FILES.includes(file)))('no message of %s is unused', (file) => {
  // Keys may also be composed: `t(`step.${name}`)`.
  const isUsed = (key: string) =>
    new RegExp(`['"\`]${key.replaceAll('.', '\\.')}['"\`]`).test(sources) || new RegExp(`\\b${key}:`).test(sources) || isPutTogether(key)
  expect(Object.keys(textsOf('en', file)).filter((key) => !isUsed(key))).toEqual([])
})

const templates = [...sources.matchAll(/`([\w.]*)\$\{[^}]+\}([\w.]*)`/g)]
  .map(([, before, after]) => [before!, after!] as const)
  .filter(([before, after]) => before + after !== '')
const isPutTogether = (key: string) =>
  templates.some(([before, after]) => key.startsWith(before) && key.endsWith(after) && key.length > before.length + after.length)

test('the dashboard has a label for every end reason, and for no other', () => {
  const labels = Object.keys(textsOf('en', 'words.json')).filter((key) => key.startsWith('endedReason.'))
  expect(labels.sort()).toEqual(ENDED_REASONS.map((reason) => `endedReason.${reason}`).sort())
})

/** The message group for each API enum that the dashboard shows. */
const KINDS: Record<string, string> = {
  ActorType: 'actor',
  AgentVersionStatus: 'version',
  AlertEmailStatus: 'alertEmail',
  AlertRecipientStatus: 'recipient',
  AlertType: 'alert',
  AssumptionName: 'assumption',
  AssumptionSource: 'source',
  CallStatus: 'call',
  CampaignBlockerReason: 'wait',
  CampaignPurpose: 'purpose',
  CampaignStatus: 'campaign',
  Carrier: 'carrier',
  CostGrouping: 'costBy',
  CostLineType: 'costLine',
  DecisionReason: 'wait',
  DeliveryStatus: 'delivery',
  DialDecision: 'decision',
  Direction: 'direction',
  DisclosureSaid: 'disclosureSaid',
  DncAddStatus: 'dncResult',
  DncSource: 'dncSource',
  DryRunEnd: 'dryRunEnd',
  ErasureStatus: 'erasure',
  FunnelStageName: 'stage',
  KnowledgeBaseReferenceType: 'knowledgeReference',
  KnowledgeSyncStatus: 'knowledgeSync',
  LeadExplanationStatus: 'leadExplanation',
  LeadImportStatus: 'import',
  LeadRowAction: 'rowAction',
  LeadStatus: 'lead',
  LedgerEntryType: 'ledger',
  LegalHours: 'legalHours',
  MessageKeyword: 'keyword',
  MessageStatus: 'message',
  PauseReason: 'pause',
  PlanName: 'plan',
  PreflightReason: 'wait',
  RecordingDecision: 'recordingReason',
  RedactionType: 'redaction',
  ReportFormat: 'format',
  ReportName: 'reportType',
  ReportStatus: 'report',
  RetryOutcome: 'call',
  Role: 'role',
  RoutedBy: 'routedBy',
  Sentiment: 'sentiment',
  SignUpMode: 'signUp',
  SmsRequirement: 'smsMissing',
  TranscriptRole: 'speaker',
  VoiceEngine: 'engine',
}
const schema = readFileSync('schema.graphql', 'utf8').replace(/"""[^]*?"""/g, '')

test.each(Object.entries(KINDS))('every value of %s has a label', (name, kind) => {
  const [, values] = new RegExp(`^enum ${name} \\{([^}]*)\\}`, 'm').exec(schema) ?? []
  expect(values, name).toBeDefined()
  const labels = textsOf('en', 'words.json')
  expect(
    values!
      .trim()
      .split(/\s+/)
      .filter((value) => !(`${kind}.${value}` in labels)),
  ).toEqual([])
})

/** Values that the API gives as text. Types of the server name them all. */
const TEXT_VALUES: [kind: string, values: Record<string, true>][] = [
  [
    'skip',
    { do_not_call_list: true, do_not_call_register: true, premium_number: true, attempts_used: true, consent_missing: true } satisfies Record<EndReason, true>,
  ],
  [
    'nextLead',
    { calling_hours: true, attempts_per_day: true, legal_limit: true, refused_recently: true, on_the_line: true } satisfies Record<WaitReason, true>,
  ],
  [
    'messageReason',
    {
      bad_credentials: true,
      suspended: true,
      forbidden: true,
      throttled: true,
      unavailable: true,
      unknown_outcome: true,
      not_found: true,
      invalid_number: true,
      not_sms_capable: true,
      opted_out: true,
      blocked: true,
      insufficient_funds: true,
      rejected: true,
    } satisfies Record<CarrierErrorKind, true>,
  ],
]

test.each(TEXT_VALUES)('every value of the server has a label as %s', (kind, values) => {
  const labels = textsOf('en', 'words.json')
  expect(Object.keys(values).filter((value) => !(`${kind}.${value}` in labels))).toEqual([])
})

/** Resources of the audit log before they were renamed. */
const EARLIER_NAMES = ['notice', 'notice_settings', 'webhook_settings']

test('every resource that the database writes to the audit log has a label', () => {
  const migrations = readdirSync('prisma/migrations', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'))
  const sql = migrations.map((path) => readFileSync(`prisma/migrations/${path}`, 'utf8')).join('\n')
  const resources = new Set([...sql.matchAll(/audit_(?:table\('\w+', |row\()'(\w+)'/g)].map(([, resource]) => resource!))
  const labels = textsOf('en', 'resources.json')
  expect(resources.size).toBeGreaterThan(15)
  expect([...resources].filter((resource) => !(resource in labels) && !EARLIER_NAMES.includes(resource))).toEqual([])
})
