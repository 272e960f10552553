import { until } from './until.ts'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Received {
  to: string[]
  /** Headers and body as they came. */
  raw: string
  messageId: string
}
/** What the server says to a mail for that address, the `nth` from 1 over all: nothing takes it. */
export type Verdict = (address: string, nth: number, messageId: string) => { code: number; text: string } | undefined | Promise<undefined>

/** A real mail server on loopback. It takes everything unless its verdict says otherwise, and remembers what it took. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  let asked = 0
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
            const answer = async () => {
              const messageId = /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? ''
              const refused = await self.verdict(to[0]!, (asked += 1), messageId)
              if (refused) return done(Object.assign(new Error(refused.text), { responseCode: refused.code }))
              received.push({ to, raw, messageId })
              done()
            }
            void answer()
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
export type MailServer = Awaited<ReturnType<typeof mailServer>>

/** The body that is plain text, decoded. */
export const plainOf = ({ raw }: Received) => decoded(part(raw, 'text/plain'))
/** The body that is HTML. */
export const htmlOf = ({ raw }: Received) => decoded(part(raw, 'text/html'))
/** The lines above the body, folded ones put together. */
export const headersOf = ({ raw }: Received) =>
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

/** Confirms an address by the link in the email that asks for it, which is taken out of the mailbox. */
export async function confirmAddress(server: Pick<MailServer, 'to' | 'received'>, address: string) {
  const mail = await until('the confirmation email', () => server.to(address).find(({ raw }) => raw.includes('/email/confirm/')))
  const res = await fetch(linkIn(mail, 'confirm'), { method: 'POST' })
  if (res.status !== 200) throw new Error(`confirming answered ${res.status}`)
  server.received.splice(server.received.indexOf(mail), 1)
}

/** The link of that kind in an email. */
export const linkIn = (mail: Received, action: 'confirm' | 'unsubscribe') => new RegExp(`https?://\\S+/email/${action}/[\\w.-]+`).exec(plainOf(mail))![0]
