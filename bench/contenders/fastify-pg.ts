import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as agents from '../byhand/agents.ts'
import { type Caller, callerOf, requireScope } from '../byhand/callers.ts'
import * as calls from '../byhand/calls.ts'
import { connect } from '../byhand/database.ts'
import { failure, parsed } from '../byhand/errors.ts'
import { type Answer, claimOf } from '../byhand/idempotency.ts'
import { AgentBody, CallBody } from '../byhand/inputs.ts'
import { limit } from '../byhand/limiter.ts'
import * as placements from '../byhand/placements.ts'
import { useProvider } from '../byhand/provider.ts'
import { begin } from '../byhand/requests.ts'
import type { Environment } from '../ground.ts'
import { callSchema, pageSchema } from './fastify-schemas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    rawBody: Buffer | null
  }
}

/** The same server as `express-pg`, on Fastify 5, which serializes responses by schema. */
export async function start({ databaseUrl, simulator }: Environment): Promise<string> {
  connect(databaseUrl)
  useProvider(simulator)
  const app = Fastify({ bodyLimit: 262_144 })
  app.decorateRequest('caller', null)
  app.decorateRequest('rawBody', null)
  readRawBodies(app)
  app.setErrorHandler((error, _req, reply) => {
    const { status, body } = failure(error)
    return reply.status(status).send(body)
  })
  app.setNotFoundHandler((_req, reply) => reply.status(404).send({ detail: 'Not Found' }))
  await app.register(
    async (api) => {
      api.addHook('onRequest', identify)
      api.get('/calls', { preHandler: scope('calls:read'), schema: { response: { 200: pageSchema } } }, (req) =>
        calls.list(req.caller!, parsed(calls.CallsQuery, 'query', req.query)),
      )
      api.get('/calls/:call_id', { preHandler: scope('calls:read'), schema: { response: { 200: callSchema } } }, (req) =>
        calls.get(req.caller!, (req.params as { call_id: string }).call_id),
      )
      api.post('/agents', { preHandler: scope('agents:write') }, async (req, reply) =>
        send(reply, await agents.create(req.caller!, parsed(AgentBody, 'body', req.body), claimIn(req))),
      )
      api.post('/calls', { preHandler: scope('calls:write') }, async (req, reply) =>
        send(reply, await placements.place(req.caller!, parsed(CallBody, 'body', req.body), claimIn(req))),
      )
    },
    { prefix: '/api/v1' },
  )
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Authenticates a request and counts it against the rate limits. */
async function identify(req: FastifyRequest, reply: FastifyReply) {
  const record = begin(req.raw, reply.raw, () => req.routeOptions.url ?? 'unknown')
  reply.header('Cache-Control', 'no-store')
  reply.header('X-Content-Type-Options', 'nosniff')
  const key = req.headers['x-api-key']
  req.caller = await callerOf(key === undefined ? undefined : String(key))
  record.workspaceId = req.caller.workspaceId
  limit(req.caller.workspaceId, reply.raw)
}

const scope = (name: string) => async (req: FastifyRequest) => requireScope(req.caller!, name)

/** Keeps the raw bytes of a body, by which repeated requests are compared. */
function readRawBodies(app: FastifyInstance) {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (req, body, done) => {
    req.rawBody = body as Buffer
    try {
      done(null, JSON.parse(body.toString('utf8')))
    } catch {
      done(Object.assign(new Error('the body is not valid JSON'), { status: 400 }))
    }
  })
}

const claimIn = (req: FastifyRequest) =>
  claimOf(req.caller!, {
    key: req.headers['idempotency-key'] as string | undefined,
    method: req.method,
    path: req.url.replace('/api/v1', ''),
    raw: req.rawBody ?? undefined,
  })

function send(reply: FastifyReply, { status, body, replayed }: Answer) {
  if (replayed) reply.header('Idempotent-Replayed', 'true')
  return reply.status(status).type('application/json; charset=utf-8').send(body)
}
