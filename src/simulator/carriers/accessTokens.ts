import { createHmac } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import { asObject, asText } from '../wire/json.ts'

const LIFE_S = 3600

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seal = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** An access token that tells who it is for, as OAuth's client credentials are exchanged for. */
export function newBearer(client: string, secret: string, claims: object) {
  const issued = Math.floor(nowMs() / 1000)
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ client_id: client, iat: issued, exp: issued + LIFE_S, ...claims })}`
  return { access_token: `${text}.${seal(text, secret)}`, token_type: 'Bearer', expires_in: LIFE_S }
}

/** Whom a token says it is for; that it is genuine is `isGenuine`'s to say, who knows the secret. */
export function clientIn(token: string): string {
  try {
    return asText(asObject(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))).client_id)
  } catch {
    return ''
  }
}

export function isGenuine(token: string, secret: string): boolean {
  const [head, body, sealed] = token.split('.')
  if (sealed === undefined || sealed !== seal(`${head}.${body}`, secret)) return false
  const { exp } = asObject(JSON.parse(Buffer.from(body!, 'base64url').toString('utf8')))
  return typeof exp === 'number' && exp > nowMs() / 1000
}
