import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../src/admin/commands.ts'
import { fieldsOf } from '../../src/inputs/carriers.ts'
import { CARRIERS } from '../../src/kernel/vocabulary/carrierNames.ts'
import { FIELD_ERROR_FACTS } from '../../src/kernel/vocabulary/errorTexts/fields.ts'
import { HTTP_STATUS } from '../../src/kernel/vocabulary/errors.ts'
import { ERROR_TEXTS } from '../../src/kernel/vocabulary/errorTexts.ts'
import { PROBLEM_TEXTS } from '../../src/providers/problemTexts.ts'
import { DISCLOSURE_LAWS } from '../../src/services/agents/disclosures.ts'
import { ALERT_TEXTS } from '../../src/services/alerts/alertTexts.ts'
import { DECISION_FACTS } from '../../src/services/campaigns/rules/decisionSentences.ts'
import type { RecordingReason } from '../../src/services/calls/recordings/recordings.ts'
import type { TimingReason } from '../../src/services/calls/placing/callTimings.ts'
import type { DayRule } from '../../src/services/compliance/dayRules.ts'
import { DNC_REASON_TEXTS } from '../../src/services/compliance/dncReasons.ts'
import { COMPLIANCE_TEXTS } from '../../src/services/planning/compliance/complianceTexts.ts'
import { RECOMMENDATION_TEXTS, REQUIREMENT_TEXTS } from '../../src/services/planning/preflight/launchTexts.ts'
import { RESULT_COLUMNS } from '../../web/src/pages/campaigns/results/resultColumns.ts'
import { LANGUAGES, placeholders, textsOf } from './messageFiles.ts'

/** The facts that the server sends, by the key of the dashboard's text. */
type FactsByKey = Record<string, readonly string[]>

const factsOf = (texts: Record<string, { facts: readonly string[] }>, toKey: (code: string) => string): FactsByKey =>
  Object.fromEntries(Object.entries(texts).map(([code, { facts }]) => [toKey(code), facts]))

/** Facts of each rule in `closed_by`. The dashboard makes the place from the zone, and the time from the local time. */
const CLOSED_BY = {
  'closedBy.legal_hours': ['time', 'place', 'rule'],
  'closedBy.legal_holiday': ['time', 'place', 'rule', 'name'],
  'closedBy.campaign_hours': ['time', 'place'],
  'closedBy.quiet_hours': ['time', 'place'],
  'closedBy.closed_date': ['time', 'place'],
  'closedBy.holiday': ['time', 'place', 'name'],
} satisfies Record<`closedBy.${DayRule['code']}`, string[]>

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)
const [mutations = ''] = /^type Mutation \{[^}]*^\}/m.exec(readFileSync('schema.graphql', 'utf8')) ?? []

