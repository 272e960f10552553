import type { ServerResponse } from 'node:http'

export type RequestId = string | number | null

/** Sends a JSON-RPC error, for requests that do not reach a tool. */
export function sendError(res: ServerResponse, status: number, error: { code: number; message: string }, id: RequestId = null) {
  const text = JSON.stringify({ jsonrpc: '2.0', id, error })
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text)
}
