import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that accepts everything: the customer's endpoint, and the provider of the server written by hand. */
export async function startReceiver() {
  const server = createServer((req, res) => void req.resume().once('end', () => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: async () => void server.close() }
}
