import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const HEADERS_OF_UPGRADES = /^(connection|upgrade|http2-settings)$/i

/**
 * Serves a request as if it had not asked for another protocol, as HTTP lets a server do. Clients that would rather
 * speak HTTP/2 ask so with their first request; once somebody listens for upgrades Node hands them all to the listener.
 */
export function withoutUpgrade(server: Server, { method, url, httpVersion, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer) {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) if (!HEADERS_OF_UPGRADES.test(rawHeaders[at]!)) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
