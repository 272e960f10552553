import { BlockList, isIP } from 'node:net'
import { createTransport, type Transporter } from 'nodemailer'

/** One e-mail to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The part of the Message-ID before the `@`: the same for the same mail, however often it is sent. */
  id: string
  /** Where a mail program unsubscribes its reader by one POST (RFC 8058). */
  unsubscribe?: string
}

/** Why a mail was not taken; `isFinal` when the mail server will never take it. */
export class MailError extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/** How long the mail server may take to be reached, and to say its next word, in milliseconds. */
const REACHED_WITHIN_MS = 10_000
const ANSWERED_WITHIN_MS = 20_000

let transport: Transporter | null = null
let sender = ''

/** Uses that mail server from now on, and sends as that sender; without an address nothing can be sent. */
export function useMailServer(url: string | undefined, from: string): void {
  transport?.close()
  transport = url === undefined ? null : createTransport(optionsOf(new URL(url)))
  sender = from
}

export const canSendEmail = () => transport !== null

/** Ends the connections to the mail server. */
export const closeMail = () => useMailServer(undefined, '')

/**
 * Has the mail server take a mail. Throws a MailError: final where it refuses the mail itself (5xx), not final where it cannot be
 * reached, does not let us in, or says to come again. If the process dies after the server has taken it, it is sent once more with
 * the same Message-ID.
 */
export async function sendMail({ to, subject, text, html, id, unsubscribe }: Mail): Promise<void> {
  if (!transport) throw new MailError('No mail server is set up. Set SMTP_URL.', false)
  await transport
    .sendMail({
      from: oneLine(sender),
      to: { name: '', address: oneLine(to) },
      subject: oneLine(subject),
      text,
      html,
      messageId: `<${id}@${domainOf(sender)}>`,
      // Answers of machines to a machine would go round in circles.
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    .catch((error: unknown) => {
      throw failed(error as SmtpError)
    })
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/** A server that does not let us in refuses the settings, not the mail. */
function failed({ code, responseCode, response, message }: SmtpError): MailError {
  const isRefused = responseCode !== undefined && responseCode >= 500
  return new MailError(oneLine(response ?? message).slice(0, 500), isRefused && code !== 'EAUTH' && code !== 'ETLS' && code !== 'ECONNECTION')
}

/**
 * A password is never sent in the clear but to this machine itself: STARTTLS is demanded and the certificate has to be right. Without
 * a password, as at a relay in one's own network, STARTTLS is used where it is offered.
 */
function optionsOf({ protocol, hostname, port, username, password }: URL) {
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
    connectionTimeout: REACHED_WITHIN_MS,
    greetingTimeout: REACHED_WITHIN_MS,
    dnsTimeout: REACHED_WITHIN_MS,
    socketTimeout: ANSWERED_WITHIN_MS,
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
const isLoopback = (host: string) => isIP(host) > 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')

/** What stands in a header may not begin another one. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
export const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()

const domainOf = (from: string) => /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
