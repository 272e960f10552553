import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Browser } from '../schema/context.ts'
import { KNOWN_FOR_MS } from '../services/access/sessions/knownDevices.ts'
import { settings } from '../kernel/config/settings.ts'
import { addressOf } from './address.ts'

const DAYS_30 = 30 * 24 * 3600

/** Cookies out of reach of scripts and of other sites. With https they are bound to this host as well. */
const cookie = (name: string) => (settings.publicUrl.startsWith('https:') ? { name: `__Host-${name}`, flags: 'Path=/; Secure; ' } : { name, flags: 'Path=/; ' })

/** The refresh token and the device's marks, as the browser sends them, and how to set them anew. */
export function browserOf(req: IncomingMessage, res?: ServerResponse): Browser {
  const refresh = cookie('callwright')
  const device = cookie('callwright-device')
  const sent = (req.headers.cookie ?? '').split(/; */)
  const valueOf = ({ name }: { name: string }) => sent.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) || null
  const set: Record<string, string> = {}
  const write = ({ name, flags }: typeof refresh, value: string, maxAge: number) => {
    set[name] = `${name}=${value}; ${flags}HttpOnly; SameSite=Strict; Max-Age=${maxAge}`
    res?.setHeader('Set-Cookie', Object.values(set))
  }
  return {
    refreshToken: valueOf(refresh),
    setRefreshToken: (token) => write(refresh, token ?? '', token ? DAYS_30 : 0),
    devices: valueOf(device),
    setDevices: (devices) => write(device, devices, KNOWN_FOR_MS / 1000),
    address: addressOf(req),
  }
}
