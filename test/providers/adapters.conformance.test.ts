import { existsSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/engines.ts'
import type { AgentConfig, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/providers/simulator/simulator.ts'
import { memoryStore } from '../../src/providers/simulator/store.ts'
import { CONFIG, KEYS, providersAt, saveNothing } from './adapterKit.ts'

type Json = Record<string, unknown>
interface Operation {
  requestBody?: { content: Record<string, { schema: unknown }> }
}
interface Logged {
  method: string
  path: string
  body: unknown
}

const folder = new URL('../../../shared/data/openapi/', import.meta.url)
const documentOf = (name: ProviderName) => new URL(`${name}-subset.json`, folder)
const absent = !VOICE_ENGINES.every((name) => existsSync(documentOf(name)))

/** OpenAPI 3.0 as JSON Schema: nullable spelt out, empty enums dropped, and oneOf read as anyOf, since the vendors' alternatives overlap. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema)
  if (node === null || typeof node !== 'object') return node
  const { nullable, discriminator: _discriminator, oneOf, ...rest } = node as Json
  const schema = Object.fromEntries(
    Object.entries({ ...rest, ...(oneOf !== undefined && { anyOf: oneOf }) }).map(([key, value]) => [key, toJsonSchema(value)]),
  ) as Json
  if (Array.isArray(schema.enum)) {
    const values = [...new Map(schema.enum.map((value) => [JSON.stringify(value), value])).values()]
    delete schema.enum
    if (values.length > 0 && schema.type !== 'array') schema.enum = values
    if (schema.type === 'object') delete schema.type
  }
  if (schema.exclusiveMinimum === true) {
    schema.exclusiveMinimum = schema.minimum
    delete schema.minimum
  }
  // The vendors write patterns as `/…/flags`.
  if (typeof schema.pattern === 'string') schema.pattern = schema.pattern.replace(/^\/(.*)\/\w*$/, '$1')
  return nullable ? { anyOf: [schema, { type: 'null' }] } : schema
}

const validators = new Map<ProviderName, ReturnType<typeof requestBodies>>()
function validatorsOf(name: ProviderName) {
  if (!validators.has(name)) validators.set(name, requestBodies(name))
  return validators.get(name)!
}

/** Validators of request bodies by `METHOD path`; null where the document knows no such request, or none with a body. */
function requestBodies(name: ProviderName) {
  const document = JSON.parse(readFileSync(documentOf(name), 'utf8')) as { components: Json; paths: Record<string, Record<string, Json>> }
  const ajv = new Ajv({ strict: false, logger: false, inlineRefs: false, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addSchema({ $id: `http://${name}/`, components: toJsonSchema(document.components) } as Json)
  const compiled = new Map<string, ValidateFunction>()
  return (method: string, path: string): ValidateFunction | null => {
    const template = Object.keys(document.paths).find((known) => new RegExp(`^${known.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
    const operation = template ? (document.paths[template]![method.toLowerCase()] as Operation | undefined) : undefined
    const schema = operation?.requestBody?.content['application/json']?.schema
    if (!schema) return null
    const key = `${method} ${template}`
    const absolute = JSON.stringify(toJsonSchema(schema)).replaceAll('"#/components', `"http://${name}/#/components`)
    if (!compiled.has(key)) compiled.set(key, ajv.compile(JSON.parse(absolute) as Json))
    return compiled.get(key)!
  }
}

const config: AgentConfig = {
  ...CONFIG,
  name: 'Ada of Rossi Bikes, who calls about the spring offer',
  tools: [
    { type: 'end_call', name: 'end_call' },
    { type: 'press_digit', name: 'press' },
    {
      type: 'transfer_call',
      name: 'to_sales',
      transfer_destination: { type: 'predefined', number: '+14155550199' },
      transfer_option: { type: 'cold_transfer' },
    },
    {
      type: 'custom',
      name: 'book',
      description: 'Books',
      url: 'https://x.example/book',
      speak_during_execution: true,
      speak_after_execution: true,
      parameters: { type: 'object', properties: { day: { type: 'string' } } },
    },
    { type: 'code', name: 'add', description: 'Adds', code: 'return 1', speak_during_execution: false, speak_after_execution: true },
    { type: 'send_sms', name: 'text', sms_content: { type: 'predefined', text: 'Hi' } },
  ],
  analysis: [
    { name: 'email', type: 'string', description: 'E-mail' },
    { name: 'size', type: 'enum', description: 'Size', choices: ['s', 'm'] },
    { name: 'age', type: 'number', description: 'Age' },
    { name: 'agreed', type: 'boolean', description: '' },
  ],
  recordingEnabled: false,
}

describe.skipIf(absent)(`requests against the vendors' own documents${absent ? ' (skipped: no shared/data/openapi beside the project)' : ''}`, () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>
  let providers: Record<ProviderName, VoiceProvider>
  beforeAll(async () => {
    simulator = await startSimulator({ store: memoryStore(), speed: 250, ...KEYS })
    providers = providersAt(simulator.url)
  })
  afterAll(() => simulator.close())

  test.each(VOICE_ENGINES)('every body sent to %s is valid', async (name) => {
    const provider = providers[name]
    const first = await provider.publishAgent(config, null, saveNothing)
    const agent = await provider.publishAgent({ ...config, recordingEnabled: true }, first, saveNothing)
    const sip = { terminationUri: 'sip:rossi.pstn.example.com:5061;transport=tls', username: 'u', password: 'p' }
    const from = { e164: '+14155550100', providerNumberId: await provider.importNumber({ e164: '+14155550100', label: 'Main', sip }) }
    const call = { ref: randomUUID(), agent, from, to: '+390212340100', recording: true, variables: { first_name: 'Luca' }, timeoutMs: 2_000 }
    const { providerCallId } = await provider.placeCall(call)
    await provider.placeCall({ ...call, ref: randomUUID(), recording: false, language: 'de-DE' })
    await provider.findCall({ ref: call.ref, agent, since: new Date() })
    await provider.endCall(providerCallId)

    const log = (await (await fetch(`${simulator.url}/simulator/requests`)).json()) as Logged[]
    const sent = log.filter(({ path }) => path.startsWith(`/${name}/`))
    const validatorOf = validatorsOf(name)
    const checked = new Set<string>()
    for (const { method, path, body } of sent) {
      const bare = decodeURIComponent(path.slice(name.length + 1).split('?')[0]!)
      const validate = validatorOf(method, bare)
      if (!validate) continue
      checked.add(
        `${method} /${bare
          .split('/')
          .filter((part) => !/\d/.test(part) || part === 'v2' || part === 'v3')
          .join('/')
          .replace(/^\//, '')}`,
      )
      expect(validate(body) || validate.errors, `${method} ${bare}`).toBe(true)
    }
    expect([...checked].sort()).toEqual(
      name === 'retell'
        ? [
            'PATCH /update-agent',
            'PATCH /update-retell-llm',
            'POST /create-agent',
            'POST /create-agent-version',
            'POST /create-retell-llm',
            'POST /import-phone-number',
            'POST /publish-agent-version',
            'POST /v2/create-phone-call',
            'POST /v3/list-calls',
          ]
        : ['PATCH /assistant', 'POST /assistant', 'POST /call', 'POST /phone-number'],
    )
  })

  test('a wrong body would be noticed', () => {
    expect(validatorsOf('retell')('POST', '/create-agent')!({ voice_id: 'x' })).toBe(false)
    expect(validatorsOf('vapi')('POST', '/assistant')!({ maxDurationSeconds: 'long' })).toBe(false)
  })
})
