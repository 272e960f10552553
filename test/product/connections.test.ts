import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { watchConnections } from '../../src/http/connections.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

test('a server stops immediately despite an open connection without a request, and after its response to another one', async () => {
  let pendingResponse: ServerResponse | undefined
  const server = createServer((_req, res) => (pendingResponse = res))
  const stop = watchConnections(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  let isCut = false
  silent.on('close', () => (isCut = true)).on('error', () => {})
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
  await waitFor('both connections', () => new Promise<boolean>((resolve) => server.getConnections((_error, count) => resolve(count === 2))))
  // A connection whose request has not been read yet counts as idle.
  const response = await waitFor('the request to be read', () => pendingResponse)
  const stopped = stop(30_000)
  await waitFor('the idle one to close', () => isCut)
  response.end('late')
  expect(await answer).toBe('late')
  await stopped
})
