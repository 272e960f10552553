import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { providersAt } from './adapterKit.ts'

/** What becomes of a request on its way: it is answered, refused, lost, or carried out without its answer coming back. */
export type Fate = 'answered' | 'refused' | 'lost' | 'unanswered'
export type Change = (path: string, body: string) => string

/** Makes both adapters on a line of their own to the simulator; `fate` and `change` break or bend what passes. */
export function useLines(simulatorUrl: () => string) {
  const lines: http.Server[] = []
  afterAll(() => {
    for (const proxy of lines) {
      proxy.closeAllConnections()
      proxy.close()
    }
  })
  return async (fate: (nth: number, path: string) => Fate, change: Change = (_path, body) => body): Promise<Record<ProviderName, VoiceProvider>> => {
    let count = 0
    const proxy = http.createServer(async (req, res) => {
      const decided = fate(++count, req.url!)
      if (decided === 'lost') return void req.socket.destroy()
      if (decided === 'refused') return void res.writeHead(400).end('{"message":"No"}')
      const onward = http.request(simulatorUrl() + req.url!, { method: req.method!, headers: req.headers }).end(await buffer(req))
      const [answer] = (await once(onward, 'response')) as [http.IncomingMessage]
      const body = change(req.url!, await text(answer))
      const { 'content-length': _length, ...headers } = answer.headers
      if (decided === 'unanswered') req.socket.destroy()
      else res.writeHead(answer.statusCode!, headers).end(body)
    })
    lines.push(proxy)
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    return providersAt(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  }
}

/**
 * Whether the work dies as if the process did once its n-th request was carried out, before the answer came; false when there were
 * fewer. The work is given a provider and what to call before it saves anything.
 */
export async function diesAt(
  line: ReturnType<typeof useLines>,
  name: ProviderName,
  nth: number,
  work: (provider: VoiceProvider, nothingMore: () => void) => Promise<unknown>,
): Promise<boolean> {
  let died = () => {}
  const death = new Promise<boolean>((resolve) => (died = () => resolve(true)))
  let isDead = false
  const fate = (count: number): Fate => {
    if (isDead) return 'lost'
    isDead = count === nth
    return isDead ? 'unanswered' : 'answered'
  }
  const { [name]: provider } = await line(fate, (_path, body) => {
    if (isDead) died()
    return body
  })
  const nothingMore = () => {
    if (isDead) throw new Error('dead')
  }
  return Promise.race([death, work(provider, nothingMore).then(() => false)])
}
