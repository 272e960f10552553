import autocannon from 'autocannon'

/** An HTTP request to send. */
export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
export interface Load {
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** Number of concurrent requests. */
export const CONNECTIONS = 16

/**
 * Sends `requests` requests over persistent connections, each as soon as the previous one on its connection is answered.
 * Throws if any response has another status or is missing, so that fast failures do not count as fast responses.
 */
export async function fire(url: string, requests: number, status: number, next: () => Shot, connections = CONNECTIONS): Promise<Load> {
  const times: number[] = []
  const unexpected = new Map<number, number>()
  const began = performance.now()
  let ended = began
  const run = autocannon({
    url,
    connections: Math.min(connections, requests),
    amount: requests,
    timeout: 30,
    sampleInt: 20,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  run.on('response', (_client, statusCode, _bytes, ms) => {
    times.push(ms)
    ended = performance.now()
    if (statusCode !== status) unexpected.set(statusCode, (unexpected.get(statusCode) ?? 0) + 1)
  })
  const { errors } = await run
  if (unexpected.size > 0 || errors > 0)
    throw new Error(`${url}: ${errors} requests failed, and were answered with ${[...unexpected].map(([code, many]) => `${code} (${many} times)`).join(', ')}`)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { seconds: (ended - began) / 1000, p50: at(0.5), p99: at(0.99) }
}
