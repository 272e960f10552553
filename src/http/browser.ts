import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Browser } from '../schema/context.ts'
import { settings } from '../settings.ts'
import { addressOf } from './address.ts'

const DAYS_30 = 30 * 24 * 3600

/** The refresh cookie: out of reach of scripts and of other sites. With https it is bound to this host as well. */
const cookie = () =>
  settings.publicUrl.startsWith('https:') ? { name: '__Host-callwright', flags: 'Path=/; Secure; ' } : { name: 'callwright', flags: 'Path=/; ' }

export function browserOf(req: IncomingMessage, res?: ServerResponse): Browser {
  const { name, flags } = cookie()
  const found = (req.headers.cookie ?? '').split(/; */).find((part) => part.startsWith(`${name}=`))
  return {
    refreshToken: found?.slice(name.length + 1) || null,
    setRefreshToken: (token) => void res?.setHeader('Set-Cookie', `${name}=${token ?? ''}; ${flags}HttpOnly; SameSite=Strict; Max-Age=${token ? DAYS_30 : 0}`),
    address: addressOf(req),
  }
}
