import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { documentPath, areDocumentsMissing } from '../kit/runner/vendorFolder.ts'
import { sendRequest, FROM, toObject, createRetellAgent, receiveCall, startReceiver, startVendors, createVapiAgent, type Webhook } from './simulatorKit.ts'
import { findUnknownProperties } from '../providers/unknownProperties.ts'

/** Converts OpenAPI 3.0 to JSON Schema: nullable, empty enums, overlapping oneOf and discriminators. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema)
  if (node === null || typeof node !== 'object') return node
  const ignored = new Set(['discriminator', ...('type' in node ? ['example', 'examples', 'xml', 'externalDocs'] : [])])
  const schema: JsonObject = Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !ignored.has(key))
      .map(([key, value]) => [key === 'oneOf' ? 'anyOf' : key, toJsonSchema(value)]),
  )
  if (Array.isArray(schema.enum)) {
    schema.enum = [...new Map(schema.enum.map((value) => [JSON.stringify(value), value])).values()]
    if ((schema.enum as unknown[]).length === 0) delete schema.enum
    else if (schema.type === 'array') {
      schema.items = { ...toObject(schema.items), enum: schema.enum }
      delete schema.enum
    } else if (schema.type === 'object') delete schema.type
  }
  if (schema.exclusiveMinimum === true) {
    schema.exclusiveMinimum = schema.minimum
    delete schema.minimum
  }
  if (schema.nullable !== true) return schema
  delete schema.nullable
  return { anyOf: [schema, { type: 'null' }] }
}

function loadDocument(name: string) {
  const document = JSON.parse(readFileSync(documentPath(`${name}-subset.json`), 'utf8')) as JsonObject
  const id = `https://${name}.example/`
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: id, components: toJsonSchema(document.components) })
  const compiled = new Map<string, ValidateFunction>()
  const compileSchema = (schema: unknown): ValidateFunction => {
    const text = JSON.stringify(toJsonSchema(schema)).replaceAll('"#/components', `"${id}#/components`)
    const validator = compiled.get(text) ?? ajv.compile(JSON.parse(text) as JsonObject)
    compiled.set(text, validator)
    return validator
  }
  const paths = Object.entries(toObject(document.paths)).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    operations: toObject(operations),
  }))
  return {
    schema: (component: string) => compileSchema({ $ref: `#/components/schemas/${component}` }),
    findUnknown: (component: string, value: unknown) => findUnknownProperties(value, [{ $ref: component }], toObject(document.components)),
    unknownInAnswer: (schema: unknown, value: unknown) => findUnknownProperties(value, [schema], toObject(document.components)),
    /** The schema of a response; null if it has no body, undefined if the document lacks the path or status. */
    answer(method: string, path: string, status: number): { validate: ValidateFunction; schema: unknown } | null | undefined {
      const operation = paths.find(({ pattern, operations }) => pattern.test(path) && operations[method.toLowerCase()])?.operations[method.toLowerCase()]
      let response = toObject(toObject(operation).responses)[String(status)]
      if (response === undefined) return undefined
      const reference = toObject(response).$ref
      if (typeof reference === 'string') response = toObject(toObject(document.components).responses)[reference.split('/').at(-1)!]
      const schema = toObject(toObject(toObject(response).content)['application/json']).schema
      return schema === undefined ? null : { validate: compileSchema(schema), schema }
    },
  }
}

const describeErrors = (what: string, validate: ValidateFunction, value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).slice(0, 5).map(({ instancePath, message }: ErrorObject) => `${what}: ${instancePath} ${message}`)

/** Checks every logged response of a vendor against its document. `describedOperations` are those that the document describes. */
async function checkResponses(url: string, name: 'retell' | 'vapi') {
  const document = loadDocument(name)
  const log = (await (await sendRequest(`${url}/simulator/requests`, 'GET')).json()) as { method: string; path: string; status: number; response: unknown }[]
  const describedOperations = new Set<string>()
  const problems: string[] = []
  for (const { method, path, status, response } of log.filter((entry) => entry.path.startsWith(`/${name}/`))) {
    const route = decodeURIComponent(new URL(path, url).pathname).slice(name.length + 1)
    const expected = document.answer(method, route, status)
    if (expected === undefined) continue
    describedOperations.add(`${method} ${route.replace(/[^/]*[0-9a-f+-]{8,}[^/]*/g, '*')} ${status}`)
    if (!expected) continue
    const what = `${method} ${route} ${status}`
    problems.push(
      ...describeErrors(what, expected.validate, response),
      ...document.unknownInAnswer(expected.schema, response).map((place) => `${what}: unknown ${place}`),
    )
  }
  return { document, described: describedOperations, wrong: problems }
}

