import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare page</title></head><body><h1>Bare page</h1></body></html>'

/** Serves the least that a browser can paint. */
export async function startPlainPage() {
  const server = createServer((_req, res) => void res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(PAGE))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => (server.close(), server.closeAllConnections()) }
}
