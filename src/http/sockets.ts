import type { IncomingMessage, Server } from 'node:http'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Actor } from '../actor.ts'
import { refuseBeyond } from '../limits.ts'
import { pathOf } from '../requests.ts'
import { contextFor } from '../schema/context.ts'
import { schema } from '../schema/index.ts'
import { browserOf } from './browser.ts'
import { type Admit, type Credentials, credentialsOf, headerCredentials, holderOf, personOf } from './caller.ts'
import { parse, validate } from './documents.ts'
import { serveListeners, wantsToListen } from './listen.ts'
import { originOf } from './origin.ts'
import { withoutValue } from './quotedValues.ts'
import { refusalOf } from './refusals.ts'
import { closeWhenRevoked, FORBIDDEN } from './revocations.ts'
import { sharing, type Wire } from './sharing.ts'
import { withoutUpgrade } from './upgrades.ts'

type Extra = Wire & {
  actor?: Actor
  /** The key that the socket was opened with. */
  key?: string
}

/**
 * Subscriptions over graphql-ws at `/graphql`. The client sends `{ apiKey }` or `{ accessToken }` (or either as
 * `authorization: Bearer …`) when it connects. A socket whose key, session or membership ends is closed with 4403.
 * What a key asks over a socket counts against its workspace's limits as its requests do. Watchers who ask the same share
 * one execution (`sharing.ts`). Beside it, live calls are heard.
 */
export function serveSockets(server: Server, admit: Admit) {
  const sockets = new Map<WebSocket, Actor>()
  const wss = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  const listeners = serveListeners()
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return withoutUpgrade(server, request, socket, head)
    socket.on('error', () => {})
    if (wantsToListen(request)) return listeners.open(request, socket, head)
    if (pathOf(request) !== '/graphql' || !fromHere(request)) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    wss.handleUpgrade(request, socket, head, (opened) => wss.emit('connection', opened, request))
  })
  const graphqlWs = useServer<Record<string, unknown>, Extra>(
    {
      schema,
      parse,
      validate,
      ...sharing(),
      onError: (_ctx, _id, _payload, errors) => errors.map(withoutValue),
      onNext: (_ctx, _id, _payload, _args, result) => (result.errors ? { ...result, errors: result.errors.map(withoutValue) } : undefined),
      connectionInitWaitTimeout: 3_000,
      async onConnect({ connectionParams, extra }) {
        try {
          const credentials = credentialsFor(connectionParams ?? {}, extra.request)
          const actor = await callerOf(credentials, extra.request)
          if (!actor) return extra.socket.close(FORBIDDEN, 'Sign in or send an API key')
          Object.assign(extra, { actor, key: credentials.key })
          sockets.set(extra.socket, actor)
          extra.socket.once('close', () => sockets.delete(extra.socket))
          return true
        } catch (error) {
          return extra.socket.close(FORBIDDEN, error instanceof Error ? error.message : 'Forbidden')
        }
      },
      async onSubscribe({ extra: { key, request } }) {
        if (key === undefined) return
        try {
          refuseBeyond((await admit(key, request)).allowance)
        } catch (error) {
          return [refusalOf(error)]
        }
      },
      context: ({ extra }) => contextFor(extra.actor ?? null, browserOf(extra.request), originOf(extra.request)),
    },
    wss,
  )

  const stop = closeWhenRevoked(sockets)
  return {
    async close() {
      stop()
      listeners.close()
      await graphqlWs.dispose()
    },
  }
}

const callerOf = async (credentials: Credentials, request: IncomingMessage): Promise<Actor | null> =>
  credentials.key === undefined ? personOf(credentials) : (await holderOf(credentials.key, request)).actor

/** What the client sent when it connected, else what its upgrade request carried. */
function credentialsFor(params: Record<string, unknown>, request: IncomingMessage): Credentials {
  const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
  const apiKey = text(params.apiKey) ?? text(params.api_key) ?? text(params['X-API-Key']) ?? text(params['x-api-key'])
  const bearer = text(params.accessToken) ?? text(params.token) ?? (text(params.authorization) ?? text(params.Authorization))?.replace(/^Bearer /i, '')
  const header = headerCredentials(request)
  return credentialsOf({ apiKey: apiKey ?? header.apiKey, bearer: bearer ?? header.bearer })
}

/** A browser says which site opened the socket: only our own may. Other clients say nothing. */
function fromHere({ headers }: IncomingMessage) {
  if (!headers.origin) return true
  try {
    return new URL(headers.origin).host === headers.host
  } catch {
    return false
  }
}
