import dns from 'node:dns'
import http, { type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { vi } from 'vitest'

/** A public address, as a name of the internet has it. */
export const PUBLIC = '93.184.215.14'

/**
 * Serves every https address of these names from a real server on loopback, as a router between here and there would: names resolve to the
 * addresses given, what the caller thinks of those stays its own matter, and only the connection to a public one leads to the server.
 * Answers the requests that arrived, and how often a connection was begun. Put back by `vi.restoreAllMocks`, and `close`.
 */
export async function documentServer(names: Record<string, string[]>, serve: (req: IncomingMessage, res: ServerResponse) => void) {
  const asked: string[] = []
  const server = http.createServer((req, res) => {
    asked.push(`https://${req.headers.host!.split(':')[0]}${req.url}`)
    serve(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { lookup } = dns
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: object, done: (...args: unknown[]) => void) => {
    const found = names[name]
    if (!found) return lookup(name, options, done as never)
    done(
      null,
      found.map((address) => ({ address, family: 4 })),
    )
  }) as never)
  const begun = vi.spyOn(https, 'request').mockImplementation(((target: URL, options: RequestOptions & { lookup: LookupFunction }) => {
    const { hostname: host, pathname, search } = target
    let peer = ''
    const route: LookupFunction = (name, wanted, done) =>
      options.lookup(name, { ...wanted, all: true }, (error, found) => {
        if (error) return done(error, [])
        peer = (found as { address: string }[])[0]!.address
        done(null, [{ address: '127.0.0.1', family: 4 }])
      })
    const request = http.request({ ...options, host, path: pathname + search, port, lookup: route })
    request.on('socket', (socket) => Object.defineProperty(socket, 'remoteAddress', { get: () => peer }))
    return request
  }) as never)
  return { asked, begun, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
