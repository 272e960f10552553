import type { IncomingMessage, Server } from 'node:http'
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { DomainError, unauthenticated } from '../kernel/vocabulary/errors.ts'
import { keepSourcesNow } from '../kernel/json/jsonMembers.ts'
import { withVerbatim } from '../kernel/json/jsonSource.ts'
import { refuseBeyond } from '../kernel/http/limits.ts'
import { log } from '../kernel/log.ts'
import { pathOf } from '../kernel/http/requests.ts'
import { contextFor } from '../schema/context.ts'
import { schema } from '../schema/index.ts'
import type { RateLimits } from '../services/rateLimits/rateLimits.ts'
import { browserOf } from './browser.ts'
import { type Admit, countPerson, type Credentials, credentialsOf, headerCredentials, holderOf, personOf } from './caller.ts'
import { registerSocket, TRY_AGAIN_LATER, UNAUTHORIZED } from './closings.ts'
import { execution } from './compiled.ts'
import { parse } from './documents.ts'
import { serveListeners, wantsToListen } from './listen.ts'
import { describeSchema, isIntrospection, judge } from './operations.ts'
import { originOf } from './origin.ts'
import { withoutValue } from './quotedValues.ts'
import { withTellableErrors } from './tellableErrors.ts'
import { refusalOf } from './refusals.ts'
import { sharing, type Wire } from './sharing.ts'
import { withoutUpgrade } from './upgrades.ts'

type Extra = Wire & {
  actor?: Actor
  /** The key that the socket was opened with. */
  key?: string
  /** Whether access has ended since. */
  isEnded?: () => boolean
}

/**
 * Subscriptions over graphql-ws at `/graphql`. The client sends `{ apiKey }` or `{ accessToken }` (or either as
 * `authorization: Bearer …`) when it connects. A socket whose key, session or membership ends is closed with 4401, one whose role changes with 4403.
 * What a key asks over a socket counts against its workspace's limits as its requests do. Watchers who ask the same share
 * one execution (`sharing.ts`). Beside it, live calls are heard.
 */
export function serveSockets(server: Server, admit: Admit, limits: RateLimits) {
  const wss = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  const listeners = serveListeners()
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return withoutUpgrade(server, request, socket, head)
    socket.on('error', () => {})
    if (wantsToListen(request)) return listeners.open(request, socket, head)
    if (pathOf(request) !== '/graphql' || !fromHere(request)) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    wss.handleUpgrade(request, socket, head, (opened) => wss.emit('connection', opened, request))
  })
  wss.on('connection', verbatimly)
  const shared = sharing()
  const graphqlWs = useServer<Record<string, unknown>, Extra>(
    {
      schema,
      ...shared,
      subscribe: (args) => refusedOf(args) ?? shared.subscribe(args),
      execute: (args) => refusedOf(args) ?? run(args),
      onError: (_ctx, _id, _payload, errors) => errors.map(withoutValue),
      onNext: (_ctx, _id, _payload, _args, result) => withTellableErrors(result),
      connectionInitWaitTimeout: 3_000,
      async onConnect({ connectionParams, extra }) {
        try {
          const credentials = credentialsFor(connectionParams ?? {}, extra.request)
          const actor = await callerOf(credentials, extra.request)
          if (!actor) return extra.socket.close(UNAUTHORIZED, 'Sign in or send an API key.')
          // A socket outlives the access token that it was opened with: it rests on the session.
          const isEnded = registerSocket({ ...actor, until: undefined }, extra.socket)
          Object.assign(extra, { actor, key: credentials.key, isEnded })
          return true
        } catch (error) {
          return extra.socket.close(...refusedWith(error))
        }
      },
      async onSubscribe({ extra: { actor, key, request, socket, isEnded } }, _id, payload) {
        keepSourcesNow(lastTexts.get(socket) ?? '', { payload }, LEVELS)
        const { query, operationName, variables } = payload
        if (isEnded?.()) return [refusalOf(unauthenticated('Access was revoked'))]
        try {
          if (key !== undefined) refuseBeyond((await admit(key, request)).allowance)
          else if (actor) await countPerson(limits, actor)
          const document = parse(query)
          const errors = judge({ schema, document, operationName, variables: variables ?? {} }, actor ?? null)
          if (errors.some((error) => !(error.originalError instanceof DomainError))) return errors
          const args: Judged = { schema, document, operationName, variableValues: variables, errors }
          return args
        } catch (error) {
          return [error instanceof GraphQLError ? error : refusalOf(error)]
        }
      },
      context: ({ extra }) => contextFor(extra.actor ?? null, browserOf(extra.request), originOf(extra.request)),
    },
    wss,
  )

  return {
    async close() {
      listeners.close()
      await graphqlWs.dispose()
    },
  }
}

/** The message that a socket brought last: graphql-ws hands it on as an object, at once. */
const lastTexts = new WeakMap<WebSocket, string>()
/** `payload.variables.input.leads[0].data`: the deepest place of free JSON. */
const LEVELS = 6

/** Has free JSON go in and out as it was written (`jsonSource.ts`). */
function verbatimly(socket: WebSocket) {
  socket.on('message', (message: Buffer) => lastTexts.set(socket, message.toString()))
  const send = socket.send.bind(socket) as (...sent: unknown[]) => void
  socket.send = (data: unknown, ...others: unknown[]) => send(typeof data === 'string' ? withVerbatim(data) : data, ...others)
}

/** A valid document whose operation this caller may not run, with the reasons. */
type Judged = ExecutionArgs & { errors?: readonly GraphQLError[] }

/** What is refused is answered as a result, which clients treat as that of an operation; only invalid documents get an `error` message. */
const refusedOf = ({ errors = [] }: Judged): ExecutionResult | null => (errors.length > 0 ? { errors } : null)

/** What is thrown here would close the socket, and with it everything else that runs over it. */
function run(args: ExecutionArgs) {
  if (!isIntrospection(args)) return execution(args)
  try {
    return describeSchema(args)
  } catch (error) {
    return { errors: [refusalOf(error)] }
  }
}

/** A credential that does not hold never will; everything else may pass, and what went wrong inside is not said. */
function refusedWith(error: unknown): [code: number, reason: string] {
  if (error instanceof DomainError) return [error.code === 'UNAUTHENTICATED' ? UNAUTHORIZED : TRY_AGAIN_LATER, error.message]
  log.error({ err: error }, 'could not open a WebSocket')
  return [TRY_AGAIN_LATER, 'Try again later']
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
