import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Imports that the layers forbid (docs/architecture.md): file and what it must not import. */
const FORBIDDEN: [string, string][] = [
  ['src/money.ts', './services/wallet.ts'],
  ['src/inputs/planted.ts', '../db.ts'],
  ['src/providers/planted.ts', '../services/calls.ts'],
  ['src/providers/sdk.ts', 'retell-sdk'],
  ['src/jobs/queue.ts', '../services/calls.ts'],
  ['src/services/planted1.ts', '../schema/index.ts'],
  ['src/services/planted2.ts', '../jobs/worker.ts'],
  ['src/services/planted3.ts', 'graphql'],
  ['src/services/planted4.ts', 'express'],
  ['src/services/planted5.ts', '../rest/table.ts'],
  ['src/schema/planted1.ts', '../db.ts'],
  ['src/schema/planted2.ts', '../http/graphql.ts'],
  ['src/rest/planted1.ts', '../db.ts'],
  ['src/rest/planted2.ts', '../services/dnc.ts'],
  ['src/rest/planted3.ts', '../storage/localStore.ts'],
  ['src/mcp/planted1.ts', '../db.ts'],
  ['src/mcp/planted2.ts', '../jobs/worker.ts'],
  ['src/rest/planted4.ts', '../mcp/tools.ts'],
  ['src/storage/planted.ts', '../services/reports.ts'],
  ['src/inbound/planted.ts', '../schema/index.ts'],
]
const ALLOWED: [string, string][] = [
  ['src/services/fine1.ts', '../jobs/queue.ts'],
  ['src/services/fine2.ts', '../db.ts'],
  ['src/schema/fine.ts', '../services/calls.ts'],
  ['src/jobs/fine.ts', '../services/calls.ts'],
  ['src/server.ts', './services/calls.ts'],
]

const folder = mkdtempSync(join(tmpdir(), 'callwright-layers-'))
let findings = ''
beforeAll(() => {
  cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
  for (const [file, imported] of [...FORBIDDEN, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `import * as planted from '${imported}'\nexport const used = planted\n`)
  }
  findings = spawnSync(process.execPath, [resolve('node_modules/oxlint/bin/oxlint'), '--format=unix'], { cwd: folder, encoding: 'utf8' }).stdout
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isRefused = (file: string) => findings.split('\n').some((line) => line.startsWith(file) && line.includes('no-restricted-imports'))

test.each(FORBIDDEN)('%s may not import %s', (file) => {
  expect(isRefused(file), findings).toBe(true)
})

test.each(ALLOWED)('%s may import %s', (file) => {
  expect(isRefused(file), findings).toBe(false)
})
