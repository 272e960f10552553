import type { KeyScope } from '../../../src/kernel/vocabulary/scopes.ts'
import { Refused } from './ask.ts'
import { accessToken } from './session.ts'

/** What an app asks for, of the person who is signed in. */
export interface ConsentRequest {
  client: {
    id: string
    name: string
    /** Where its person is sent back to. */
    redirect_host: string
    redirect_uri: string
    /** That is this very computer, or a name that any program on it may claim. */
    is_local: boolean
  }
  scopes: readonly KeyScope[]
  workspaces: readonly ConsentWorkspace[]
  expires_at: string
}

export interface ConsentWorkspace {
  id: number
  name: string
  role: string
  /** Those of the scopes asked for that the person may grant there. */
  scopes: readonly KeyScope[]
}

export interface Approval {
  approve: true
  workspace_id: number
  scopes: readonly KeyScope[]
  call_limit: number | null
  spend_limit: string | null
}

/** Throws Refused. */
export const consentRequest = (uid: string) => talk<ConsentRequest>(uid, 'request')

/** Answers where to send the person back to. Throws Refused. */
export const answerConsent = async (uid: string, answer: Approval | { approve: false }) =>
  (await talk<{ redirect_to: string }>(uid, 'answer', { method: 'POST', body: JSON.stringify(answer) })).redirect_to

/** Whether there is nothing left to answer: the request has ended, was answered, or is another browser's. */
export const isOver = (error: unknown) => error instanceof Refused && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT')

const CODES: Record<number, string> = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT', 422: 'BAD_INPUT' }

/**
 * The one thing that the dashboard does not do over GraphQL: the cookie which proves that this browser began the request is bound to
 * its address. Throws a TypeError where nobody answers for the server.
 */
async function talk<Answer>(uid: string, what: 'request' | 'answer', init: RequestInit = {}): Promise<Answer> {
  const token = await accessToken()
  const response = await fetch(`/connect/${encodeURIComponent(uid)}/${what}`, {
    ...init,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, ...(init.body && { 'Content-Type': 'application/json' }) },
  })
  if (!response.headers.get('content-type')?.includes('json')) throw new TypeError(`The server did not answer: ${response.status}`)
  const body = (await response.json()) as Answer & { detail?: unknown }
  if (!response.ok) throw new Refused(response.statusText, CODES[response.status] ?? '', body.detail)
  return body
}
