import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { providersAt } from './adapterKit.ts'

/** How a proxy handles a request: forwards it, rejects it, drops it, or forwards it and drops the response. */
export type ProxyBehavior = 'answered' | 'refused' | 'lost' | 'unanswered'
export type RewriteBody = (path: string, body: string) => string

/**
 * Returns a function that creates both adapters behind a new proxy to the simulator. `behaviorOf` decides about each request, and `rewriteBody`
 * changes response bodies. The proxies close after the tests.
 */
export function useFaultyProxies(simulatorUrl: () => string) {
  const proxies: http.Server[] = []
  afterAll(() => {
    for (const proxy of proxies) {
      proxy.closeAllConnections()
      proxy.close()
    }
  })
  return async (
    behaviorOf: (nth: number, path: string) => ProxyBehavior,
    rewriteBody: RewriteBody = (_path, body) => body,
  ): Promise<Record<ProviderName, VoiceProvider>> => {
    let requestCount = 0
    const proxy = http.createServer(async (req, res) => {
      const behavior = behaviorOf(++requestCount, req.url!)
      if (behavior === 'lost') return void req.socket.destroy()
      if (behavior === 'refused') return void res.writeHead(400).end('{"message":"No"}')
      const upstreamRequest = http.request(simulatorUrl() + req.url!, { method: req.method!, headers: req.headers }).end(await buffer(req))
      const [upstreamResponse] = (await once(upstreamRequest, 'response')) as [http.IncomingMessage]
      const body = rewriteBody(req.url!, await text(upstreamResponse))
      const { 'content-length': _length, ...headers } = upstreamResponse.headers
      if (behavior === 'unanswered') req.socket.destroy()
      else res.writeHead(upstreamResponse.statusCode!, headers).end(body)
    })
    proxies.push(proxy)
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    return providersAt(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  }
}

/**
 * Runs an operation and simulates a crash of the process after its nth request took effect, before the response. Returns false if the operation
 * sent fewer requests. The operation gets a provider and a function to call before each save, which throws after the crash.
 */
export async function crashesAt(
  connectViaProxy: ReturnType<typeof useFaultyProxies>,
  name: ProviderName,
  nth: number,
  operation: (provider: VoiceProvider, throwIfCrashed: () => void) => Promise<unknown>,
): Promise<boolean> {
  let reportCrash = () => {}
  const crash = new Promise<boolean>((resolve) => (reportCrash = () => resolve(true)))
  let hasCrashed = false
  const behaviorOf = (count: number): ProxyBehavior => {
    if (hasCrashed) return 'lost'
    hasCrashed = count === nth
    return hasCrashed ? 'unanswered' : 'answered'
  }
  const { [name]: provider } = await connectViaProxy(behaviorOf, (_path, body) => {
    if (hasCrashed) reportCrash()
    return body
  })
  const throwIfCrashed = () => {
    if (hasCrashed) throw new Error('dead')
  }
  return Promise.race([crash, operation(provider, throwIfCrashed).then(() => false)])
}
