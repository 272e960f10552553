import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

/** Opens a socket to app.example.com as a page of that origin does. Returns 101, or the status of the refusal. */
const openFrom = (origin?: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { Host: 'app.example.com' }
    const socket = new WebSocket(`${testServer().url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin, headers })
    socket.on('open', () => (socket.close(), resolve(101)))
    socket.on('unexpected-response', (_request, response) => (response.destroy(), resolve(response.statusCode!)))
    socket.on('error', reject)
  })

test("sockets are opened for the server's own pages and for programs, and for no other site", async () => {
  const own = [undefined, 'http://app.example.com', 'https://app.example.com']
  expect(await Promise.all(own.map(openFrom))).toEqual(own.map(() => 101))
  const others = [
    'https://example.org',
    'https://evil-app.example.com',
    'https://example.com',
    'https://app.example.com.example.org',
    'http://app.example.com:81',
    'null',
  ]
  expect(await Promise.all(others.map(openFrom))).toEqual(others.map(() => 403))
})
