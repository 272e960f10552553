import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { publish } from '../../src/kernel/events.ts'
import { parse, validate } from '../../src/http/graphql/documents.ts'
import { createSharing, type SocketExtra } from '../../src/http/sockets/sharing.ts'
import { contextFor } from '../../src/schema/base/context.ts'
import type { Environment } from '../ground.ts'
import { answer } from '../ipc.ts'
import { liveSchema as schema, progressOf } from './schema.ts'

/** The kinds of servers. `bare` is without GraphQL: it sends one prepared text to every socket. */
export type Mode = 'stock' | 'shared' | 'bare'

let publishEvent = (number: number) => publish('campaign.updated', { workspaceId: 1, campaignId: number })

function serve(mode: Mode): Promise<string> {
  const server = createServer()
  const wss = new WebSocketServer({ server, path: '/graphql' })
  if (mode === 'bare') serveBare(wss)
  else if (mode === 'stock') useServer({ schema }, wss)
  else {
    const context = () => contextFor({ kind: 'key', workspaceId: 1, scopes: new Set() })
    useServer<Record<string, unknown>, SocketExtra>({ schema, parse: (text) => parse(text), validate, ...createSharing(), context }, wss)
  }
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)))
}

function serveBare(wss: WebSocketServer) {
  const watchers = new Set<WebSocket>()
  wss.options.handleProtocols = () => 'graphql-transport-ws'
  wss.on('connection', (socket) => {
    socket.on('message', (message) => {
      if ((message as Buffer).toString().includes('connection_init')) socket.send('{"type":"connection_ack"}')
      else watchers.add(socket)
    })
    socket.once('close', () => watchers.delete(socket))
  })
  publishEvent = (number) => {
    const text = JSON.stringify({ id: '00000000-0000-4000-8000-000000000000', type: 'next', payload: { data: { progress: progressOf(number) } } })
    for (const socket of watchers) socket.send(text)
  }
}

/** The product. This process publishes the changes of a campaign. */
async function serveProduct(environment: Environment, workspaceId: number, campaignId: number): Promise<string> {
  const { start } = await import('../contenders/callwright.ts')
  publishEvent = () => publish('campaign.updated', { workspaceId, campaignId })
  return start(environment)
}

answer({
  serve,
  serveProduct: ({ environment, workspaceId, campaignId }: { environment: Environment; workspaceId: number; campaignId: number }) =>
    serveProduct(environment, workspaceId, campaignId),
  cpu: () => process.cpuUsage(),
  memory: () => (globalThis.gc?.(), process.memoryUsage().rss),
  async publish({ events, everyMs }: { events: number; everyMs: number }) {
    for (let number = 1; number <= events; number++) {
      publishEvent(number)
      await sleep(everyMs)
    }
  },
})
