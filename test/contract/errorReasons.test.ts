import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIELD_ERROR_FACTS } from '../../src/kernel/vocabulary/errorTexts/fields.ts'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('generated/'))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }))

/** Folders whose errors are read on a terminal. */
const OF_THE_TERMINAL = ['admin/', 'services/backups/', 'kernel/archive/', 'kernel/crypto/', 'simulator/']

/** Errors that the dashboard's operations can't meet, by file, with who meets them. */
const OF_PROGRAMS: Record<string, string> = {
  'http/dashboard/docsSearch.ts': 'the documentation search, whose words the specification states',
  'http/dashboard/downloads.ts': 'a download, which the browser shows as a page',
  'http/graphql/operations.ts': 'clients with documents of their own',
  'http/registerUploads.ts': 'uploads without a token',
  'kernel/http/bodyTurns.ts': 'clients that send slowly',
  'mcp/access.ts': 'AI clients',
  'rest/files/recording.ts': 'downloads of recordings',
  'rest/idempotency.ts': 'requests with an Idempotency-Key',
  'schema/access/accounts.ts': 'signing in over a socket',
  'services/access/apiKeys.ts': 'API keys',
  'services/access/connectedApps.ts': 'connected apps',
  'services/access/credentials.ts': 'API keys, CLI tokens and apps',
  'services/access/sessions/passwordResets.ts': 'the server administrator on a terminal',
  'services/billing/wallet.ts': 'the server administrator on a terminal',
  'services/calls/recordings/callMonitoring.ts': 'the WebSocket of live audio',
  'services/compliance/proof/proofChecks.ts': 'the server administrator on a terminal',
  'services/dialer/campaignStarts.ts': 'clients that start campaigns by proposal',
  'services/knowledge/knowledgeFiles.ts': 'clients that send a file in two ways',
  'services/operator/keyRotation.ts': 'the server administrator on a terminal',
  'services/reports/reportRuns.ts': 'the worker that writes the file',
  'services/reports/reports.ts': 'clients with filters that the type of export does not have',
  'services/shared/idempotency.ts': 'requests with an Idempotency-Key',
  'services/workspaces/workspaces.ts': 'the server administrator on a terminal',
}

test('every error of a service has a reason with words for the dashboard, unless only programs or terminals meet it', () => {
  const withoutReason = sources.filter(
    ({ path, text }) =>
      !OF_THE_TERMINAL.some((folder) => path.startsWith(folder)) &&
      path !== 'kernel/vocabulary/errors.ts' &&
      /new DomainError\(\s*'[A-Z_]+',\s*['"`]/.test(text),
  )
  expect(withoutReason.map(({ path }) => path).sort()).toEqual(Object.keys(OF_PROGRAMS).sort())
})

test('every type of an invalid field has words, its own or those of a wider type', () => {
  const types = new Set(sources.flatMap(({ text }) => [...text.matchAll(/'((?:value|type)_error[\w.]*)'/g)].map(([, type]) => type!)))
  const widerTypes = (type: string): string[] => (type.includes('.') ? [type, ...widerTypes(type.slice(0, type.lastIndexOf('.')))] : [type])
  expect(types.size).toBeGreaterThan(20)
  expect([...types].filter((type) => !widerTypes(type).some((wider) => wider in FIELD_ERROR_FACTS))).toEqual([])
})

test('a type of invalid field with a limit in its words is never sent without it', () => {
  const limited = Object.entries(FIELD_ERROR_FACTS).flatMap(([type, facts]) => (facts.length > 0 ? [type] : []))
  const lacking = sources
    .filter(({ path }) => path.startsWith('inputs/') || path.startsWith('services/'))
    .flatMap(({ path, text }) =>
      limited.flatMap((type) =>
        [...text.matchAll(new RegExp(`'${type.replaceAll('.', String.raw`\.`)}'([^}]*)`, 'g'))]
          .filter(([, rest]) => !rest!.includes('details') && !rest!.includes(':'))
          .map(() => `${path}: ${type}`),
      ),
    )
  expect(lacking).toEqual([])
})
