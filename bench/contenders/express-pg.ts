import type { AddressInfo } from 'node:net'
import express, { type NextFunction, type Request, type Response } from 'express'
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

/** A server for the measured endpoints on Express 5 and pg, carefully written by hand. */
export async function start({ databaseUrl, simulator }: Environment): Promise<string> {
  connect(databaseUrl)
  useProvider(simulator)
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.use('/api/v1', identify, routes())
  app.use((_req, res) => void res.status(404).json({ detail: 'Not Found' }))
  app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
    const { status, body } = failure(error)
    res.status(status).json(body)
  })
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

/** Authenticates a request and counts it against the rate limits. */
async function identify(req: Request, res: Response, next: NextFunction) {
  const record = begin(req, res, () => (req.route as { path?: string } | undefined)?.path ?? 'unknown')
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  const caller = await callerOf(req.get('x-api-key'))
  record.workspaceId = caller.workspaceId
  limit(caller.workspaceId, res)
  res.locals.caller = caller
  next()
}

const callerIn = (res: Response) => res.locals.caller as Caller

const scope = (name: string) => (_req: Request, res: Response, next: NextFunction) => {
  requireScope(callerIn(res), name)
  next()
}

function routes() {
  const router = express.Router()
  router.get('/calls', scope('calls:read'), async (req, res) => {
    res.json(await calls.list(callerIn(res), parsed(calls.CallsQuery, 'query', req.query)))
  })
  router.get('/calls/:call_id', scope('calls:read'), async (req, res) => {
    res.json(await calls.get(callerIn(res), String(req.params.call_id)))
  })
  router.post('/agents', scope('agents:write'), body, async (req, res) => {
    send(res, await agents.create(callerIn(res), parsed(AgentBody, 'body', req.body), claimIn(req, res)))
  })
  router.post('/calls', scope('calls:write'), body, async (req, res) => {
    send(res, await placements.place(callerIn(res), parsed(CallBody, 'body', req.body), claimIn(req, res)))
  })
  return router
}

type WithRaw = Request & { raw?: Buffer }

const body = express.json({
  limit: '256kb',
  verify: (req, _res, raw) => {
    ;(req as WithRaw).raw = raw
  },
})

const claimIn = (req: WithRaw, res: Response) => claimOf(callerIn(res), { key: req.get('idempotency-key'), method: req.method, path: req.path, raw: req.raw })

function send(res: Response, { status, body, replayed }: Answer) {
  if (replayed) res.set('Idempotent-Replayed', 'true')
  res.status(status).type('json').send(body)
}
