import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from './context.ts'
import { usage } from './errors.ts'
import { subscribe } from './live.ts'
import { json, manyLines, oneLine } from './text.ts'

interface Event {
  type: string
  id: string
  body: string
  createdAt: string
}
export interface Options {
  forwardTo?: string
  events?: string
  print?: boolean
}
/** Result of forwarding an event. */
interface Outcome {
  status: number | null
  latency_ms: number
  error?: string
}

/** Maximum concurrent requests, the same as a server's for one workspace. The timeout is the server's too. */
const MAX_CONCURRENT_REQUESTS = 4
const TIMEOUT_MS = 10_000
const QUERY = 'subscription ($types: [String!]) { webhookEvents(types: $types) { type id body createdAt } }'

/**
 * Forwards every event of the workspace to a local URL, signed like a delivery, once and regardless of the response.
 * Without a URL it prints the events. Runs until Ctrl-C.
 */
export async function listen(context: Context, options: Options): Promise<void> {
  const { output } = context
  const address = options.forwardTo === undefined ? null : parseForwardUrl(options.forwardTo)
  const types = options.events?.split(',').map((type) => type.trim())
  const secret = process.env.CALLWRIGHT_WEBHOOK_SECRET || `whsec_${randomBytes(32).toString('base64')}`
  // On stdout, because readers of JSON lines need it too.
  if (address)
    await (output.json ? output.write(`${json({ event: 'listening', forward_to: address, secret })}\n`) : output.write(`Signing secret: ${secret}\n`))
  const onOpen = () =>
    output.json
      ? void output.write(`${json({ event: 'connected' })}\n`)
      : output.note(`Waiting for events${address ? ` to forward to ${address}` : ''}. Press Ctrl-C to stop.`)
  const activeForwards = new Set<Promise<void>>()
  for await (const { webhookEvents: event } of subscribe<{ webhookEvents: Event }>(context, {
    query: QUERY,
    variables: { types },
    retriesForever: true,
    onOpen,
  })) {
    const forwarding = handleEvent(context, event, address, secret, options.print ?? false).finally(() => activeForwards.delete(forwarding))
    activeForwards.add(forwarding)
    if (activeForwards.size >= MAX_CONCURRENT_REQUESTS) await Promise.race(activeForwards)
  }
}

async function handleEvent({ output, signal }: Context, event: Event, address: string | null, secret: string, isPrinted: boolean): Promise<void> {
  const { type, id, body, createdAt } = event
  const outcome = address ? await forward(event, address, secret, signal) : null
  const isShown = isPrinted || !address
  if (output.json)
    return output.write(`${json({ event: 'event', type, id, created_at: createdAt, ...outcome, ...(isShown ? { body: JSON.parse(body) as unknown } : {}) })}\n`)
  const resultText = outcome ? ` → ${outcome.status ?? oneLine(outcome.error!)} (${outcome.latency_ms} ms)` : ''
  const bodyLines = isShown ? manyLines(JSON.stringify(JSON.parse(body), null, 2)).map((line) => `  ${line}\n`) : []
  await output.write(`${new Date().toLocaleTimeString()}  ${oneLine(type)} ${oneLine(id)}${resultText}\n${bodyLines.join('')}`)
}

async function forward({ type, body }: Event, address: string, secret: string, signal: AbortSignal): Promise<Outcome> {
  const startedAt = performance.now()
  const withLatency = (outcome: Omit<Outcome, 'latency_ms'>) => ({ ...outcome, latency_ms: Math.round(performance.now() - startedAt) })
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Callwright-Webhooks/listen',
        'X-Service-Event': type,
        'X-Service-Delivery': `listen-${randomBytes(8).toString('hex')}`,
        'X-Service-Timestamp': String(Math.floor(Date.now() / 1000)),
        'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    })
    await response.body?.cancel()
    return withLatency({ status: response.status })
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    return withLatency({ status: null, error: name === 'TimeoutError' ? `no response within ${TIMEOUT_MS / 1000} s` : (cause?.code ?? message) })
  }
}

function parseForwardUrl(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`)
  if (!url || url.username || url.password) throw usage('--forward-to must be a URL such as http://localhost:3000/hook')
  return url.href
}
