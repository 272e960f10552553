import { waitFor } from '../waiting/waitFor.ts'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedEmail {
  to: string[]
  /** Headers and body as received. */
  raw: string
  messageId: string
}
/** Decides whether to refuse an email to that address, the `nth` over all, counted from 1. `undefined` accepts it. */
export type Verdict = (address: string, nth: number, messageId: string) => { code: number; text: string } | undefined | Promise<undefined>

/** A real mail server on loopback. It accepts everything unless `verdict` refuses it, and records what it accepted. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedEmail[] = []
  let deliveries = 0
  let server: SMTPServer
  let port = 0
  const self = {
    received,
    verdict: (() => undefined) as Verdict,
    get url() {
      return `smtp://127.0.0.1:${port}`
    },
    get port() {
      return port
    },
    to: (address: string) => received.filter(({ to }) => to.includes(address)),
    async open() {
      server = new SMTPServer({
        closeTimeout: 200,
        logger: false,
        authOptional: true,
        disabledCommands: options.onAuth ? [] : ['AUTH'],
        onRcptTo(_, __, done) {
          done()
        },
        onData(stream, { envelope }, done) {
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => {
            const to = envelope.rcptTo.map(({ address }) => address)
            const raw = Buffer.concat(parts).toString()
            const handle = async () => {
              const messageId = /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? ''
              const refused = await self.verdict(to[0]!, (deliveries += 1), messageId)
              if (refused) return done(Object.assign(new Error(refused.text), { responseCode: refused.code }))
              received.push({ to, raw, messageId })
              done()
            }
            void handle()
          })
        },
        ...options,
      })
      server.on('error', () => {})
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
      port = (server.server.address() as { port: number }).port
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  await self.open()
  return self
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** The decoded plain-text body. */
export const plainOf = ({ raw }: ReceivedEmail) => decoded(part(raw, 'text/plain'))
/** The HTML body. */
export const htmlOf = ({ raw }: ReceivedEmail) => decoded(part(raw, 'text/html'))
/** The headers, with folded lines joined. */
export const headersOf = ({ raw }: ReceivedEmail) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')

const part = (raw: string, type: string) => {
  const at = raw.indexOf(`Content-Type: ${type}`)
  const begin = raw.indexOf('\r\n\r\n', at) + 4
  return { head: raw.slice(at, begin), body: raw.slice(begin, raw.indexOf('\r\n--', begin)) }
}
const decoded = ({ head, body }: { head: string; body: string }) =>
  head.includes('base64')
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString()

/** Confirms an address through the link in the confirmation email, and removes the email from the mailbox. */
export async function confirmAddress(server: Pick<MailServer, 'to' | 'received'>, address: string) {
  const mail = await waitFor('the confirmation email', () => server.to(address).find(({ raw }) => raw.includes('/email/confirm/')))
  const res = await fetch(linkIn(mail, 'confirm'), { method: 'POST' })
  if (res.status !== 200) throw new Error(`confirming answered ${res.status}`)
  server.received.splice(server.received.indexOf(mail), 1)
}

/** The link of that kind in an email. */
export const linkIn = (mail: ReceivedEmail, action: 'confirm' | 'unsubscribe') => new RegExp(`https?://\\S+/email/${action}/[\\w.-]+`).exec(plainOf(mail))![0]
