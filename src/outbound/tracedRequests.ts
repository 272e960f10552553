import { currentTrace, KINDS, trace } from '../kernel/tracing/spans.ts'
import { VendorError } from './vendorErrors.ts'

/** Sends a request to a vendor as a span of the current trace. Without one, only sends it. `route` is its path without what it is about. */
export async function sendTraced<Reply extends { status: number }>(
  { vendor, method, route }: { vendor: string; method: string; route: () => string },
  send: () => Promise<Reply>,
): Promise<Reply> {
  if (!currentTrace()?.isSampled) return send()
  const template = route()
  const attributes = { 'http.request.method': method, 'url.template': template, 'callwright.provider': vendor }
  return trace({ name: `${vendor} ${method} ${template}`, kind: KINDS.client, attributes }, async (span) => {
    try {
      const reply = await send()
      Object.assign(span.attributes, { 'http.response.status_code': reply.status })
      return reply
    } catch (error) {
      if (error instanceof VendorError) Object.assign(span.attributes, { 'error.type': error.kind, 'http.response.status_code': error.info.status })
      throw error
    }
  })
}

/** Returns a path whose parts that aren't words, such as IDs and phone numbers, are left out. */
export const wordsOf = (path: string, word: RegExp) =>
  path
    .split('?', 1)[0]!
    .split('/')
    .map((part) => (part === '' || word.test(part) ? part : '{id}'))
    .join('/')
