import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { watchConnections } from '../../src/http/connections.ts'
import { until } from '../kit/until.ts'

test('a server stops at once though a connection is open that never asked anything, and after its answer to one that did', async () => {
  let asked: ServerResponse | undefined
  const server = createServer((_req, res) => (asked = res))
  const stop = watchConnections(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  let isCut = false
  silent.on('close', () => (isCut = true)).on('error', () => {})
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
  await until('both connections', () => new Promise<boolean>((resolve) => server.getConnections((_error, count) => resolve(count === 2))))
  // A connection whose question has not been read yet counts as one that never asked.
  const response = await until('the question to be read', () => asked)
  const stopped = stop(30_000)
  await until('the silent one to be closed', () => isCut)
  response.end('late')
  expect(await answer).toBe('late')
  await stopped
})
