import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Imports that the layers and domains forbid (docs/architecture.md): a file and what it must not import. */
const FORBIDDEN: [string, string][] = [
  ['src/kernel/lib/planted.ts', '../../services/billing/wallet.ts'],
  ['src/kernel/db/planted.ts', '../../jobs/worker.ts'],
  ['src/inputs/planted.ts', '../kernel/db/db.ts'],
  ['src/providers/planted.ts', '../services/calls/calls.ts'],
  ['src/providers/retell/planted.ts', '../../kernel/db/db.ts'],
  ['src/services/calls/planted1.ts', '../../schema/index.ts'],
  ['src/services/calls/planted2.ts', '../../jobs/worker.ts'],
  ['src/services/calls/planted3.ts', '../../rest/routeTable.ts'],
  ['src/services/billing/planted.ts', '../calls/calls.ts'],
  ['src/services/calls/planted4.ts', '../planning/dryRun/dryRuns.ts'],
  ['src/services/leads/imports/planted.ts', '../../dialer/dialer.ts'],
  ['src/services/newcomer/planted.ts', '../shared/paging.ts'],
  ['src/schema/planted1.ts', '../kernel/db/db.ts'],
  ['src/schema/planted2.ts', '../http/graphql/graphql.ts'],
  ['src/schema/planted3.ts', '../generated/prisma/client.ts'],
  ['src/rest/planted1.ts', '../kernel/db/db.ts'],
  ['src/rest/routes/planted2.ts', '../../services/compliance/dnc.ts'],
  ['src/rest/planted3.ts', '../storage/localStore.ts'],
  ['src/rest/planted4.ts', '../mcp/tools.ts'],
  ['src/mcp/planted1.ts', '../kernel/db/db.ts'],
  ['src/mcp/planted2.ts', '../jobs/worker.ts'],
  ['src/oauth/planted.ts', '../kernel/db/db.ts'],
  ['src/storage/planted.ts', '../services/reports/reports.ts'],
  ['src/inbound/planted.ts', '../schema/index.ts'],
  ['src/services/reports/planted.ts', '../../simulator/simulator.ts'],
]
const ALLOWED: [string, string][] = [
  ['src/services/calls/fine1.ts', '../../kernel/db/queue.ts'],
  ['src/services/calls/placing/fine2.ts', '../../../kernel/db/db.ts'],
  ['src/services/calls/fine3.ts', '../billing/wallet.ts'],
  ['src/services/calls/fine4.ts', './progress/callProgress.ts'],
  ['src/schema/fine.ts', '../services/calls/calls.ts'],
  ['src/jobs/fine.ts', '../services/calls/calls.ts'],
  ['src/server.ts', './services/calls/calls.ts'],
]
/** Packages that a layer must not import. */
const FORBIDDEN_PACKAGES: [string, string][] = [
  ['src/providers/sdk.ts', 'retell-sdk'],
  ['src/services/calls/planted5.ts', 'graphql'],
  ['src/services/calls/planted6.ts', 'express'],
]

const folder = mkdtempSync(join(tmpdir(), 'callwright-layers-'))
const run = (tool: string, ...args: string[]) => spawnSync(process.execPath, [resolve(tool), ...args], { cwd: folder, encoding: 'utf8' }).stdout
function addFile(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
let arrows = ''
let packages = ''
beforeAll(() => {
  for (const [file, imported] of [...FORBIDDEN, ...ALLOWED, ...FORBIDDEN_PACKAGES])
    addFile(file, `import * as planted from '${imported}'\nexport const used = planted\n`)
  addFile('web/src/one.tsx', "import type { Two } from './two.tsx'\nexport type One = Two | null\n")
  addFile('web/src/two.tsx', "import type { One } from './one.tsx'\nexport type Two = One[]\n")
  for (const path of ['.oxlintrc.json', 'src/floors.json']) cpSync(path, join(folder, path))
  arrows = run('scripts/imports.mjs')
  packages = run('node_modules/oxlint/bin/oxlint', '--format=unix')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isTold = (findings: string, file: string) => findings.split('\n').some((line) => line.startsWith(`${file}:`))

test.each(FORBIDDEN)('%s may not import %s', (file) => {
  expect(isTold(arrows, file), arrows).toBe(true)
})

test.each(ALLOWED)('%s may import %s', (file) => {
  expect(isTold(arrows, file), arrows).toBe(false)
})

test.each(FORBIDDEN_PACKAGES)('%s may not import the package %s', (file) => {
  const isRefused = packages.split('\n').some((line) => line.startsWith(file) && line.includes('no-restricted-imports'))
  expect(isRefused, packages).toBe(true)
})

test('import cycles are reported, also of types', () => {
  expect(arrows).toContain('import cycle: web/src/one.tsx, web/src/two.tsx')
})