/** The last webhook of each name, which has the most fields. */
const lastOfEachName = (webhooks: Webhook[]) => [...new Map(webhooks.map((webhook) => [webhook.name, webhook])).values()]

const MAGIC = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009', '0112']

describe.skipIf(areDocumentsMissing)("conformance to the vendors' OpenAPI documents", () => {
  it('every response and webhook of the simulated Retell is valid', async () => {
    const { simulator, retell } = await startVendors({ speed: 1000 })
    const receiver = await startReceiver()
    const { agent, llm, place } = await createRetellAgent(retell, receiver.url)
    await retell.agent.createVersion(agent.agent_id, { base_version: 0 })
    await retell.llm.update(llm.llm_id, { version: 1, general_prompt: 'y' })
    await retell.agent.update(agent.agent_id, { version: 1, agent_name: 'z' })
    await retell.phoneNumber.update(FROM, { nickname: 'n', inbound_agents: null })
    await Promise.all([
      retell.agent.retrieve(agent.agent_id),
      retell.llm.retrieve(llm.llm_id),
      retell.phoneNumber.retrieve(FROM),
      retell.voice.list(),
      retell.concurrency.retrieve(),
    ])
    const ids = await Promise.all(
      MAGIC.map(async (digits) => (await place(`+39021234${digits}`, { metadata: { ref: digits }, retell_llm_dynamic_variables: { a: 'b' } })).call_id),
    )
    const minimalCall = await place('+390212340009', { agent_override: { agent: { data_storage_setting: 'basic_attributes_only' } } })
    for (const id of [...ids, minimalCall.call_id]) {
      await retell.call.retrieve(id)
      await waitFor(
        `the end of ${id} to be reported`,
        () => receiver.webhooksOf(id).filter(({ name }) => ['call_ended', 'call_analyzed'].includes(name)).length === 2,
      )
      await retell.call.retrieve(id)
    }
    await retell.phoneNumber.update(FROM, { inbound_webhook_url: receiver.url, inbound_agents: [{ agent_id: agent.agent_id, weight: 1 }] })
    const inboundCalls = [await receiveCall(simulator.url, 'retell', FROM, '+393331230012'), await receiveCall(simulator.url, 'retell', FROM)]
    for (const { id } of inboundCalls) await receiver.waitForWebhook(id, 'call_analyzed')
    await retell.call.retrieve(inboundCalls[0]!.id)
    await retell.agent.list()
    await retell.llm.list()
    await retell.call.list()
    await retell.call.update(ids[0]!, { metadata: { changed: 'yes' } })
    await retell.call.delete(ids[0]!)
    await retell.phoneNumber.delete(FROM)
    await retell.agent.delete(agent.agent_id)
    await retell.llm.delete(llm.llm_id)
    await retell.phoneNumber.list()
    for (const request of [retell.call.retrieve('none'), retell.agent.create({ voice_id: 'invalid', response_engine: { type: 'retell-llm', llm_id: 'none' } })])
      await request.catch(() => {})

    const { document, described, wrong } = await checkResponses(simulator.url, 'retell')
    const webhook = document.schema('V2CallResponse')
    const webhooks = receiver.received.filter(({ name }) => name !== 'call_inbound')
    const unknown = lastOfEachName(webhooks).flatMap(({ name, body }) =>
      document.findUnknown('V2CallResponse', body.call).map((place) => `${name}: unknown ${place}`),
    )
    expect([...wrong, ...webhooks.flatMap(({ name, body }) => describeErrors(name, webhook, body.call)), ...unknown]).toEqual([])
    expect(described.size).toBeGreaterThanOrEqual(20)
    expect(new Set(webhooks.map(({ name }) => name))).toEqual(new Set(['call_started', 'transcript_updated', 'call_ended', 'call_analyzed']))
    expect(webhooks.filter(({ body }) => (body.call as { direction: string }).direction === 'inbound').length).toBeGreaterThan(4)
    expect(document.findUnknown('V2CallResponse', { ...webhooks[0]!.body.call, made_up: 1 })).toEqual(['/made_up'])
    const { call_id: _left, ...mutilated } = toObject(webhooks[0]!.body.call)
    expect(describeErrors('a call without its id', webhook, mutilated)).not.toEqual([])
  })

  /** Places ten calls in sequence, and compiles the schemas for every response and webhook. */
  it('every response and webhook of the simulated Vapi is valid', async () => {
    const { simulator, vapi } = await startVendors({ speed: 1000 })
    const receiver = await startReceiver()
    const { assistant, number, place } = await createVapiAgent(vapi, { url: receiver.url })
    await vapi.assistants.update({ id: assistant.id, name: 'New' })
    const twilio = await vapi.phoneNumbers.create({ provider: 'twilio', number: '+14155550101', twilioAccountSid: 'AC1', twilioAuthToken: 't' })
    await vapi.phoneNumbers.update({ id: number.id, body: { provider: 'byo-phone-number', name: 'main' } })
    await Promise.all([vapi.assistants.get({ id: assistant.id }), vapi.assistants.list(), vapi.phoneNumbers.get({ id: twilio.id }), vapi.phoneNumbers.list()])
    for (const digits of MAGIC) {
      const { id } = await place(`+39021234${digits}`, { name: digits, assistantOverrides: { metadata: { ref: digits } } })
      await vapi.calls.get({ id })
      await waitFor(
        `the end of ${id} to be reported`,
        () => receiver.webhooksOf(id).filter(({ name }) => ['status-update ended', 'end-of-call-report'].includes(name)).length === 2,
      )
      await vapi.calls.get({ id })
    }
    let reply: JsonObject = { assistantId: assistant.id, assistantOverrides: { variableValues: { first_name: 'Luca' } } }
    const callReceiver = await startReceiver(() => reply)
    await vapi.phoneNumbers.update({ id: number.id, body: { provider: 'byo-phone-number', server: { url: callReceiver.url } } })
    const { id: answeredId } = await receiveCall(simulator.url, 'vapi', FROM, '+393331230012')
    await receiver.waitForWebhook(answeredId, 'end-of-call-report')
    reply = { error: 'Closed.' }
    const { id: rejectedId } = await receiveCall(simulator.url, 'vapi', FROM)
    await callReceiver.waitForWebhook(rejectedId, 'end-of-call-report')
    for (const id of [answeredId, rejectedId]) await vapi.calls.get({ id })
    const calls = await vapi.calls.list()
    await vapi.calls.delete({ id: (calls[0] as { id: string }).id })
    await vapi.phoneNumbers.delete({ id: twilio.id })
    await vapi.assistants.delete({ id: assistant.id })

    const { document, described, wrong } = await checkResponses(simulator.url, 'vapi')
    const webhook = document.schema('ServerMessage')
    const webhooks = [...receiver.received, ...callReceiver.received]
    // The document describes the request that creates an assistant or number. The webhook contains the created one, with fields that Vapi adds.
    const vendorFields = /^\/message\/(assistant|phoneNumber)\/(id|orgId|createdAt|updatedAt|latestVersion|status)$/
    const unknown = lastOfEachName(webhooks).flatMap(({ name, body }) =>
      document
        .findUnknown('ServerMessage', body)
        .filter((place) => !vendorFields.test(place))
        .map((place) => `${name}: unknown ${place}`),
    )
    expect([...wrong, ...webhooks.flatMap(({ name, body }) => describeErrors(name, webhook, body)), ...unknown]).toEqual([])
    expect(document.findUnknown('ServerMessage', { message: { ...webhooks[0]!.body.message, made_up: 1 } })).toContain('/message/made_up')
    expect(callReceiver.namesOf(rejectedId).filter((name) => !name.startsWith('s'))).toEqual(['assistant-request', 'conversation-update', 'end-of-call-report'])
    expect(described.size).toBeGreaterThanOrEqual(14)
    expect(new Set(receiver.received.map(({ name }) => name.split(' ')[0]))).toEqual(
      new Set(['status-update', 'speech-update', 'transcript[transcriptType="final"]', 'conversation-update', 'end-of-call-report']),
    )
    const report = toObject(receiver.received.find(({ name }) => name === 'end-of-call-report')!.body.message)
    expect(describeErrors('a report without its reason', document.schema('ServerMessageEndOfCallReport'), { ...report, endedReason: 'made-up' })).not.toEqual(
      [],
    )
  })
})
