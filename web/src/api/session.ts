import { useSyncExternalStore } from 'react'
import { ask, Refused } from './ask.ts'
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
 * The session of this browser. The access token is kept in memory only; the refresh token is in a cookie that no
 * script can read. Each tab may be in another workspace; a new tab begins in the one that was chosen last.
 */
export interface Session {
  state: 'unknown' | 'in' | 'out'
  /** Why it is out: it was ended elsewhere, or nobody has signed in. */
  hasEnded: boolean
  workspaceId: string | null
  /** The membership of the workspace that was open is no more, so that another one is open now. */
  wasMoved: boolean
  /** Another one whenever everything that was loaded is somebody else's. */
  generation: number
}

interface Token {
  accessToken: string
  expiresAt: string
}

const WORKSPACE = 'callwright-workspace'
/** Whether there may be a session to go on with; the cookie itself no script can see. */
const SIGNED_IN = 'callwright-signed-in'
/** A token is replaced so many milliseconds before it ends. */
const EARLY_MS = 30_000
/** How long to wait before a token is asked for again that could not be had. */
const RETRY_DELAY_MS = 3_000
/** The server's words for a session that cannot be gone on with; whatever else it answers says nothing of the session. */
const OVER = ['UNAUTHENTICATED', 'FORBIDDEN']

let session: Session = {
  state: 'unknown',
  hasEnded: false,
  workspaceId: sessionStorage.getItem(WORKSPACE) ?? localStorage.getItem(WORKSPACE),
  wasMoved: false,
  generation: 0,
}
let token: Token | null = null
let underWay: Promise<string | null> | null = null
const listeners = new Set<() => void>()
const tabs = new BroadcastChannel('callwright-session')

export const useSession = () => useSyncExternalStore(subscribe, current)
export const current = () => session

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function become(next: Partial<Session>) {
  session = { ...session, ...next }
  for (const listener of listeners) listener()
}

tabs.addEventListener('message', ({ data }) => {
  if (data === 'out' && session.state === 'in') leave(false)
  if (data === 'in' && session.state === 'out') void refresh()
})

/** A token that holds for a while yet; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  if (token && Date.parse(token.expiresAt) - Date.now() > EARLY_MS) return token.accessToken
  return refresh()
}

export const knownToken = () => token?.accessToken ?? null

/** The server takes the token no more, though it may look good: another one is asked for before anything else is. */
export function distrust() {
  token = null
  void refresh().catch(() => {})
}

/** The same, and everything is loaded again with the new token. Where none can be had for the moment, it is tried until one can or the session is over. */
export function beginAgain() {
  token = null
  const { generation } = session
  refresh().then(
    () => session.state === 'in' && session.generation === generation && become({ generation: generation + 1 }),
    () => setTimeout(() => session.state === 'in' && session.generation === generation && beginAgain(), RETRY_DELAY_MS),
  )
}

/**
 * Asks for a new access token; once for all who ask at the same time, one tab after the other. Answers null, and leaves,
 * where the session is over; where only the network fails, or the server, it throws and everything stays as it is.
 */
export const refresh = (): Promise<string | null> => (underWay ??= renew().finally(() => (underWay = null)))

async function renew(): Promise<string | null> {
  if (!localStorage.getItem(SIGNED_IN)) return (leave(session.state === 'in'), null)
  try {
    const { refreshSession } = await navigator.locks.request('callwright-session', () => ask(RefreshSessionDocument, { workspaceId: session.workspaceId }))
    enter(refreshSession)
    return refreshSession.accessToken
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'NOT_FOUND' && session.workspaceId !== null) {
      remember(null)
      return renew()
    }
    if (!OVER.includes(error.code)) throw error
    leave(true)
    return null
  }
}

/** Begins in the workspace that was open last, where it is this person's. */
export async function signIn(input: SignInMutationVariables['input']) {
  const { signIn: begun } = await ask(SignInDocument, { input })
  localStorage.setItem(SIGNED_IN, 'yes')
  if (session.workspaceId === null || input.invitation != null) enter(begun)
  else await refresh()
  tabs.postMessage('in')
}

export async function signUp(input: SignUpMutationVariables['input']) {
  remember(null)
  enter((await ask(SignUpDocument, { input })).signUp)
  tabs.postMessage('in')
}

export async function signOut() {
  await ask(SignOutDocument, {}, token?.accessToken)
  leave(false)
  tabs.postMessage('out')
}

/** Joins the workspace of an invitation as whoever is signed in, and goes on there. */
export async function join(secret: string) {
  const { acceptInvitation } = await ask(AcceptInvitationDocument, { secret }, (await accessToken()) ?? undefined)
  await switchWorkspace(acceptInvitation.id)
}

/** Goes on in another workspace of the same person; everything is loaded anew. Where that fails it stays in this one. */
export async function switchWorkspace(workspaceId: string) {
  const before = session.workspaceId
  remember(workspaceId)
  try {
    await refresh()
  } catch (error) {
    remember(before)
    throw error
  }
  become({ generation: session.generation + 1, wasMoved: false })
}

function enter(next: Token) {
  const workspaceId = workspaceOf(next)
  const wasMoved = session.state === 'in' && workspaceId !== session.workspaceId
  token = next
  localStorage.setItem(SIGNED_IN, 'yes')
  remember(workspaceId)
  if (session.state !== 'in' || wasMoved) become({ state: 'in', hasEnded: false, wasMoved, generation: session.generation + 1 })
}

/** Which workspace a token is for, as it says itself: the middle one of its three parts is JSON. */
function workspaceOf({ accessToken }: Token): string {
  const [, claims = ''] = accessToken.split('.')
  return String((JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { wid: number }).wid)
}

function leave(hasEnded: boolean) {
  token = null
  localStorage.removeItem(SIGNED_IN)
  become({ state: 'out', hasEnded, wasMoved: false })
}

function remember(workspaceId: string | null) {
  session = { ...session, workspaceId }
  for (const storage of [sessionStorage, localStorage])
    if (workspaceId === null) storage.removeItem(WORKSPACE)
    else storage.setItem(WORKSPACE, workspaceId)
}
