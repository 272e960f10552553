import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A copy of the user-facing text, to add violations to. */
let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'callwright-words-'))
  const kept = [
    'src',
    'docs',
    'web/src/messages',
    'clients/cli/src',
    'schema.graphql',
    'openapi.json',
    '.env.example',
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ]
  for (const path of kept) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(path, join(copy, path), { recursive: true })
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const check = () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/words.mjs', copy], { encoding: 'utf8' })
  return { status, lines: stdout.split('\n').filter(Boolean) }
}

test('user-facing text has no banned words', () => {
  expect(check()).toEqual({ status: 0, lines: [] })
})

test.each([
  ['a message of the dashboard', 'web/src/messages/en/calls.json', '"title": "', '"title": "Somebody: ', 'Somebody'],
  ['a description of the GraphQL schema', 'schema.graphql', '"""', '"""Is sent anew. ', 'anew'],
  ['a summary of the REST API', 'openapi.json', '"summary": "', '"summary": "Mends ', 'Mends'],
  ['a page of the documentation', 'docs/calls.md', '# Calls', '# Calls under way', 'under way'],
  ['a sentence in the code', 'src/services/calls/calls.ts', '\nexport ', "\nexport const planted = 'An e-mail was sent'\nexport ", 'e-mail'],
])('a banned word is found in %s', (_name, path, before, after, word) => {
  const file = join(copy, path)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(before)
  writeFileSync(file, text.replace(before, after))
  const { status, lines } = check()
  writeFileSync(file, text)
  expect(status).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`${path}:`)
  expect(lines[0]).toContain(`"${word}"`)
})

test('every exception to the list has a reason', () => {
  const { exceptions } = JSON.parse(readFileSync('scripts/words.json', 'utf8')) as { exceptions: { why: string }[] }
  for (const { why } of exceptions) expect(why.length).toBeGreaterThan(20)
})
