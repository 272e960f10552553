import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { post, type PostOptions } from '../../src/outbound/post.ts'

/** Starts a TCP server that calls `handleSocket` on the first data, until the test ends. Returns its port and what it received. */
export async function server(handleSocket: (socket: net.Socket) => void) {
  const received = { connections: 0, bytes: '' }
  const sockets = new Set<net.Socket>()
  const listener = net
    .createServer((socket) => {
      received.connections++
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('data', () => handleSocket(socket))
      socket.on('data', (chunk) => {
        received.bytes += chunk.toString()
      })
    })
    .listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  }
  onTestFinished(close)
  return { port: (listener.address() as AddressInfo).port, seen: received, sockets, close }
}

/** Responds with a text that is sent as it is. */
export const respondWith = (text: string) => (socket: net.Socket) => {
  socket.end(text)
}

/** Sends a webhook, also to private addresses unless the options say otherwise. */
export const send = (url: string, options: PostOptions = {}) =>
  post(
    { url, headers: { 'Content-Type': 'application/json', 'X-Service-Event': 'call.completed' }, body: '{"text":"ü"}' },
    { allowPrivate: true, timeoutMs: 2_000, ...options },
  )
