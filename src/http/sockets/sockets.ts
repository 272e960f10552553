import type { IncomingMessage, Server } from 'node:http'
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { DomainError, unauthenticated } from '../../kernel/vocabulary/errors.ts'
import { rememberSourcesSync } from '../../kernel/json/jsonMembers.ts'
import { withVerbatim } from '../../kernel/json/jsonSource.ts'
import { requireAllowance } from '../../kernel/http/limits.ts'
import { log } from '../../kernel/log.ts'
import { pathOf } from '../../kernel/http/requests.ts'
import { contextFor } from '../../schema/base/context.ts'
import { schema } from '../../schema/index.ts'
import type { RateLimits } from '../../services/rateLimits/rateLimits.ts'
import { browserOf } from '../dashboard/browser.ts'
import { type Admit, countPerson, type Credentials, credentialsOf, headerCredentials, authenticateKey, authenticatePerson } from '../caller.ts'
import { registerSocket, TRY_AGAIN_LATER, UNAUTHORIZED } from './closeCodes.ts'
import { executeOperation } from '../graphql/compiled.ts'
import { parse } from '../graphql/documents.ts'
import { serveListeners, wantsToListen } from './listen.ts'
import { checkOperation } from '../graphql/operations.ts'
import { originOf } from '../origin.ts'
import { withoutQuotedValue } from '../graphql/quotedValues.ts'
import { withPublicErrors } from '../graphql/publicErrors.ts'
import { toRefusal } from '../graphql/refusals.ts'
import { createSharing, type SocketExtra } from './sharing.ts'
import { withoutUpgrade } from './upgrades.ts'

type Extra = SocketExtra & {
  actor?: Actor
  /** The key that opened the socket. */
  key?: string
  /** Whether access has ended. */
  isEnded?: () => boolean
}

/**
 * Subscriptions over graphql-ws at `/graphql`. The client sends `{ apiKey }` or `{ accessToken }` (or either as
 * `authorization: Bearer …`) when it connects. A socket whose key, session or membership ends is closed with 4401, one whose role changes with 4403.
 * Operations of a key count against its workspace's limits, like its requests. Subscribers of the same operation share one execution
 * (`sharing.ts`). Also serves `/listen` for live calls.
 */
export function serveSockets(server: Server, admit: Admit, limits: RateLimits) {
  const wss = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  const listeners = serveListeners()
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return withoutUpgrade(server, request, socket, head)
    socket.on('error', () => {})
    if (wantsToListen(request)) return listeners.open(request, socket, head)
    if (pathOf(request) !== '/graphql' || !isSameOrigin(request)) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    wss.handleUpgrade(request, socket, head, (opened) => wss.emit('connection', opened, request))
  })
  wss.on('connection', patchVerbatimJson)
  const shared = createSharing()
  const graphqlWs = useServer<Record<string, unknown>, Extra>(
    {
      schema,
      ...shared,
      subscribe: (args) => refusalResult(args) ?? shared.subscribe(args),
      execute: (args) => refusalResult(args) ?? runOperation(args),
      onError: (_ctx, _id, _payload, errors) => errors.map(withoutQuotedValue),
      onNext: (_ctx, _id, _payload, _args, result) => withPublicErrors(result),
      connectionInitWaitTimeout: 3_000,
      async onConnect({ connectionParams, extra }) {
        try {
          const credentials = credentialsFor(connectionParams ?? {}, extra.request)
          const actor = await callerOf(credentials, extra.request)
          if (!actor) return extra.socket.close(UNAUTHORIZED, 'Sign in or send an API key.')
          // A socket outlives its access token: it depends on the session.
          const isEnded = registerSocket({ ...actor, until: undefined }, extra.socket)
          Object.assign(extra, { actor, key: credentials.key, isEnded })
          return true
        } catch (error) {
          return extra.socket.close(...closeReasonOf(error))
        }
      },
      async onSubscribe({ extra: { actor, key, request, socket, isEnded } }, _id, payload) {
        rememberSourcesSync(lastTexts.get(socket) ?? '', { payload }, LEVELS)
        const { query, operationName, variables } = payload
        if (isEnded?.()) return [toRefusal(unauthenticated('access_revoked'))]
        try {
          if (key !== undefined) requireAllowance((await admit(key, request)).allowance)
          else if (actor) await countPerson(limits, actor)
          const document = parse(query)
          const errors = checkOperation({ schema, document, operationName, variables: variables ?? {} }, actor ?? null)
          if (errors.some((error) => !(error.originalError instanceof DomainError))) return errors
          const args: CheckedArgs = { schema, document, operationName, variableValues: variables, errors }
          return args
        } catch (error) {
          return [error instanceof GraphQLError ? error : toRefusal(error)]
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

/** The last message of each socket, as text; graphql-ws passes it on synchronously as an object. */
const lastTexts = new WeakMap<WebSocket, string>()
/** Depth of the deepest free JSON: `payload.variables.input.leads[0].data`. */
const LEVELS = 6

/** Preserves the source text of free JSON in both directions (`jsonSource.ts`). */
function patchVerbatimJson(socket: WebSocket) {
  socket.on('message', (message: Buffer) => lastTexts.set(socket, message.toString()))
  const send = socket.send.bind(socket) as (...sent: unknown[]) => void
  socket.send = (data: unknown, ...others: unknown[]) => send(typeof data === 'string' ? withVerbatim(data) : data, ...others)
}

/** Arguments of a valid document, with the reasons why the caller cannot run its operation. */
type CheckedArgs = ExecutionArgs & { errors?: readonly GraphQLError[] }

/** Sends refusals as a result, which clients treat as that of the operation; only invalid documents get an `error` message. */
const refusalResult = ({ errors = [] }: CheckedArgs): ExecutionResult | null => (errors.length > 0 ? { errors } : null)

/** Runs an operation without throwing: an error would close the socket with all its operations. */
const runOperation = (args: ExecutionArgs) => executeOperation(args).catch((error: unknown): ExecutionResult => ({ errors: [toRefusal(error)] }))

/** Returns the close code and reason: final for an invalid credential, otherwise "try again later". Does not expose internal errors. */
function closeReasonOf(error: unknown): [code: number, reason: string] {
  if (error instanceof DomainError) return [error.code === 'UNAUTHENTICATED' ? UNAUTHORIZED : TRY_AGAIN_LATER, error.message]
  log.error({ err: error }, 'could not open a WebSocket')
  return [TRY_AGAIN_LATER, 'Try again later']
}

const callerOf = async (credentials: Credentials, request: IncomingMessage): Promise<Actor | null> =>
  credentials.key === undefined ? authenticatePerson(credentials) : (await authenticateKey(credentials.key, request)).actor

/** Reads the credentials from the connection parameters, otherwise from the upgrade request. */
function credentialsFor(params: Record<string, unknown>, request: IncomingMessage): Credentials {
  const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
  const apiKey = text(params.apiKey) ?? text(params.api_key) ?? text(params['X-API-Key']) ?? text(params['x-api-key'])
  const bearer = text(params.accessToken) ?? text(params.token) ?? (text(params.authorization) ?? text(params.Authorization))?.replace(/^Bearer /i, '')
  const header = headerCredentials(request)
  return credentialsOf({ apiKey: apiKey ?? header.apiKey, bearer: bearer ?? header.bearer })
}

/** Whether the socket comes from our own site or from a client that is not a browser. */
function isSameOrigin({ headers }: IncomingMessage) {
  if (!headers.origin) return true
  try {
    return new URL(headers.origin).host === headers.host
  } catch {
    return false
  }
}
