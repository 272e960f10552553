import { useSyncExternalStore } from 'react'
import { executeOperation, RequestError } from './execute.ts'
import {
  AcceptInvitationDocument,
  RefreshSessionDocument,
  SignInDocument,
  type SignInMutationVariables,
  SignOutDocument,
  SignUpDocument,
  type SignUpMutationVariables,
} from './session.gql.ts'

/**
 * The session of this browser. The access token is in memory only; the refresh token is in an HTTP-only cookie. Each
 * tab can use another workspace; a new tab starts in the most recently chosen one.
 */
export interface Session {
  state: 'unknown' | 'in' | 'out'
  /** Whether a session ended elsewhere, rather than never having started. */
  hasEnded: boolean
  workspaceId: string | null
  /** Whether the user lost access to the open workspace, so that another one is open now. */
  hasLostWorkspace: boolean
  /** Changes whenever all loaded data becomes invalid. */
  generation: number
}

interface Token {
  accessToken: string
  expiresAt: string
}

const WORKSPACE_KEY = 'callwright-workspace'
/** Local marker for a session that may exist, since scripts can't read the cookie. */
const SIGNED_IN_KEY = 'callwright-signed-in'
/** Tokens are renewed this many milliseconds before they expire. */
const RENEWAL_MARGIN_MS = 30_000
/** Delay before another attempt to get a token. */
const RETRY_DELAY_MS = 3_000
/** Error codes that end the session. Other errors say nothing about it. */
const SESSION_ENDING_CODES = ['UNAUTHENTICATED', 'FORBIDDEN']

let session: Session = {
  state: 'unknown',
  hasEnded: false,
  workspaceId: sessionStorage.getItem(WORKSPACE_KEY) ?? localStorage.getItem(WORKSPACE_KEY),
  hasLostWorkspace: false,
  generation: 0,
}
let token: Token | null = null
let pendingRefresh: Promise<string | null> | null = null
const listeners = new Set<() => void>()
const tabs = new BroadcastChannel('callwright-session')

export const useSession = () => useSyncExternalStore(subscribe, currentSession)
export const currentSession = () => session

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function updateSession(next: Partial<Session>) {
  session = { ...session, ...next }
  for (const listener of listeners) listener()
}

tabs.addEventListener('message', ({ data }) => {
  if (data === 'out' && session.state === 'in') endSession(false)
  if (data === 'in' && session.state === 'out') void refresh()
})

/** Returns an access token with enough time left, or null when signed out. */
export async function accessToken(): Promise<string | null> {
  if (token && Date.parse(token.expiresAt) - Date.now() > RENEWAL_MARGIN_MS) return token.accessToken
  return refresh()
}

export const cachedToken = () => token?.accessToken ?? null

/** Discards a token that the server no longer accepts, and requests another before anything else. */
export function discardToken() {
  token = null
  void refresh().catch(() => {})
}

/** Discards the token and reloads everything with a new one. Retries until it gets one or the session ends. */
export function restartSession() {
  token = null
  const { generation } = session
  refresh().then(
    () => session.state === 'in' && session.generation === generation && updateSession({ generation: generation + 1 }),
    () => setTimeout(() => session.state === 'in' && session.generation === generation && restartSession(), RETRY_DELAY_MS),
  )
}

/**
 * Requests a new access token. Concurrent calls share one request, and tabs take turns. Returns null and signs out if
 * the session has ended. Throws, without changing the session, if only the network or the server fails.
 */
export const refresh = (): Promise<string | null> => (pendingRefresh ??= requestToken().finally(() => (pendingRefresh = null)))

async function requestToken(): Promise<string | null> {
  if (!localStorage.getItem(SIGNED_IN_KEY)) return (endSession(session.state === 'in'), null)
  try {
    const { refreshSession } = await navigator.locks.request('callwright-session', () =>
      executeOperation(RefreshSessionDocument, { workspaceId: session.workspaceId }),
    )
    startSession(refreshSession)
    return refreshSession.accessToken
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.code === 'NOT_FOUND' && session.workspaceId !== null) {
      storeWorkspace(null)
      return requestToken()
    }
    if (!SESSION_ENDING_CODES.includes(error.code)) throw error
    endSession(true)
    return null
  }
}

/** Signs in to the workspace that was open last, if the user belongs to it. */
export async function signIn(input: SignInMutationVariables['input']) {
  const { signIn: newToken } = await executeOperation(SignInDocument, { input })
  localStorage.setItem(SIGNED_IN_KEY, 'yes')
  if (session.workspaceId === null || input.invitation != null) startSession(newToken)
  else await refresh()
  tabs.postMessage('in')
}

export async function signUp(input: SignUpMutationVariables['input']) {
  storeWorkspace(null)
  startSession((await executeOperation(SignUpDocument, { input })).signUp)
  tabs.postMessage('in')
}

export async function signOut() {
  await executeOperation(SignOutDocument, {}, token?.accessToken)
  endSession(false)
  tabs.postMessage('out')
}

/** Accepts an invitation as the signed-in user and switches to its workspace. */
export async function joinWorkspace(secret: string) {
  const { acceptInvitation } = await executeOperation(AcceptInvitationDocument, { secret }, (await accessToken()) ?? undefined)
  await switchWorkspace(acceptInvitation.id)
}

/** Switches to another workspace of the user and reloads everything. Stays in the current one if that fails. */
export async function switchWorkspace(workspaceId: string) {
  const before = session.workspaceId
  storeWorkspace(workspaceId)
  try {
    await refresh()
  } catch (error) {
    storeWorkspace(before)
    throw error
  }
  updateSession({ generation: session.generation + 1, hasLostWorkspace: false })
}

function startSession(next: Token) {
  const workspaceId = workspaceOf(next)
  const hasLostWorkspace = session.state === 'in' && workspaceId !== session.workspaceId
  token = next
  localStorage.setItem(SIGNED_IN_KEY, 'yes')
  storeWorkspace(workspaceId)
  if (session.state !== 'in' || hasLostWorkspace) updateSession({ state: 'in', hasEnded: false, hasLostWorkspace, generation: session.generation + 1 })
}

/** Reads the workspace ID from the token's payload, the second of its three parts. */
function workspaceOf({ accessToken }: Token): string {
  const [, claims = ''] = accessToken.split('.')
  return String((JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { wid: number }).wid)
}

function endSession(hasEnded: boolean) {
  token = null
  localStorage.removeItem(SIGNED_IN_KEY)
  updateSession({ state: 'out', hasEnded, hasLostWorkspace: false })
}

function storeWorkspace(workspaceId: string | null) {
  session = { ...session, workspaceId }
  for (const storage of [sessionStorage, localStorage])
    if (workspaceId === null) storage.removeItem(WORKSPACE_KEY)
    else storage.setItem(WORKSPACE_KEY, workspaceId)
}
