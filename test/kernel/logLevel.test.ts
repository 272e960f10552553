import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'callwright-level-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'plain'), '')

/** Starts a server that can't start, because its data folder is below a file. Returns what it says. */
const start = (settings: Record<string, string>) =>
  spawnSync(process.execPath, [resolve('node_modules/tsx/dist/cli.mjs'), resolve('src/main.ts')], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'plain/data'), ...settings },
  }).stderr

test('a wrong LOG_LEVEL stops the start with a sentence', () => {
  const said = start({ LOG_LEVEL: 'loud' })
  expect(said).toMatch(/LOG_LEVEL: Invalid option.*\(given: "loud"\)/)
  expect(said).not.toMatch(/\n\s+at /)
})

test('LOG_LEVEL in a file counts, and a data folder that cannot be created is a sentence', () => {
  writeFileSync(join(folder, 'level'), 'debug\n')
  const said = start({ LOG_LEVEL_FILE: join(folder, 'level') })
  expect(said).toContain('cannot be created')
  expect(said).toContain('could not start')
  expect(start({})).not.toContain('could not start')
})
