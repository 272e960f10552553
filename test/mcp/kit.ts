import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestServer } from '../kit/server/testServer.ts'

export type Era = 'modern' | 'legacy'

/** Connects the official client with an access token, in the newest protocol revision or in those with a handshake. */
export async function createMcpClient(url: string, token: string, { era = 'modern', headers = {} }: { era?: Era; headers?: Record<string, string> } = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } } as never)
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers: { ...headers, Authorization: `Bearer ${token}` } } })
  await client.connect(transport)
  return client
}

export interface Outcome {
  isError: boolean
  /** The tool's result, or the status and detail of its error. */
  response: Record<string, any>
  meta?: Record<string, unknown>
  links: string[]
}

/** Calls a tool with a plain request of the newest revision. Returns the tool's result, and throws protocol errors. */
export async function callTool(testServer: Pick<TestServer, 'url'>, token: string, name: string, args: object = {}): Promise<Outcome> {
  const { status, body } = await sendMessage(testServer, token, 'tools/call', { name, arguments: args })
  if (body.error) throw Object.assign(new Error(body.error.message), { status, code: body.error.code })
  const { isError = false, content, structuredContent, _meta } = body.result
  const text = JSON.parse(content[0].text)
  return { isError, response: structuredContent ?? text, meta: _meta, links: content.flatMap(({ uri }: { uri?: string }) => uri ?? []) }
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bare', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Sends one message of the newest revision over plain HTTP. */
export async function sendMessage(
  testServer: Pick<TestServer, 'url'>,
  token: string | undefined,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return postBytes(testServer, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }), {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...headers,
  })
}

/** Sends any body to /mcp. */
export async function postBytes({ url }: Pick<TestServer, 'url'>, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
  })
  const text = await response.text()
  const data = response.headers.get('content-type')?.includes('event-stream')
    ? text
        .split('\n')
        .find((line) => line.startsWith('data: {'))!
        .slice(6)
    : text
  return { status: response.status, headers: response.headers, body: data ? JSON.parse(data) : null }
}
