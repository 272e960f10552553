import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const HEADERS_OF_UPGRADES = /^(connection|upgrade|http2-settings)$/i

/**
 * Serves a request without its protocol upgrade, as HTTP allows. Clients that prefer HTTP/2 ask for it in their first request, and with an
 * upgrade listener Node passes all of them to the listener.
 */
export function withoutUpgrade(server: Server, { method, url, httpVersion, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer) {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) if (!HEADERS_OF_UPGRADES.test(rawHeaders[at]!)) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
