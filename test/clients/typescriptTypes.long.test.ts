import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

/** The package as integrators use it: built, and imported by its name. */
const PACKAGE = '@callwright/client'
beforeAll(() => void execFileSync(process.execPath, ['clients/typescript/build.mjs'], { stdio: ['ignore', 'inherit', 'inherit'] }))

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

/** Compiles a program. */
test('the compiler detects a missing field, whichever of its two names is missing', { timeout: 180_000 }, () => {
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

describe('types', () => {
  const GOOD = `
    import { ApiError, type AssistantAnswer, type AssistantRequest, createClient, type Event, verifyWebhook } from '${PACKAGE}'
    const api = createClient({ baseUrl: 'https://calls.example.com', apiKey: 'ago_', fetch, maxRetries: 2 })
    export async function tour(body: Uint8Array, request: Request) {
      const agent = await api.post('/agents', { body: { name: 'Ada', voice_engine: 'retell' }, headers: { 'Idempotency-Key': 'a-1' } })
      const id: number = agent.id
      const whole = await api.get('/agents/{agent_id}', { params: { path: { agent_id: id } }, signal: AbortSignal.timeout(1_000) })
      const voice: string | null = whole.voice_id
      const nothing: undefined = await api.delete('/agents/{agent_id}', { params: { path: { agent_id: id } } })
      for await (const call of api.pages('/calls', { params: { query: { status: 'completed' } } })) await api.recording(call.id)
      for await (const entry of api.pages('/dnc')) entry.phone_number.slice(1)
      try {
        await api.get('/me')
      } catch (error) {
        if (error instanceof ApiError && Array.isArray(error.detail)) error.detail[0]?.loc.join('.')
      }
      const event: Event = await verifyWebhook(body, request.headers.get('X-Service-Signature'), 'whsec_')
      const { data } = await verifyWebhook<AssistantRequest>(body, request.headers.get('X-Service-Signature'), 'whsec_')
      const answer: AssistantAnswer = { agent_id: 12, variables: { caller: data.from_number } }
      const told: string | number = event.type === 'call.completed' ? event.data.duration_seconds : event.data.body
      return [voice, nothing, told]
    }`

  const WRONG = [
    `api.post('/agents', { body: { name: 'Ada', voice: 'x' } })`,
    `api.post('/agents', { body: { lang: 'en-US' } })`,
    `api.post('/agents')`,
    `api.post('/calls', { body: { to_number: 5 } })`,
    `api.post('/agent', { body: { name: 'Ada' } })`,
    `api.put('/agents', { body: { name: 'Ada' } })`,
    `api.get('/agents/{agent_id}')`,
    `api.get('/agents', { params: { query: { limit: 'many' } } })`,
    `api.get('/agents', { params: { query: { colour: 'blue' } } })`,
    `api.pages('/me')`,
    `api.get('/me').then((me) => me.tenant)`,
    `verifyWebhook('', '', '').then((event) => event.data.body)`,
    `createClient({ baseUrl: '' })`,
  ]

  /** Compiles two programs with all types of the package. */
  test("an integrator's program compiles, and every invalid name and type is an error on its line", () => {
    const head = `import { createClient, verifyWebhook } from '${PACKAGE}'; const api = createClient({ baseUrl: '', apiKey: '' })`
    const programs = { good: GOOD, wrong: [head, ...WRONG].join('\n') }
    const found = compilerErrors(programs)
    expect(found.filter(({ program }) => program !== 'wrong')).toEqual([])
    expect(new Set(found.map(({ line }) => line))).toEqual(new Set(WRONG.map((_, at) => at + 2)))
  })
})

/** The errors of the package's own compiler for programs next to this file. */
function compilerErrors(programs: Record<string, string>) {
  const ts = createRequire(resolve('clients/typescript/package.json'))('typescript')
  const texts = new Map(Object.entries(programs).map(([name, text]) => [resolve(`test/clients/${name}.ts`), text]))
  const options = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (path: string) => texts.has(path) || fileExists(path)
  host.getSourceFile = (path: string, target: unknown, ...more: unknown[]) =>
    texts.has(path) ? ts.createSourceFile(path, texts.get(path), target) : getSourceFile(path, target, ...more)
  const found: any[] = ts.getPreEmitDiagnostics(ts.createProgram([...texts.keys()], options, host))
  return found.map(({ file, start, messageText }) => ({
    program: file ? basename(file.fileName, '.ts') : null,
    line: file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0,
    says: ts.flattenDiagnosticMessageText(messageText, ' '),
  }))
}
