import type { Transporter } from 'nodemailer'
import { perServer } from './serverState.ts'

/** One email to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Local part of the Message-ID. Identical each time the same mail is sent. */
  id: string
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string
}

/** The mail server did not accept an email. `isFinal` if it never will. */
export class MailError extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

const mailServer = perServer(() => ({ url: undefined as string | undefined, transport: null as Promise<Transporter> | null, sender: '' }))

/** Sets the mail server and the sender. Without a URL no email can be sent. */
export function setMailServer(url: string | undefined, from: string): void {
  void mailServer().transport?.then((transport) => transport.close())
  mailServer.set({ url, transport: null, sender: from })
}

export const canSendEmail = () => mailServer().url !== undefined

/** The connections to the mail server. The library is loaded for the first email. Throws a MailError if no server is set up. */
async function requireTransport(): Promise<Transporter> {
  const server = mailServer()
  const { url } = server
  if (url === undefined) throw new MailError('No mail server is set up. Set SMTP_URL.', false)
  server.transport ??= import('./mailTransport.ts').then(({ openTransport }) => openTransport(new URL(url)))
  return server.transport
}

/** Connects to the mail server and signs in. Throws a MailError if it can't be used. */
export async function verifyMailServer(): Promise<void> {
  const transport = await requireTransport()
  await transport.verify().catch((error: unknown) => {
    throw toMailError(error as SmtpError)
  })
}

/** Closes the connections to the mail server. */
export const closeMail = () => setMailServer(undefined, '')

/**
 * Sends a mail. Throws a MailError: final if the server rejects the mail itself (5xx), not final if the server is unreachable,
 * rejects our credentials, or asks to retry. If the process dies after the server has accepted the mail, it is sent again with the
 * same Message-ID.
 */
export async function sendMail({ to, subject, text, html, id, unsubscribe }: Mail): Promise<void> {
  const { sender } = mailServer()
  const transport = await requireTransport()
  await transport
    .sendMail({
      from: oneLine(sender),
      to: { name: '', address: oneLine(to) },
      subject: oneLine(subject),
      text,
      html,
      messageId: `<${id}@${domainOf(sender)}>`,
      // Prevents loops of automatic replies.
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    .catch((error: unknown) => {
      throw toMailError(error as SmtpError)
    })
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/** Converts an SMTP error. An authentication or TLS failure concerns the settings, not the email, so it is not final. */
function toMailError({ code, responseCode, response, message }: SmtpError): MailError {
  const isRefused = responseCode !== undefined && responseCode >= 500
  return new MailError(oneLine(response ?? message).slice(0, 500), isRefused && code !== 'EAUTH' && code !== 'ETLS' && code !== 'ECONNECTION')
}

/** Replaces control characters, so that a header value cannot start another header. */
// eslint-disable-next-line no-control-regex -- matches control characters
export const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()

const domainOf = (from: string) => /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
