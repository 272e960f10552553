import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { InvalidTarget } from 'oidc-provider/lib/helpers/errors.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { resourceOf } from '../http/bases.ts'
import { log } from '../kernel/log.ts'
import { fetchDocument } from '../outbound/documents.ts'
import { KEY_SCOPES } from '../kernel/vocabulary/scopes.ts'
import { keyFor } from '../kernel/crypto/seal.ts'
import { GRANT_LIFETIME_MS, isStanding } from '../services/access/connectedApps.ts'
import { normalise } from './clients.ts'
import { ERROR_PAGE_HEADERS, errorPage } from './errorPage.ts'
import { SESSION_COOKIE } from './requests.ts'
import { secretOf, storeOf } from './store.ts'

export interface Options {
  /** Apps may register themselves. */
  registration: boolean
  /** Apps may be known by the address of a document about them; `mayFetch` says whether it is fetched now. */
  documents: boolean
  mayFetch: (ctx: KoaContextWithOIDC, address: string) => Promise<boolean>
}

/** In seconds. Claude's proxy often does not refresh in time: an access token lasts a working day, and is looked up each time. */
const LIFETIMES = {
  AccessToken: 8 * 3600,
  AuthorizationCode: 60,
  RefreshToken: 30 * 86_400,
  RegistrationAccessToken: 30 * 86_400,
  Grant: GRANT_LIFETIME_MS / 1000,
  Interaction: 15 * 60,
  Session: 15 * 60,
}

export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
}

/** The library wants a key to sign identity tokens with. None is ever issued: it signs nothing, and every process has its own. */
const signingKey = (): JWK => ({ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }) as JWK

/** The authorization server as it is reached at a base address, which is its issuer. */
export function providerAt(base: string, options: Options): Provider {
  const provider = new Provider(base, configuration(base, options))
  // The scheme that `router.ts` says is believed: it makes cookies secure behind a proxy.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'discovery' || ctx.oidc?.route === 'jwks') {
      ctx.set('Cache-Control', 'public, max-age=3600')
      ctx.vary('Host')
    }
    if (ctx.oidc?.route === 'discovery') (ctx.body as { scopes_supported: string[] }).scopes_supported = [...KEY_SCOPES, 'offline_access']
  })
  const events: EventEmitter = provider
  const tell = (err: unknown) => log.error({ err }, 'the OAuth authorization server failed')
  events.on('server_error', (_ctx, err) => tell(err))
  events.on('error', tell)
  return provider
}

const configuration = (base: string, { registration, documents, mayFetch }: Options): Configuration => ({
  adapter: storeOf,
  // The library's own guard judges an address only once it is connected to, by a private symbol of Node's client.
  fetch: (address, options) => fetchDocument(address instanceof Request ? address.url : String(address), options ?? {}),
  jwks: { keys: [signingKey()] },
  routes: PATHS,
  ttl: LIFETIMES,
  cookies: {
    keys: [Buffer.from(keyFor('oauth cookies')).toString('base64url')],
    names: { session: SESSION_COOKIE, interaction: '_callwright_as_request', resume: '_callwright_as_resume' },
    long: { sameSite: 'lax', httpOnly: true },
    short: { sameSite: 'lax', httpOnly: true },
  },
  scopes: ['offline_access'],
  responseTypes: ['code'],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  extraClientMetadata: {
    // The library calls this before it judges the metadata of any client.
    properties: ['callwright_normalised'],
    validator: (_ctx, _key, _value, metadata) => normalise(metadata as Record<string, unknown>),
  },
  pkce: { required: () => true },
  interactions: { url: (_ctx, { uid }) => `/connect/${uid}` },
  clientBasedCORS: (_ctx, origin, client) => client.clientAuthMethod === 'none' && origin !== 'null',
  expiresWithSession: () => false,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  revokeGrantPolicy: () => true,
  /** Every request shows the consent: only the grant that it has made counts. */
  async loadExistingGrant(ctx) {
    const grantId = ctx.oidc.result?.consent?.grantId
    return grantId ? ctx.oidc.provider.Grant.find(grantId) : undefined
  },
  /** Nothing is issued for a grant that was revoked, or whose person has left the workspace. */
  async findAccount(_ctx, accountId, token) {
    const grantId = (token as { grantId?: string } | undefined)?.grantId
    if (grantId && !(await isStanding(grantId))) return undefined
    return { accountId, claims: () => ({ sub: accountId }) }
  },
  renderError(ctx, { error, error_description }) {
    ctx.set(ERROR_PAGE_HEADERS)
    ctx.body = errorPage(error, error_description)
  },
  features: {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    registration: {
      enabled: registration,
      idFactory: () => `app_${randomUUID().replaceAll('-', '')}`,
      secretFactory: (ctx) => secretOf(ctx.oidc.entities.RegistrationAccessToken!.clientId!),
    },
    clientIdMetadataDocument: { enabled: documents, ack: 'draft-02', allowFetch: mayFetch },
    resourceIndicators: resources(base),
  },
})

/** One resource. Apps spell it with and without its path and a slash at the end, or not at all; their tokens carry one spelling. */
function resources(base: string) {
  const resource = resourceOf(base)
  const spellings = new Set([base, resource])
  return {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo(_ctx: KoaContextWithOIDC, indicator: string) {
      if (!spellings.has(indicator.replace(/\/$/, ''))) throw new InvalidTarget()
      return { scope: KEY_SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque' as const, accessTokenTTL: LIFETIMES.AccessToken }
    },
  }
}