/** What the audit log records as an operation: mutations, the server administrator's commands, and rules that change something by themselves. */
const OPERATIONS = [
  ...namesIn(mutations, /^ {2}(\w+)[(:]/gm),
  ...Object.keys(commands),
  ...['src/services', 'src/oauth', 'src/http']
    .flatMap(sourcesIn)
    .flatMap((source) => namesIn(source, /(?:setSystemAuditContext\(tx, |\boperation: |auditActorOf\((?:person|actor), )'([\w.]+)'/g)),
]

/** Fields of carriers' credentials whose help is a sentence, and not only the carrier's name of the field. Those of SIP trunks are the same for all. */
const helpedFields = CARRIERS.flatMap((carrier) =>
  fieldsOf(carrier)
    .filter(({ about }) => about.endsWith('.'))
    .map(({ name }) => (name.startsWith('sip_') ? name : `${carrier}.${name}`)),
)

const FILES: Record<string, FactsByKey> = {
  'agentProblems.json': {
    ...factsOf(PROBLEM_TEXTS, (code) => code),
    ...Object.fromEntries(DISCLOSURE_LAWS.map((law) => [`law.${law}`, law === 'recording_notice' ? ['country'] : []])),
  },
  'carrierFields.json': Object.fromEntries(helpedFields.map((key) => [key, []])),
  'dncReasons.json': factsOf(DNC_REASON_TEXTS, (code) => code),
  'alertTexts.json': { ...factsOf(ALERT_TEXTS, (code) => `${code}.title`), ...factsOf(ALERT_TEXTS, (code) => `${code}.message`) },
  'errors.json': {
    ...factsOf(ERROR_TEXTS, (reason) => reason),
    ...FIELD_ERROR_FACTS,
    // Errors without a reason have the words of their kind.
    ...Object.fromEntries([...Object.keys(HTTP_STATUS), 'UNKNOWN'].map((kind) => [kind, []])),
  },
  'auditEvents.json': Object.fromEntries(OPERATIONS.map((operation) => [operation, []])),
  'complianceTexts.json': { ...factsOf(COMPLIANCE_TEXTS, (code) => `${code}.message`), ...factsOf(COMPLIANCE_TEXTS, (code) => `${code}.action`) },
  'decisions.json': { ...DECISION_FACTS, ...CLOSED_BY },
  'launch.json': {
    ...factsOf(REQUIREMENT_TEXTS, (code) => `requirement.${code}`),
    ...factsOf(RECOMMENDATION_TEXTS, (code) => `recommendation.${code}`),
  },
  'timing.json': {
    title: [],
    consentTitle: [],
    permittedFrom: ['when'],
    advises: [],
    refuses: [],
    refusesConsent: [],
    ...CLOSED_BY,
    ...({
      calling_hours: ['closed_by'],
      legal_limit: ['rule', 'max', 'hours'],
      refused_recently: ['rule', 'refused_at'],
      consent_missing: ['required', 'purpose', 'rule'],
    } satisfies Record<TimingReason, string[]>),
  },
  'resultColumns.json': Object.fromEntries(RESULT_COLUMNS.map((name) => [name, []])),
  'recording.json': { enabled: [], disabled_on_agent: [], disabled_on_call: [], forbidden_by_law: ['country'] } satisfies Record<RecordingReason, string[]>,
}

const cases = Object.entries(FILES).flatMap(([file, facts]) => LANGUAGES.map((language) => ({ file, language, facts })))

test.each(cases)('$file has a text in $language for every code, and for no other', ({ file, language, facts }) => {
  expect(Object.keys(textsOf(language, file)).sort()).toEqual(Object.keys(facts).sort())
})

test.each(cases)('the texts of $file in $language use no other facts than the server sends for their code', ({ file, language, facts }) => {
  const unknown = Object.entries(textsOf(language, file)).flatMap(([key, text]) =>
    placeholders(text)
      .filter((name) => !facts[key]?.includes(name))
      .map((name) => `${key}: ${name}`),
  )
  expect(unknown).toEqual([])
})

const schema = readFileSync('schema.graphql', 'utf8')

test.each([
  ['AgentProblemCode', PROBLEM_TEXTS],
  ['DncReasonCode', DNC_REASON_TEXTS],
  ['AlertCode', ALERT_TEXTS],
  ['LaunchRequirementCode', REQUIREMENT_TEXTS],
  ['LaunchRecommendationCode', RECOMMENDATION_TEXTS],
  ['ComplianceIssueCode', COMPLIANCE_TEXTS],
])('the schema names the facts of every value of %s', (name, texts) => {
  const [, values = ''] = new RegExp(`^enum ${name} \\{([^}]*)\\}`, 'm').exec(schema) ?? []
  for (const [code, { facts }] of Object.entries(texts)) {
    const [, description = ''] = new RegExp(`(?:"""([^"]*)"""\\s*)?\\b${code}\\b\\n`).exec(values) ?? []
    expect(
      [...facts].filter((fact) => !description.includes(`\`${fact}\``)),
      code,
    ).toEqual([])
  }
})
