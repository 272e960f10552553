import type { KeyScope } from '../../../src/kernel/vocabulary/scopes.ts'
import { type ErrorExtensions, readReason, RequestError } from './execute.ts'
import { accessToken } from './session.ts'

/** The access that an app requests from the signed-in user. */
export interface ConsentRequest {
  client: {
    id: string
    name: string
    /** Host that the user is sent back to. */
    redirect_host: string
    redirect_uri: string
    /** Whether that host is this computer, or a name that any local program can claim. */
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
  /** The requested scopes that the user can grant in this workspace. */
  scopes: readonly KeyScope[]
}

export interface Approval {
  approve: true
  workspace_id: number
  scopes: readonly KeyScope[]
  call_limit: number | null
  spend_limit: string | null
}

/** Throws RequestError. */
export const fetchConsentRequest = (uid: string) => callConsentApi<ConsentRequest>(uid, 'request')

/** Returns the URL to send the user back to. Throws RequestError. */
export const answerConsent = async (uid: string, answer: Approval | { approve: false }) =>
  (await callConsentApi<{ redirect_to: string }>(uid, 'answer', { method: 'POST', body: JSON.stringify(answer) })).redirect_to

/** Whether the request can no longer be answered: it expired, was answered, or belongs to another browser. */
export const isConsentClosed = (error: unknown) => error instanceof RequestError && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT')

const CODES: Record<number, string> = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT', 422: 'BAD_REQUEST' }

/**
 * Calls the consent endpoint. It isn't GraphQL because the cookie that ties the request to this browser is scoped to
 * its path. Throws TypeError if the server can't be reached.
 */
async function callConsentApi<Answer>(uid: string, what: 'request' | 'answer', init: RequestInit = {}): Promise<Answer> {
  const token = await accessToken()
  const response = await fetch(`/connect/${encodeURIComponent(uid)}/${what}`, {
    ...init,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, ...(init.body && { 'Content-Type': 'application/json' }) },
  })
  if (!response.headers.get('content-type')?.includes('json')) throw new TypeError(`The server did not answer: ${response.status}`)
  const body = (await response.json()) as Answer & ErrorExtensions
  if (!response.ok) throw new RequestError(response.statusText, { ...body, ...readReason(response.headers.get('Error-Reason')), code: CODES[response.status] })
  return body
}
