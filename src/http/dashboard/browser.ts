import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Browser } from '../../schema/base/context.ts'
import { DEVICE_TTL_MS } from '../../services/access/sessions/knownDevices.ts'
import { settings } from '../../kernel/config/settings.ts'
import { addressOf } from '../address.ts'

const REFRESH_COOKIE_SECONDS = 30 * 24 * 3600

/** Cookies that scripts and other sites cannot read. With https they are also bound to this host. */
const cookie = (name: string) => (settings.publicUrl.startsWith('https:') ? { name: `__Host-${name}`, flags: 'Path=/; Secure; ' } : { name, flags: 'Path=/; ' })

/** Reads and sets the cookies of the refresh token and of known devices. */
export function browserOf(req: IncomingMessage, res?: ServerResponse): Browser {
  const refresh = cookie('callwright')
  const device = cookie('callwright-device')
  const cookies = (req.headers.cookie ?? '').split(/; */)
  const valueOf = ({ name }: { name: string }) => cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) || null
  const newCookies: Record<string, string> = {}
  const write = ({ name, flags }: typeof refresh, value: string, maxAge: number) => {
    newCookies[name] = `${name}=${value}; ${flags}HttpOnly; SameSite=Strict; Max-Age=${maxAge}`
    res?.setHeader('Set-Cookie', Object.values(newCookies))
  }
  return {
    refreshToken: valueOf(refresh),
    setRefreshToken: (token) => write(refresh, token ?? '', token ? REFRESH_COOKIE_SECONDS : 0),
    devices: valueOf(device),
    setDevices: (devices) => write(device, devices, DEVICE_TTL_MS / 1000),
    address: addressOf(req),
  }
}
