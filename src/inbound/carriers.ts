import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Request, Router } from 'express'
import { type CarrierName, CARRIERS } from '../kernel/vocabulary/carrierNames.ts'
import type { WebhookReply } from '../carriers/carrier.ts'
import { log } from '../kernel/log.ts'
import { webhooksReceived } from '../kernel/metrics.ts'
import { beginRequest } from '../kernel/http/requests.ts'
import * as carrierEvents from '../services/messages/carrierEvents.ts'
import { settings } from '../kernel/config/settings.ts'
import { BodyError, readBytes, RequestAbortedError } from '../kernel/http/requestBody.ts'

/** Many times the size of a message with all its media. */
const MAX_BODY_BYTES = 128 * 1024
/** `Retry-After` for carriers, in seconds. */
const RETRY_AFTER = '2'

const STATUS = { unknown: 404, bad_signature: 401, unsigned: 503, stale: 401, malformed: 400, oversized: 413, failed: 503 } as const
type Refusal = keyof typeof STATUS

/**
 * Receives carriers' messages and delivery receipts: verifies the raw bytes, stores the event, and sends the response that the carrier
 * expects. A job processes the event. Every request is counted by result. The URL is a secret: it is neither logged nor a metric label.
 */
export function carrierRouter(): Router {
  const router = Router()
  for (const name of CARRIERS)
    for (const path of ['/:token', '/:token/:ref'])
      router.all(`/inbound/${name}${path}`, (req: Request<{ token: string; ref?: string }>, res: ServerResponse) => {
        beginRequest(req, res, `/inbound/${name}`)
        if (req.method !== 'POST') return void res.writeHead(405, { Allow: 'POST' }).end()
        return receive(name, req, res)
      })
  return router
}

async function receive(name: CarrierName, req: Request<{ token: string; ref?: string }>, res: ServerResponse): Promise<void> {
  const { token, ref } = req.params
  try {
    const raw = await readBytes(req, { limitBytes: MAX_BODY_BYTES, rest: 'unread' })
    const outcome = await carrierEvents.receive(name, token, ref ?? null, { raw, headers: req.headers, url: settings.publicUrl + req.originalUrl })
    if ('refused' in outcome) return refuse(name, outcome.refused, req, res)
    webhooksReceived.inc({ provider: name, result: outcome.result })
    acknowledge(outcome.reply, res)
  } catch (error) {
    if (error instanceof RequestAbortedError) return
    if (error instanceof BodyError) return refuse(name, error.status === 413 ? 'oversized' : 'malformed', req, res)
    // Nothing was stored or acknowledged, so the carrier sends it again.
    log.error({ err: error, carrier: name }, 'could not process a request from a carrier')
    refuse(name, 'failed', req, res)
  }
}

function acknowledge({ status, type, body }: WebhookReply, res: ServerResponse) {
  res.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(body)
}

/** Sends a refusal. The response never says why a signature is invalid; the metric does. */
function refuse(name: CarrierName, result: Refusal, req: IncomingMessage, res: ServerResponse) {
  webhooksReceived.inc({ provider: name, result })
  if (result !== 'failed') log.warn({ carrier: name, result, address: req.socket.remoteAddress }, 'refused a request that claims to be from a carrier')
  const status = STATUS[result]
  res.writeHead(status, { ...(status === 503 && { 'Retry-After': RETRY_AFTER }), ...(!req.complete && { Connection: 'close' }) }).end()
}
