import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import { toolsOf } from '../../src/mcp/tools.ts'
import type { Route } from '../../src/rest/route.ts'
import * as idempotency from '../../src/services/shared/idempotency.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { type RequestFixture, useRequestFixture } from '../kit/fixtures/requestFixture.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { callTool } from './kit.ts'

// No jobs run, so that nothing changes between the REST and the MCP request.
const testServer = useTestServer({ env: { ROLE: 'api' } })
const fixture = useRequestFixture(testServer)
const tokens = new WeakMap<RequestFixture, string>()
let token: string
beforeEach(async () => {
  const { tenant_id: workspaceId } = (await fixture().key.get('/me')).body
  token = tokens.get(fixture()) ?? (await addConnectedApp(testServer(), workspaceId)).token
  tokens.set(fixture(), token)
})

const tools = [...toolsOf(schema, idempotency).values()]
const ajv = new Ajv2020({ strict: false })

interface Input {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body?: Record<string, unknown>
}

let phoneCount = 0
const nextPhoneNumber = () => `+1416555${1_000 + (phoneCount += 1)}`
const createAgent = async () => String((await fixture().key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id)
const pathIdOf = (path: `/${string}`) => fixture().request({ method: 'GET', path }).path.split('/').at(-1)!

/** A valid request of a route in parts. It creates, publishes or ends a different resource each time. */
async function inputOf(row: Route): Promise<Input> {
  const { path, body } = fixture().request(row)
  const pattern = new RegExp(`^${row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const pathParameters = Object.fromEntries(Object.entries({ ...pattern.exec(path)!.groups }).map(([name, value]) => [name, decodeURIComponent(value!)]))
  const queryParameters = Object.fromEntries(Object.entries(row.example?.params ?? {}).filter(([name]) => row.query && name in row.query.shape))
  if (queryParameters.campaign_id) queryParameters.campaign_id = pathIdOf('/campaigns/{campaign_id}')
  if (queryParameters.agent_id) queryParameters.agent_id = pathIdOf('/agents/{agent_id}')
  if (row.tool === 'remove_dnc_entry') await fixture().key.post('/dnc', { phone_number: pathParameters.phone_number })
  if (row.tool === 'upsert_leads') Object.assign(body!, { items: [{ external_id: nextPhoneNumber(), phone: nextPhoneNumber() }] })
  return {
    path: pathParameters.agent_id ? { agent_id: await createAgent() } : pathParameters,
    query: queryParameters,
    body: row.tool === 'add_leads' ? { leads: [{ phone_number: nextPhoneNumber() }] } : body,
  }
}

/** Send the same request over REST and over MCP. */
async function sendOverRest({ method, path }: Route, input: Input) {
  const search = new URLSearchParams(Object.entries(input.query).map(([name, value]) => [name, String(value)])).toString()
  const address = `${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.path[name])))}${search && `?${search}`}`
  const { status, body } = await fixture().key.raw(address, {
    method,
    ...(input.body && { body: JSON.stringify(input.body), headers: { 'Content-Type': 'application/json' } }),
  })
  return { status, response: status === 204 ? { deleted: true } : body }
}
async function sendOverMcp({ tool, status }: Route, input: Input) {
  const { isError, response } = await callTool(testServer(), token, tool, { ...input.path, ...input.query, ...input.body })
  return isError ? { status: response.status as number, response: { detail: response.detail } } : { status, response }
}

/** Fields that differ between resources or over time. */
const VARIABLE_FIELDS = /^(id|ref|secret|.*_id|.*_at|phone_number|to_number|download_url|name)$/
const maskVariableFields = (value: unknown, variableFields: RegExp): unknown =>
  JSON.parse(JSON.stringify(value, (name, child: unknown) => (variableFields.test(name) && child !== null ? typeof child : child)))

describe.each(tools.map(({ row, definition }) => [row.tool, row, definition] as const))('%s', (_name, row, { outputSchema }) => {
  test('returns what REST returns, and its output schema matches', async () => {
    const first = await inputOf(row)
    // The first request can create and return a secret.
    if (row.method === 'PUT') await sendOverRest(row, first)
    const rest = await sendOverRest(row, first)
    const mcp = await sendOverMcp(row, row.method === 'GET' ? first : await inputOf(row))
    expect(rest.status, JSON.stringify(rest.response)).toBe(row.status)
    // The message's status can change in between.
    const variableField = row.tool === 'send_sms' ? 'status' : 'ref'
    const own = row.method === 'GET' ? /^(download_url|expires_at)$/ : new RegExp(`${VARIABLE_FIELDS.source}|^${variableField}$`)
    expect({ ...mcp, response: maskVariableFields(mcp.response, own) }).toEqual({ ...rest, response: maskVariableFields(rest.response, own) })
    expect(ajv.validate(outputSchema!, mcp.response), ajv.errorsText()).toBe(true)
  })

  test('refuses what REST refuses, with the same errors', async () => {
    const validInput = await inputOf(row)
    const invalidInputs: Input[] = [
      ...Object.keys(validInput.path).flatMap((name) => ['999999', 'none'].map((value) => ({ ...validInput, path: { ...validInput.path, [name]: value } }))),
      ...Object.keys(row.query?.shape ?? {}).map((name) => ({ ...validInput, query: { ...validInput.query, [name]: 'x y' } })),
      ...Object.keys(row.body?.shape ?? {}).flatMap((name) =>
        [{}, 'x'.repeat(70_000)].map((value) => ({ ...validInput, body: { ...validInput.body, [name]: value } })),
      ),
      ...(row.body
        ? [
            { ...validInput, body: {} },
            { ...validInput, body: { ...validInput.body, name: 'a\u0000b', more: 'x'.repeat(12_000) } },
          ]
        : []),
    ]
    let refusedCount = 0
    for (const input of invalidInputs) {
      const rest = await sendOverRest(row, input)
      if (rest.status < 400) continue
      refusedCount++
      expect(await sendOverMcp(row, input), JSON.stringify(input).slice(0, 500)).toEqual(rest)
    }
    const mayFail = Object.keys(validInput.path).length > 0 || row.query || row.body
    expect(refusedCount > 0).toBe(Boolean(mayFail))
  })
})
