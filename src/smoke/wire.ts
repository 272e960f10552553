const TIMEOUT_MS = 20_000
const SHOWN = 160

export interface Answer {
  status: number
  body: unknown
}
/** Sends one request, and answers whatever comes back. */
export type Raw = (method: string, path: string, body?: unknown) => Promise<Answer>

/** A vendor's API without an adapter in between, for questions about the vendor itself. */
export const rawApi =
  (base: string, key: string): Raw =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(base + path, { method, headers, ...payload, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    return { status: response.status, body: parsed(text) }
  }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** An answer on one short line. */
export function shape({ status, body }: Answer): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return `${status} ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`
}

/** The same as text, as JSON has it. */
export const textAt = (body: unknown, path: string): string => JSON.stringify(at(body, path)) ?? 'absent'

/** What stands at a path of an answer, such as `artifact.recordingUrl`; undefined when nothing does. */
export const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, key) => (typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[key] : undefined), body)
