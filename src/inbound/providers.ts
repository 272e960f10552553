import type { ServerResponse } from 'node:http'
import { type Request, Router } from 'express'
import { admitting } from '../kernel/http/bodyTurns.ts'
import { VOICE_ENGINES } from '../kernel/vocabulary/engines.ts'
import { Malformed } from '../kernel/json/foreignJson.ts'
import { log } from '../kernel/log.ts'
import { webhooksReceived } from '../kernel/metrics.ts'
import { ProviderError, type ProviderName } from '../providers/provider.ts'
import { beginRequest } from '../kernel/http/requests.ts'
import * as providerEvents from '../services/calls/progress/providerEvents.ts'
import { ownerOf, type WebhookOwner } from '../kernel/crypto/webhookTokens.ts'
import { Gone, readBytes, Unread } from './body.ts'

const LIMIT_BYTES = 5 * 1024 * 1024
/** When a provider may try again, in seconds. */
const RETRY_AFTER = '2'

/**
 * Where voice providers send their webhooks, each agent and number at an address of its own: verified on the bytes, stored, acknowledged; the work is a job's. The one
 * kind that waits for more is the question who answers an inbound call. Whatever became of a webhook is counted. The
 * address is a secret and is not logged.
 */
export function providerRouter(): Router {
  const router = Router()
  for (const name of VOICE_ENGINES) {
    for (const path of ['', '/:token'])
      router.all(`/inbound/${name}${path}`, (req: Request<{ token?: string }>, res: ServerResponse) => {
        beginRequest(req, res, `/inbound/${name}`)
        if (req.method !== 'POST') return void res.writeHead(405, { Allow: 'POST' }).end()
        return receive(name, req, res)
      })
  }
  return router
}

async function receive(name: ProviderName, req: Request<{ token?: string }>, res: ServerResponse): Promise<void> {
  try {
    const owner = ownerAt(name, req.params.token)
    const raw = await readBytes(req, LIMIT_BYTES, admitting(res, { workspaceId: owner?.workspaceId ?? 0, class: 'urgent' }))
    const { result, answer } = await providerEvents.receive(name, owner, raw, req.headers)
    webhooksReceived.inc({ provider: name, result })
    if (answer === undefined) res.writeHead(204).end()
    else res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
  } catch (error) {
    if (error instanceof Gone) return
    const { status, result } = refusalOf(error)
    webhooksReceived.inc({ provider: name, result })
    if (result === 'failed') log.error({ err: error, provider: name }, 'could not process a webhook from a voice provider')
    else log.warn({ provider: name, result, address: req.socket.remoteAddress }, 'refused a webhook from a voice provider')
    res.writeHead(status, { ...(status === 503 && { 'Retry-After': RETRY_AFTER }), ...(!req.complete && { Connection: 'close' }) }).end()
  }
}

/** Whose address it is; null of the address without a token, which agents and numbers had before each got its own. */
function ownerAt(name: ProviderName, token: string | undefined): WebhookOwner | null {
  if (token === undefined) return null
  const owner = ownerOf(name, token)
  if (!owner) throw new ProviderError('bad_signature', 'The webhook URL was not issued by this server')
  return owner
}

/** What is said to the sender, which is never why a signature is bad; and what is counted, which is. */
function refusalOf(error: unknown): { status: number; result: string } {
  if (error instanceof Unread) return error.status === 413 ? { status: 413, result: 'oversized' } : { status: 415, result: 'malformed' }
  if (error instanceof Malformed) return { status: 400, result: 'malformed' }
  if (error instanceof ProviderError && error.kind === 'bad_signature') return { status: 401, result: error.info.code === 'stale' ? 'stale' : 'bad_signature' }
  // Nothing was stored and nothing is acknowledged, so the provider sends it again.
  return { status: 503, result: 'failed' }
}
