import { InvalidClientMetadata, InvalidRedirectUri } from 'oidc-provider/lib/helpers/errors.js'

type Metadata = Record<string, unknown>

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that a browser handles itself. */
const FORBIDDEN_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:', 'ws:', 'wss:', 'ftp:'])
const MAX_REDIRECTS = 20
const MAX_REDIRECT_LENGTH = 1_000
const MAX_NAME_LENGTH = 100

/** Accepted client metadata. Everything else is dropped, including URLs that the server would fetch. */
const ALLOWED_FIELDS = new Set([
  'client_id',
  'client_secret',
  'client_id_issued_at',
  'client_secret_expires_at',
  'client_name',
  'client_uri',
  'redirect_uris',
  'application_type',
  'token_endpoint_auth_method',
  'id_token_signed_response_alg',
  'subject_type',
  'software_id',
])

/**
 * Normalizes the metadata of registered clients and of client documents: drops nulls and misplaced scopes, and treats a web application
 * on localhost as a native one. Changes the metadata in place, before the library validates it. Throws InvalidRedirectUri and
 * InvalidClientMetadata.
 */
export function normalize(metadata: Metadata) {
  for (const [name, value] of Object.entries(metadata)) if (value === null || value === '' || !ALLOWED_FIELDS.has(name)) delete metadata[name]
  const redirects = redirectsOf(metadata)
  // OpenID's default is a web application, which can have neither a scheme of its own nor any port of its machine.
  if (redirects.some(isLocal)) metadata.application_type = 'native'
  if (typeof metadata.client_name === 'string') metadata.client_name = toDisplayName(metadata.client_name)
  if (!metadata.client_name) delete metadata.client_name
  metadata.grant_types = ['authorization_code', 'refresh_token']
  metadata.response_types = ['code']
}

function redirectsOf({ redirect_uris: redirectUris }: Metadata): URL[] {
  if (!Array.isArray(redirectUris) || redirectUris.length === 0) throw new InvalidRedirectUri('redirect_uris must be a list of URLs')
  if (redirectUris.length > MAX_REDIRECTS) throw new InvalidRedirectUri(`redirect_uris can have at most ${MAX_REDIRECTS} entries`)
  return redirectUris.map((address) => {
    if (typeof address !== 'string' || address.length > MAX_REDIRECT_LENGTH || !URL.canParse(address))
      throw new InvalidRedirectUri(`each of the redirect_uris must be a URL of at most ${MAX_REDIRECT_LENGTH} characters`)
    const url = new URL(address)
    if (FORBIDDEN_SCHEMES.has(url.protocol)) throw new InvalidRedirectUri('redirect_uris must not use a scheme that the browser opens itself')
    if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) throw new InvalidRedirectUri('redirect_uris must use https, except on localhost')
    if (url.username || url.password) throw new InvalidClientMetadata('redirect_uris must not contain a user name or password')
    return url
  })
}

const isLocal = ({ protocol, hostname }: URL) => (protocol === 'http:' && LOOPBACK.has(hostname)) || !/^https?:$/.test(protocol)

/** A name that is safe to display: on one line, without control or bidirectional characters. */
export const toDisplayName = (name: string) => name.replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH).trim()

/** The redirect target as shown to people: a host, or the scheme of an application with its host. */
export function describeRedirect(address: string): { host: string; isLocal: boolean } {
  const url = new URL(address)
  const host = /^https?:$/.test(url.protocol) ? url.hostname : `${url.protocol}//${url.host}`
  return { host, isLocal: isLocal(url) }
}
