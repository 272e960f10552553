import { z } from 'zod'
import { DEFAULT_TIMEOUT_MS } from '../outbound/vendorClient.ts'
import { nowMs } from '../kernel/lib/clock.ts'
import { sha256 } from '../kernel/crypto/ids.ts'
import { perServer } from '../kernel/serverState.ts'
import { CarrierError } from './carrier.ts'
import { hostUrl } from './hosts.ts'
import { sendRequest, basicAuth, bearerAuth, type CarrierReply, type CarrierRequest, type ErrorParser, parseReply } from './http.ts'

/** A token is replaced this long before it expires. */
const EXPIRY_MARGIN_MS = 60_000
const MAX_TOKENS = 5_000

/** A client of a token endpoint. */
export interface OAuthClient {
  host: string
  path: string
  id: string
  secret: string
}

const cachedTokens = perServer(() => new Map<string, { token: string; expiresAt: number }>())

const keyOf = ({ host, path, id, secret }: OAuthClient) => Buffer.from(sha256(JSON.stringify([hostUrl(host), path, id, secret]))).toString('base64')

/** Requests a new access token and caches it in this server. Throws CarrierError. */
export async function requestToken(client: OAuthClient, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<string> {
  const { host, path, id, secret } = client
  const form = { grant_type: 'client_credentials' }
  const request = { method: 'POST', host, path, form, authorization: basicAuth(id, secret), effect: 'safe', timeoutMs, secrets: [secret] } as const
  const { access_token: token, expires_in: seconds } = parseReply(Token, (await sendRequest(request, parseError)).body)
  const tokens = cachedTokens()
  if (tokens.size >= MAX_TOKENS) tokens.clear()
  tokens.set(keyOf(client), { token, expiresAt: nowMs() + seconds * 1000 - EXPIRY_MARGIN_MS })
  return token
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })

function parseError({ status, body }: CarrierReply): ReturnType<ErrorParser> {
  const { data } = ErrorBody.safeParse(body)
  const isUnknownClient = status === 400 && /^(invalid|unauthorized)_client$/.test(data?.error ?? '')
  return { ...(data?.error_description && { message: data.error_description }), ...(isUnknownClient && { kind: 'bad_credentials' as const }) }
}

const ErrorBody = z.object({ error: z.string().optional().catch(undefined), error_description: z.string().optional().catch(undefined) })

/**
 * Sends a request with an access token. If the carrier rejects a cached token, sends the request once more with a new one. The
 * rejected request had no effect, so this never sends a message twice. Throws CarrierError.
 */
export async function sendWithToken(client: OAuthClient, request: Omit<CarrierRequest, 'authorization'>, parse: ErrorParser): Promise<CarrierReply> {
  const deadline = performance.now() + (request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const remainingMs = () => Math.max(1, Math.ceil(deadline - performance.now()))
  const send = (token: string) =>
    sendRequest({ ...request, authorization: bearerAuth(token), timeoutMs: remainingMs(), secrets: [...request.secrets, token] }, parse)
  const sendWithNewToken = async () => send(await requestToken(client, remainingMs()))
  const cached = cachedTokens().get(keyOf(client))
  if (!cached || cached.expiresAt <= nowMs()) return sendWithNewToken()
  return send(cached.token).catch((error) => {
    if (error instanceof CarrierError && error.info.status === 401) return sendWithNewToken()
    throw error
  })
}
