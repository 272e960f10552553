import { createHmac } from 'node:crypto'
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { VapiServer } from './call.ts'
import { asObject, asText } from '../wire/json.ts'

const MAX_REPLY_BYTES = 1024 * 1024

/** A webhook to deliver. Headers are created for each attempt, since signatures contain the time. */
export interface Webhook {
  url: string
  body: string
  headers(): Record<string, string>
  /** Headers of a sender that does not know the secret. */
  forgedHeaders(): Record<string, string>
  timeoutMs: number
  retries: number
  /** Real milliseconds before the next attempt, by the number of failures before the last one. */
  retryDelayMs(failures: number): number
  /** Unsuccessful statuses that end the attempts. */
  finalStatuses: number[]
}

/** Retell's `x-retell-signature`: HMAC-SHA256 with the API key over the body and the time in milliseconds. */
export function retellSignature(body: string, apiKey: string, now = nowMs()): string {
  return `v=${now},d=${createHmac('sha256', apiKey)
    .update(body + now)
    .digest('hex')}`
}

/** Vapi's headers: the server's own, and those of its credential, HMAC or bearer. */
export function vapiHeaders(server: VapiServer, credential: JsonObject | undefined, body: string, now: number): Record<string, string> {
  const plan = asObject(credential?.authenticationPlan)
  if (plan.type === 'bearer') {
    const token = plan.bearerPrefixEnabled === false ? asText(plan.token) : `Bearer ${asText(plan.token)}`
    return { [asText(plan.headerName) || 'authorization']: token, ...server.headers }
  }
  if (plan.type !== 'hmac') return server.headers
  const hasTimestamp = plan.includeTimestamp !== false
  const payload = (asText(plan.payloadFormat) || (hasTimestamp ? '{timestamp}.{body}' : '{body}'))
    .replace('{timestamp}', String(now))
    .replace('{body}', () => body)
  const encoding = plan.signatureEncoding === 'base64' ? 'base64' : 'hex'
  const digest = createHmac(asText(plan.algorithm) || 'sha256', asText(plan.secretKey))
    .update(payload)
    .digest(encoding)
  return {
    [asText(plan.signatureHeader) || 'x-signature']: asText(plan.signaturePrefix) + digest,
    ...(hasTimestamp ? { [asText(plan.timestampHeader) || 'x-timestamp']: String(now) } : {}),
    ...server.headers,
  }
}

export interface WebhookReply {
  /** 0 if no response came in time. */
  status: number
  reason: string
  /** The JSON object of the response; empty if there is none. */
  body: JsonObject
}

/** Sends a POST to whom a webhook is for. Never throws. */
export type Post = typeof post

/** Another address for a base URL: what goes to `from` is sent to `to`. */
export interface Detour {
  from: string
  to: string
}

/** Returns a `post` that takes a detour. What is signed keeps the original URL, as behind a proxy. */
export const postVia =
  ({ from, to }: Detour): Post =>
  (webhook, headers) =>
    post({ ...webhook, url: leadsTo(webhook.url, from) ? to + webhook.url.slice(from.length) : webhook.url }, headers)

const leadsTo = (url: string, base: string) => url.startsWith(base) && ['', '/', '?'].includes(url.slice(base.length, base.length + 1))

/** Sends one POST. Never throws. */
export function post(webhook: Pick<Webhook, 'url' | 'body' | 'timeoutMs'>, headers: Record<string, string>): Promise<WebhookReply> {
  return new Promise((resolve) => {
    const settle = (status: number, reason: string, body: JsonObject = {}) => {
      clearTimeout(timer)
      resolve({ status, reason, body })
    }
    const options: RequestOptions = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(webhook.body) },
    }
    const send = webhook.url.startsWith('https:') ? httpsRequest : httpRequest
    const request = send(webhook.url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= MAX_REPLY_BYTES) chunks.push(chunk)
      })
      response.once('error', (error) => settle(0, error.message))
      response.once('end', () => settle(response.statusCode ?? 0, response.statusMessage ?? '', parseObject(Buffer.concat(chunks))))
    })
    const timer = setTimeout(() => request.destroy(new Error(`no response in ${webhook.timeoutMs} ms`)), webhook.timeoutMs)
    request.once('error', (error: Error & { code?: string }) => {
      // The receiver closed a kept-alive connection at the same moment and read nothing, so sending again is safe.
      if (request.reusedSocket && error.code === 'ECONNRESET') void post(webhook, headers).then((reply) => settle(reply.status, reply.reason, reply.body))
      else settle(0, error.code ?? error.message)
    })
    request.end(webhook.body)
  })
}

function parseObject(bytes: Buffer): JsonObject {
  try {
    return asObject(JSON.parse(bytes.toString('utf8')))
  } catch {
    return {}
  }
}
