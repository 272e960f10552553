import { createHmac } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import { asObject, asText } from '../wire/json.ts'

const TOKEN_TTL_SECONDS = 3600

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** Issues an access token for OAuth client credentials. The token contains the client ID. */
export function issueAccessToken(client: string, secret: string, claims: object) {
  const issuedAt = Math.floor(nowMs() / 1000)
  const text = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart({ client_id: client, iat: issuedAt, exp: issuedAt + TOKEN_TTL_SECONDS, ...claims })}`
  return { access_token: `${text}.${sign(text, secret)}`, token_type: 'Bearer', expires_in: TOKEN_TTL_SECONDS }
}

/** The client ID that a token claims. `isValidToken` verifies it with the secret. */
export function clientIdOf(token: string): string {
  try {
    return asText(asObject(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))).client_id)
  } catch {
    return ''
  }
}

export function isValidToken(token: string, secret: string): boolean {
  const [head, body, signature] = token.split('.')
  if (signature === undefined || signature !== sign(`${head}.${body}`, secret)) return false
  const { exp } = asObject(JSON.parse(Buffer.from(body!, 'base64url').toString('utf8')))
  return typeof exp === 'number' && exp > nowMs() / 1000
}
