const TIMEOUT_MS = 20_000
const MAX_SHOWN_LENGTH = 160

export interface Reply {
  status: number
  body: unknown
}
/** Sends one request and returns any response. */
export type RawApi = (method: string, path: string, body?: unknown) => Promise<Reply>

/** Accesses a vendor's API without an adapter, to inspect the vendor itself. */
export const createRawApi =
  (base: string, key: string): RawApi =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(base + path, { method, headers, ...payload, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    return { status: response.status, body: parseBody(text) }
  }

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns a response as one short line. */
export function summarize({ status, body }: Reply): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return `${status} ${text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text}`
}

/** Returns the value at a path as JSON text, or `absent`. */
export const textAt = (body: unknown, path: string): string => JSON.stringify(valueAt(body, path)) ?? 'absent'

/** Returns the value at a path such as `artifact.recordingUrl`; undefined if there is none. */
export const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, key) => (typeof parent === 'object' && parent !== null ? (parent as Record<string, unknown>)[key] : undefined), body)
