import { BlockList, isIP } from 'node:net'
import { createTransport, type Transporter } from 'nodemailer'

/** Timeouts for connecting to the mail server and for each of its responses, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000
const RESPONSE_TIMEOUT_MS = 20_000

/** Opens connections to a mail server as they are needed. Import this module only to send an email: its library is large. */
export const openTransport = (url: URL): Transporter => createTransport(transportOptions(url))

/**
 * Passwords are never sent in the clear except to this machine: STARTTLS and a valid certificate are required. Without a password,
 * as with a relay in a private network, STARTTLS is used if the server offers it.
 */
function transportOptions({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = host === 'localhost' || isLoopback(host)
  const hasPassword = password !== ''
  return {
    host,
    port: port ? Number(port) : secure ? 465 : hasPassword ? 587 : 25,
    secure,
    ignoreTLS: !secure && isHere,
    requireTLS: !secure && !isHere && hasPassword,
    tls: { rejectUnauthorized: secure || hasPassword },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true as const,
    maxConnections: 2,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
const isLoopback = (host: string) => isIP(host) > 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
