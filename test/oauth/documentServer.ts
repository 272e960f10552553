import dns from 'node:dns'
import http, { type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { vi } from 'vitest'

/** A public IP address. */
export const PUBLIC = '93.184.215.14'

/**
 * Serves every https URL of these hosts from a server on loopback. Names resolve to the given addresses, the code under test checks them, and
 * only connections that pass its checks reach the server. Returns the requested URLs and a spy of the connections. Undone by
 * `vi.restoreAllMocks` and `close`.
 */
export async function documentServer(hosts: Record<string, string[]>, serve: (req: IncomingMessage, res: ServerResponse) => void) {
  const requestedUrls: string[] = []
  const server = http.createServer((req, res) => {
    requestedUrls.push(`https://${req.headers.host!.split(':')[0]}${req.url}`)
    serve(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { lookup } = dns
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: object, callback: (...args: unknown[]) => void) => {
    const addresses = hosts[name]
    if (!addresses) return lookup(name, options, callback as never)
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  }) as never)
  const connections = vi.spyOn(https, 'request').mockImplementation(((target: URL, options: RequestOptions & { lookup: LookupFunction }) => {
    const { hostname: host, pathname, search } = target
    let peer = ''
    const route: LookupFunction = (name, lookupOptions, callback) =>
      options.lookup(name, { ...lookupOptions, all: true }, (error, addresses) => {
        if (error) return callback(error, [])
        peer = (addresses as { address: string }[])[0]!.address
        callback(null, [{ address: '127.0.0.1', family: 4 }])
      })
    const request = http.request({ ...options, host, path: pathname + search, port, lookup: route })
    request.on('socket', (socket) => Object.defineProperty(socket, 'remoteAddress', { get: () => peer }))
    return request
  }) as never)
  return { requestedUrls, connections, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
