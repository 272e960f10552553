import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const folder = mkdtempSync(join(tmpdir(), 'callwright-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linter = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')

/** The rules that a document breaks. */
function lint(document: object): Promise<string[]> {
  const path = join(folder, 'openapi.json')
  writeFileSync(path, JSON.stringify(document))
  const env = { PATH: process.env.PATH, HOME: folder, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = [linter, 'lint', path, '--config', resolve('redocly.yaml'), '--format', 'json']
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { env, timeout: 30_000, maxBuffer: 64 << 20 }, (_status, stdout, stderr) => {
      try {
        const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] }
        done(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`))
      } catch {
        fail(new Error(`the linter did not answer: ${stdout}${stderr}`))
      }
    })
  })
}

/** Waits for the linter, a separate process, to read the whole document. */
test('the served document breaks no recommended rule', async () => {
  expect(await lint((await (await fetch(`${testServer().url}/api/v1/openapi.json`)).json()) as object)).toEqual([])
})

/** Waits for the linter, a separate process, to read the whole document. */
test('the linter reports a broken rule', async () => {
  const served = (await (await fetch(`${testServer().url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, { get: { responses: Record<string, object> } }>
  }
  delete (served.paths['/me']!.get as { operationId?: string }).operationId
  served.paths['/me']!.get.responses['429'] = { $ref: '#/components/responses/Nowhere' }
  expect(await lint(served)).toEqual([expect.stringMatching(/^operation-operationId/), expect.stringMatching(/^no-unresolved-refs/)])
})
