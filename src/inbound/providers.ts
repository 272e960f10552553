import type { ServerResponse } from 'node:http'
import { type Request, Router } from 'express'
import { createAdmission } from '../kernel/http/bodyTurns.ts'
import { VOICE_ENGINES } from '../kernel/vocabulary/engines.ts'
import { MalformedJsonError } from '../kernel/json/untrustedJson.ts'
import { log } from '../kernel/log.ts'
import { webhooksReceived } from '../kernel/metrics.ts'
import { ProviderError, type ProviderName } from '../providers/provider.ts'
import { beginRequest } from '../kernel/http/requests.ts'
import * as providerEvents from '../services/calls/progress/providerEvents.ts'
import { verifyWebhookToken, type WebhookOwner } from '../kernel/crypto/webhookTokens.ts'
import { BodyError, readBytes, RequestAbortedError } from '../kernel/http/requestBody.ts'
import { inWorkspace } from '../kernel/db/workspaceContext.ts'

const MAX_BODY_BYTES = 5 * 1024 * 1024
/** `Retry-After` for providers, in seconds. */
const RETRY_AFTER = '2'

/**
 * Receives voice providers' webhooks, with a separate URL for each agent and number: verifies the raw bytes, stores the event, and
 * acknowledges it. A job processes the event. Only the request for the agent of an inbound call is answered synchronously. Every webhook is
 * counted by result. The URL is a secret and is not logged.
 */
export function providerRouter(): Router {
  const router = Router()
  for (const name of VOICE_ENGINES) {
    for (const path of ['', '/:token'])
      router.all(`/inbound/${name}${path}`, (req: Request<{ token?: string }>, res: ServerResponse) => {
        beginRequest(req, res, `/inbound/${name}`)
        return req.method === 'POST' ? receive(name, req, res) : refuseMethod(name, req.params.token, res)
      })
  }
  return router
}

/** So that `doctor` can tell whether PUBLIC_URL leads to this server or to another one, which didn't issue the URL. */
function refuseMethod(name: ProviderName, token: string | undefined, res: ServerResponse): void {
  const isOurs = token === undefined || verifyWebhookToken(name, token) !== null
  res.writeHead(isOurs ? 405 : 404, isOurs ? { Allow: 'POST' } : {}).end()
}

async function receive(name: ProviderName, req: Request<{ token?: string }>, res: ServerResponse): Promise<void> {
  try {
    const owner = ownerAt(name, req.params.token)
    const admission = createAdmission(res, { workspaceId: owner?.workspaceId ?? 0, class: 'urgent' })
    const raw = await readBytes(req, { limitBytes: MAX_BODY_BYTES, admission, rest: 'unread' })
    const { result, answer } = await inWorkspace(owner?.workspaceId, () => providerEvents.receive(name, owner, raw, req.headers))
    webhooksReceived.inc({ provider: name, result })
    if (answer === undefined) res.writeHead(204).end()
    else res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
  } catch (error) {
    if (error instanceof RequestAbortedError) return
    const { status, result } = refusalOf(error)
    webhooksReceived.inc({ provider: name, result })
    if (result === 'failed') log.error({ err: error, provider: name }, 'could not process a webhook from a voice provider')
    else log.warn({ provider: name, result, address: req.socket.remoteAddress }, 'refused a webhook from a voice provider')
    res.writeHead(status, { ...(status === 503 && { 'Retry-After': RETRY_AFTER }), ...(!req.complete && { Connection: 'close' }) }).end()
  }
}

/** The owner of the URL; null for the legacy URL without a token. */
function ownerAt(name: ProviderName, token: string | undefined): WebhookOwner | null {
  if (token === undefined) return null
  const owner = verifyWebhookToken(name, token)
  if (!owner) throw new ProviderError('bad_signature', 'The webhook URL was not issued by this server')
  return owner
}

/** Status and metric result of a refusal. The response never says why a signature is invalid; the metric does. */
function refusalOf(error: unknown): { status: number; result: string } {
  if (error instanceof BodyError) return { status: error.status, result: error.status === 413 ? 'oversized' : 'malformed' }
  if (error instanceof MalformedJsonError) return { status: 400, result: 'malformed' }
  if (error instanceof ProviderError && error.kind === 'bad_signature') return { status: 401, result: error.info.code === 'stale' ? 'stale' : 'bad_signature' }
  // Nothing was stored or acknowledged, so the provider sends it again.
  return { status: 503, result: 'failed' }
}
