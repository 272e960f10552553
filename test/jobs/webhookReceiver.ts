import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Actor } from '../../src/actor.ts'
import { anyWorkspace, db, transaction } from '../../src/db.ts'
import * as deliveries from '../../src/services/deliveries.ts'
import * as webhooks from '../../src/services/webhooks.ts'
import { settings } from '../../src/settings.ts'

export interface Received {
  headers: http.IncomingHttpHeaders
  body: Buffer
}
type Reply = (response: http.ServerResponse, nth: number) => void
/** Answers with these statuses in turn, the last one from then on. */
export const status =
  (...statuses: number[]): Reply =>
  (response, nth) => {
    response.writeHead(statuses[Math.min(nth, statuses.length) - 1]!).end(`answer ${nth}`)
  }

const closing: (() => void)[] = []
/** Drops every connection to the receivers. */
export const closeReceivers = () => {
  for (const close of closing.splice(0)) close()
}
/** The delays as they are outside of tests. */
export const SLOW = [...deliveries.RETRY_DELAYS_MS]
beforeAll(() => {
  settings.allowPrivateWebhooks = true
})
afterAll(() => {
  settings.allowPrivateWebhooks = false
})
beforeEach(() => {
  deliveries.RETRY_DELAYS_MS.splice(0, 2, 20, 40)
})
afterEach(() => {
  settings.allowPrivateWebhooks = true
  deliveries.RETRY_DELAYS_MS.splice(0, 2, ...SLOW)
  closeReceivers()
})

/** A customer's server; gone after the test. */
export async function receiver(reply: Reply) {
  const received: Received[] = []
  const inFlight = { now: 0, most: 0 }
  const server = http
    .createServer((request, response) => {
      const chunks: Buffer[] = []
      inFlight.most = Math.max(inFlight.most, ++inFlight.now)
      response.on('finish', () => {
        inFlight.now--
      })
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => reply(response, received.push({ headers: request.headers, body: Buffer.concat(chunks) })))
    })
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, inFlight }
}

export async function workspace(url: string) {
  const { id } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  const actor: Actor = { kind: 'key', workspaceId: id, scopes: new Set() }
  const { secret } = await webhooks.update(actor, { url })
  return { actor, secret: secret! }
}
export const enqueue = async ({ workspaceId }: Actor, eventId = '1') => {
  await transaction((tx) => deliveries.enqueue(tx, { workspaceId, type: 'call.completed', eventId, data: { note: 'Grüße 👋' } }))
  return (await db.webhookDelivery.findFirstOrThrow({ where: { workspaceId, eventId } })).id
}
