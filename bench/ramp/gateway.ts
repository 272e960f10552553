import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer } from '../ipc.ts'
import { createGatewayNotes, type GatewayNotes } from './gatewayNotes.ts'
import { isReady } from './servers.ts'

const PROBE_MS = 250
const KEEP_ALIVE_MS = 65_000

/**
 * The proxy in front of the servers, through which the voice provider's webhooks come. It leaves out a server that does not answer until that is ready again, and
 * repeats no request that a server may have received. It times each webhook from its arrival to its response.
 */
const agent = new Agent({ keepAlive: true })
const upstreams: { url: URL; isLive: boolean; hasLeft?: boolean }[] = []
let notes: GatewayNotes
let turn = 0

answer({
  async start({ servers, speed, sample }: { servers: string[]; speed: number; sample: string }): Promise<string> {
    notes = createGatewayNotes(speed, sample)
    upstreams.push(...servers.map((url) => ({ url: new URL(url), isLive: false })))
    // Longer than a client keeps an idle connection, which would otherwise send a request while this side closes it.
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, receive).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    setInterval(() => void probe(), PROBE_MS)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  /** Sends no further requests to a server, which is about to be stopped. */
  leave(url: string) {
    for (const upstream of upstreams.filter((each) => each.url.origin === url)) Object.assign(upstream, { isLive: false, hasLeft: true })
  },
  notes: () => notes.read(),
})

async function probe() {
  for (const upstream of upstreams) if (!upstream.isLive && (await isReady(upstream.url.origin))) upstream.isLive = !upstream.hasLeft
}

function receive(req: IncomingMessage, res: ServerResponse) {
  const arrivedAt = Date.now()
  const since = performance.now()
  const parts: Buffer[] = []
  req.on('data', (part: Buffer) => parts.push(part))
  req.once('end', () => {
    const body = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    const isWebhook = req.method === 'POST' && req.url!.startsWith('/inbound/')
    const webhook = isWebhook ? notes.arrived(body, arrivedAt) : null
    if (webhook) res.once('close', () => notes.answered(webhook, res.statusCode, performance.now() - since))
    forward(req, body, res)
  })
}

function forward(req: IncomingMessage, body: Buffer, res: ServerResponse) {
  const live = upstreams.filter(({ isLive }) => isLive)
  const upstream = live[turn++ % live.length]
  if (!upstream) return res.writeHead(502).end()
  const { hostname, port } = upstream.url
  const { 'transfer-encoding': _, ...headers } = req.headers
  const sent = request({ agent, hostname, port, method: req.method, path: req.url, headers: { ...headers, 'content-length': body.length } }, (from) => {
    res.writeHead(from.statusCode!, from.headers)
    from.pipe(res)
    from.once('error', () => res.destroy())
  })
  sent.once('error', (error: NodeJS.ErrnoException) => {
    upstream.isLive = false
    if (error.code === 'ECONNREFUSED') forward(req, body, res)
    else if (res.headersSent) res.destroy()
    else res.writeHead(502).end()
  })
  sent.end(body)
}
