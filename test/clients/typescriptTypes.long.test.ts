import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const program = `
import { createClient } from ${JSON.stringify(resolve('clients/typescript/dist/index.js'))}
const api = createClient({ baseUrl: 'https://callwright.example', apiKey: 'key' })
void api.post('/calls', { body: { to_number: '+12125550100', agent_id: 1 } })
void api.post('/calls', { body: { to_number: '+12125550100', agent_ref_id: 1 } })
// @ts-expect-error the agent is missing
void api.post('/calls', { body: { to_number: '+12125550100' } })
void api.post('/sms', { body: { to: '+12125550100', text: 'Hello' } })
void api.post('/sms', { body: { to_number: '+12125550100', body: 'Hello' } })
// @ts-expect-error the text is missing
void api.post('/sms', { body: { to_number: '+12125550100' } })
// @ts-expect-error the number is missing
void api.post('/sms', { body: { body: 'Hello' } })
// @ts-expect-error the body is missing
void api.post('/sms', {})
`

/** Compiles a program, and first the package unless it is already built. */
test('the compiler detects a missing field, whichever of its two names is missing', { timeout: 180_000 }, () => {
  execFileSync(process.execPath, ['clients/typescript/build.mjs'], { stdio: ['ignore', 'inherit', 'inherit'] })
  const folder = mkdtempSync(join(tmpdir(), 'callwright-types-'))
  try {
    writeFileSync(join(folder, 'program.mts'), program)
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', join(folder, 'program.mts')]
    const tsc = resolve('clients/typescript/node_modules/typescript/bin/tsc')
    expect(() => execFileSync(process.execPath, [tsc, ...options], { encoding: 'utf8' })).not.toThrow()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
