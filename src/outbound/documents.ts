import { type GuardOptions, guardedRequest } from './guard.ts'

const MAX_BYTES = 64 * 1024

/**
 * Fetches a document from an untrusted URL, as a `fetch` response. Checks the address before connecting, follows no redirects, and reads at
 * most 64 KiB. Rejects for blocked and unreachable addresses, and when the signal aborts.
 */
export const fetchDocument = (url: string | URL, { headers, signal }: RequestInit, options: GuardOptions = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    const requestHeaders = Object.fromEntries(new Headers(headers))
    const request = guardedRequest(
      new URL(url),
      { method: 'GET', headers: { ...requestHeaders, 'accept-encoding': 'identity' }, signal: signal ?? undefined },
      options,
    )
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > MAX_BYTES) request.destroy(new Error('the document is too large'))
      })
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 500 } = response
        const hasBody = status >= 200 && ![204, 205, 304].includes(status)
        const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
        if (status < 200) return reject(new Error(`the response has the status ${status}`))
        resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: pairs }))
      })
    })
    request.end()
  })
