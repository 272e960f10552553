import { EXIT, Failure, usage } from './errors.ts'
import { readProfiles } from './profiles.ts'

/** What every command takes. */
export interface Globals {
  json?: boolean
  quiet?: boolean
  color: boolean
  profile?: string
  baseUrl?: string
  idempotencyKey?: string
  yes?: boolean
}

/** Where to ask, and as whom. */
export interface Session {
  /** Without a slash at its end and without /api/v1. */
  baseUrl: string
  token: string
  /** Where the token is from. */
  source: 'CALLWRIGHT_TOKEN' | 'profile'
  profile: string
}

export const DEFAULT_BASE_URL = 'http://localhost:4000'

/** The profile that is meant: by the switch, else by CALLWRIGHT_PROFILE, else the one in use. */
export const profileName = ({ profile }: Globals) => profile ?? (process.env.CALLWRIGHT_PROFILE || readProfiles().current)

/**
 * Switches come before the environment, and that before the file. A profile's token is for its own server: it is never
 * sent to another one because an address was changed.
 */
export function sessionOf(globals: Globals): Session {
  const name = profileName(globals)
  const profile = readProfiles().profiles[name]
  const named = globals.baseUrl ?? (globals.profile ? undefined : process.env.CALLWRIGHT_BASE_URL || undefined)
  const baseUrl = named === undefined ? (profile?.base_url ?? DEFAULT_BASE_URL) : addressOf(named)
  const token = globals.profile ? undefined : process.env.CALLWRIGHT_TOKEN || undefined
  if (token !== undefined) return { baseUrl, token: tokenOf(token, 'CALLWRIGHT_TOKEN'), source: 'CALLWRIGHT_TOKEN', profile: name }
  if (!profile) throw new Failure(EXIT.unauthenticated, `Nobody is logged in as profile ${name}: run callwright login, or set CALLWRIGHT_TOKEN`)
  if (profile.base_url !== baseUrl)
    throw new Failure(
      EXIT.unauthenticated,
      `Profile ${name} is for ${profile.base_url}: log in to ${baseUrl} with a profile of its own, or set CALLWRIGHT_TOKEN`,
    )
  return { baseUrl, token: tokenOf(profile.token, `The token of profile ${name}`), source: 'profile', profile: name }
}

/** A token that can be sent. What is none is not repeated: it may be a secret all the same. */
export function tokenOf(text: string, what: string): string {
  const token = text.trim()
  if (!/^[\x21-\x7e]{1,512}$/.test(token)) throw new Failure(EXIT.unauthenticated, `${what} is no token`)
  return token
}

/** The address of a server in its one form. A token goes over the network only encrypted: http is for this machine alone. */
export function addressOf(text: string): string {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw usage('The address of a server is like https://calls.example.com')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw usage(`${url.origin} is not encrypted: use https, or http on this machine only`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`
}

const isLoopback = (host: string) => host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
