import { EXIT, Failure, usage } from './errors.ts'
import { readProfiles } from './profiles.ts'

/** Options of every command. */
export interface Globals {
  json?: boolean
  quiet?: boolean
  color: boolean
  profile?: string
  baseUrl?: string
  idempotencyKey?: string
  yes?: boolean
}

/** Server and token to use. */
export interface Session {
  /** Without a trailing slash and /api/v1. */
  baseUrl: string
  token: string
  /** Source of the token. */
  source: 'CALLWRIGHT_TOKEN' | 'profile'
  profile: string
}

export const DEFAULT_BASE_URL = 'http://localhost:4000'

/** Returns the profile to use: the --profile option, then CALLWRIGHT_PROFILE, then the current one. */
export const profileName = ({ profile }: Globals) => profile ?? (process.env.CALLWRIGHT_PROFILE || readProfiles().current)

/**
 * Resolves the server and token: options before environment before file. A profile's token is sent only to the
 * profile's own server, even if another URL is set.
 */
export function resolveSession(globals: Globals): Session {
  const name = profileName(globals)
  const profile = readProfiles().profiles[name]
  const requestedUrl = globals.baseUrl ?? (globals.profile ? undefined : process.env.CALLWRIGHT_BASE_URL || undefined)
  const baseUrl = requestedUrl === undefined ? (profile?.base_url ?? DEFAULT_BASE_URL) : parseServerUrl(requestedUrl)
  const token = globals.profile ? undefined : process.env.CALLWRIGHT_TOKEN || undefined
  if (token !== undefined) return { baseUrl, token: parseToken(token, 'CALLWRIGHT_TOKEN'), source: 'CALLWRIGHT_TOKEN', profile: name }
  if (!profile) throw new Failure(EXIT.unauthenticated, `Not logged in (profile "${name}"). Run callwright login, or set CALLWRIGHT_TOKEN.`)
  if (profile.base_url !== baseUrl)
    throw new Failure(
      EXIT.unauthenticated,
      `The profile "${name}" is for ${profile.base_url}. Log in to ${baseUrl} with another profile, or set CALLWRIGHT_TOKEN.`,
    )
  return { baseUrl, token: parseToken(profile.token, `The token of the profile "${name}"`), source: 'profile', profile: name }
}

/** Validates a token. An invalid one is not repeated in the error, since it may be a secret. */
export function parseToken(text: string, label: string): string {
  const token = text.trim()
  if (!/^[\x21-\x7e]{1,512}$/.test(token)) throw new Failure(EXIT.unauthenticated, `${label} is not a valid token`)
  return token
}

/** Normalizes a server URL. Only https is accepted, or http for this machine, so that tokens are always encrypted on the network. */
export function parseServerUrl(text: string): string {
  const absoluteUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(absoluteUrl) ? new URL(absoluteUrl) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw usage('The server URL must look like https://calls.example.com')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw usage(`${url.origin} is not encrypted. Use https, or use http only on this machine.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`
}

const isLoopback = (host: string) => host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
