import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { InvalidTarget } from 'oidc-provider/lib/helpers/errors.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { resourceOf } from '../http/bases.ts'
import { log } from '../kernel/log.ts'
import { fetchDocument } from '../outbound/documents.ts'
import { KEY_SCOPES } from '../kernel/vocabulary/scopes.ts'
import { deriveKey } from '../kernel/crypto/keyring.ts'
import { GRANT_LIFETIME_MS, isGrantActive } from '../services/access/connectedApps.ts'
import { normalize } from './clients.ts'
import { ERROR_PAGE_HEADERS, renderErrorPage } from './errorPage.ts'
import { PATHS } from './metadata.ts'
import { SESSION_COOKIE } from './requests.ts'
import { clientSecretOf, createStore } from './store.ts'

export interface Options {
  /** Whether apps can register themselves. */
  registration: boolean
  /** Whether apps can identify themselves with the URL of a client document; `mayFetch` decides whether it is fetched now. */
  documents: boolean
  mayFetch: (ctx: KoaContextWithOIDC, address: string) => Promise<boolean>
}

/** In seconds. Some clients do not refresh in time, so an access token lasts a working day; it is looked up each time. */
const LIFETIMES = {
  AccessToken: 8 * 3600,
  AuthorizationCode: 60,
  RefreshToken: 30 * 86_400,
  RegistrationAccessToken: 30 * 86_400,
  Grant: GRANT_LIFETIME_MS / 1000,
  Interaction: 15 * 60,
  Session: 15 * 60,
}

/** The library requires a key for identity tokens. None are ever issued, so the key signs nothing and each process has its own. */
const createSigningKey = (): JWK =>
  ({ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }) as JWK

/** Creates the authorization server for a base URL, which is its issuer. */
export function createProvider(base: string, options: Options): Provider {
  const provider = new Provider(base, configuration(base, options))
  // Trusts the scheme that `router.ts` sets, so that cookies are secure behind a proxy.
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
  const logFailure = (err: unknown) => log.error({ err }, 'the OAuth authorization server failed')
  events.on('server_error', (_ctx, err) => logFailure(err))
  events.on('error', logFailure)
  return provider
}

const configuration = (base: string, { registration, documents, mayFetch }: Options): Configuration => ({
  adapter: createStore,
  // The library's own guard checks an address only after connecting, through a private symbol of Node's client.
  fetch: (address, options) => fetchDocument(address instanceof Request ? address.url : String(address), options ?? {}),
  jwks: { keys: [createSigningKey()] },
  routes: PATHS,
  ttl: LIFETIMES,
  cookies: {
    keys: [Buffer.from(deriveKey('oauth cookies')).toString('base64url')],
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
    // The library calls this before it validates the metadata of any client.
    properties: ['callwright_normalized'],
    validator: (_ctx, _key, _value, metadata) => normalize(metadata as Record<string, unknown>),
  },
  pkce: { required: () => true },
  interactions: { url: (_ctx, { uid }) => `/connect/${uid}` },
  clientBasedCORS: (_ctx, origin, client) => client.clientAuthMethod === 'none' && origin !== 'null',
  expiresWithSession: () => false,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  revokeGrantPolicy: () => true,
  /** Every request shows the consent page, so only the grant that it created counts. */
  async loadExistingGrant(ctx) {
    const grantId = ctx.oidc.result?.consent?.grantId
    return grantId ? ctx.oidc.provider.Grant.find(grantId) : undefined
  },
  /** Issues nothing for a revoked grant, or for a grant of a former member. */
  async findAccount(_ctx, accountId, token) {
    const grantId = (token as { grantId?: string } | undefined)?.grantId
    if (grantId && !(await isGrantActive(grantId))) return undefined
    return { accountId, claims: () => ({ sub: accountId }) }
  },
  renderError(ctx, { error, error_description }) {
    ctx.set(ERROR_PAGE_HEADERS)
    ctx.body = renderErrorPage(error, error_description)
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
      secretFactory: (ctx) => clientSecretOf(ctx.oidc.entities.RegistrationAccessToken!.clientId!),
    },
    clientIdMetadataDocument: { enabled: documents, ack: 'draft-02', allowFetch: mayFetch },
    resourceIndicators: resourceIndicators(base),
  },
})

/** The only resource. Apps spell it with or without its path and a trailing slash, or omit it; tokens carry one spelling. */
function resourceIndicators(base: string) {
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
