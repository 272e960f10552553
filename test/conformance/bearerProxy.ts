import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Adds an access token to every request, since the suite has no option for one, and is else not to be noticed: a Host or an Origin that
 * names the proxy names the server then, and any other is passed on as it is.
 */
export async function bearerProxy(target: string, token: string) {
  const { hostname, port, host } = new URL(target)
  const own = () => `${hostname}:${(server.address() as AddressInfo).port}`
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    for (const name of ['host', 'origin'] as const) if (headers[name]) headers[name] = headers[name].replace(own(), host)
    const forwarded = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve))
  return {
    url: `http://${own()}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
