import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { exchange } from '../../src/outbound/exchange.ts'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

/** A host that never closes an idle connection, and the connections that it got. */
async function startHost(handler: RequestListener = (_, response) => response.end('ok')) {
  const server = createServer({ keepAliveTimeout: 0 }, handler).listen(0, '127.0.0.1')
  const connections: Socket[] = []
  server.on('connection', (socket) => connections.push(socket))
  stops.push(() => (server.closeAllConnections(), server.close()))
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const ask = (reuse: boolean) =>
    exchange({ url, method: 'POST', headers: {}, body: '{}', signal: AbortSignal.timeout(60_000), guard: null, reuse, maxBytes: 100 })
  return { connections, ask }
}

test('requests to a vendor that follow one another share a connection', async () => {
  const { connections, ask } = await startHost()
  for (let n = 0; n < 5; n++) expect((await ask(true)).status).toBe(200)
  expect(connections).toHaveLength(1)
})

test('a request that keeps no connection has one of its own', async () => {
  const { connections, ask } = await startHost()
  for (let n = 0; n < 3; n++) expect((await ask(false)).status).toBe(200)
  expect(connections).toHaveLength(3)
})

/** Waits for the second that a connection is kept. */
test('a connection that no request has used for a while is closed by us', async () => {
  const { connections, ask } = await startHost()
  await ask(true)
  await once(connections[0]!, 'close')
  expect((await ask(true)).status).toBe(200)
  expect(connections).toHaveLength(2)
})

test('a request is sent once, also if the host closes its kept connection without an answer', async () => {
  let requests = 0
  const { ask } = await startHost((request, response) => (++requests === 1 ? response.end('ok') : request.socket.destroy()))
  await ask(true)
  await expect(ask(true)).rejects.toMatchObject({ sent: true, code: 'ECONNRESET' })
  expect(requests).toBe(2)
})
