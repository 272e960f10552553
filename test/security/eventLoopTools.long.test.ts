import { beforeAll, describe, expect, test } from 'vitest'
import { inputSchemaOf } from '../../src/mcp/schemas.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { connectApp } from '../oauth/oauthFlow.ts'
import { fillSchema, type Schema } from './fullFields.ts'
import { jsonPieces, NOT_READ, repeated, useLoop } from './eventLoop.ts'

/** Every tool for AI clients with arguments as long as possible, and other messages: up to the limit of a request, and four times that. */
const loop = useLoop()
const MIB = 1024 * 1024
const LIMIT = 4 * MIB
let headers: Record<string, string>
beforeAll(async () => {
  const { tokens } = await connectApp({ url: loop.server().url, accessToken: loop.token(), workspaceId: loop.server().demo().workspace_id })
  headers = { Authorization: `Bearer ${tokens.access_token}`, Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' }
})

const post = (body: Buffer[]) =>
  loop.keepsNobodyWaiting(async () => {
    const { status } = await loop.send({ path: '/mcp', headers, body })
    expect(NOT_READ).not.toContain(status)
  })

const tools = routeTable.filter(({ body }) => body)
describe.runIf(process.platform === 'linux').each(tools.map((row) => [row.tool, row] as const))('%s', (name, row) => {
  /** Sends a message of up to 16 MB, and measures the server's CPU time until the response. A slow result is repeated. */
  test.each([1, 4])('at %i times its limits blocks no other request', async (times) => {
    const args = fillSchema(inputSchemaOf(row) as Schema, { times, otherwise: row.bodyLimit ? LIMIT * times * 0.95 : MIB * times })
    await post(jsonPieces({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }))
  })
})

const SHAPES: [string, [string, string, string]][] = [
  ['objects', ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_leads","arguments":{"campaign_id":1,"leads":[', '{"a":{}},', '{}]}}}']],
  ['names', ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"place_call","arguments":{"metadata":[', '{"b":1,"a":2},', '{}]}}}']],
  ['nesting', ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":', '[', '']],
  ['lists', ['[', '[],', '[]]']],
  ['messages', ['[', '{"jsonrpc":"2.0","id":1,"method":"ping"},', '{}]']],
  ['a name of a method', ['{"jsonrpc":"2.0","id":1,"method":"', 'a', '"}']],
]
describe.runIf(process.platform === 'linux').each(SHAPES)('a message of %s', (_name, parts) => {
  test.each([1, 4])('at %i times its limit blocks no other request', (times) => post(repeated(parts, LIMIT * times * 0.98)))
})
