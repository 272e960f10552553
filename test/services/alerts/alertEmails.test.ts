import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { readEnv } from '../../../src/kernel/config/env.ts'
import { commands } from '../../../src/admin/commands.ts'
import { MailError, sendMail, setMailServer } from '../../../src/kernel/mail.ts'
import * as alertEmails from '../../../src/services/alerts/alertEmails.ts'
import { confirmAddress, headersOf, htmlOf, startMailServer, plainOf } from '../../kit/fakes/mailServer.ts'
import { advanceClock } from '../../kit/waiting/clock.ts'
import { settle } from '../../kit/waiting/settle.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { type AlertWorkspace, createAlertWorkspace } from './alertKit.ts'

const server = await startMailServer()
afterAll(() => server.close())
const testServer = useTestServer({ env: { SMTP_URL: server.url, MAIL_FROM: 'Callwright <alerts@example.org>' } })

const SLOW = [...alertEmails.RETRY_DELAYS_MS]
beforeEach(() => {
  alertEmails.RETRY_DELAYS_MS.splice(0, SLOW.length, 20, 40)
})
afterEach(() => {
  alertEmails.RETRY_DELAYS_MS.splice(0, 2, ...SLOW)
  server.verdict = () => undefined
})

let nth = 0
/** Creates a workspace whose alerts are sent to `count` addresses of its own. */
async function createMailedWorkspace(count = 1, options: { name?: string } = {}) {
  const workspace = await createAlertWorkspace(testServer(), options)
  const addresses = Array.from({ length: count }, () => `person${(nth += 1)}@example.com`)
  await workspace.set({ emails: addresses })
  await Promise.all(addresses.map((address) => confirmAddress(server, address)))
  return { ...workspace, addresses, address: addresses[0]! }
}
const listEmails = async (workspace: AlertWorkspace) => (await workspace.alerts(false)).flatMap(({ emails }) => emails!)
const waitForEmails = (workspace: AlertWorkspace, count = 1) =>
  waitFor('the mails to be settled', async () => {
    const all = await listEmails(workspace)
    return all.length === count && all.every(({ status }) => status !== 'queued') && all
  })

test('an alert is sent to each address exactly once, as plain text and HTML, and its emails are marked as sent', async () => {
  const workspace = await createMailedWorkspace(3)
  await workspace.debit('6')
  await workspace.debit('0.10')
  expect(await waitForEmails(workspace, 3)).toEqual(
    workspace.addresses.map((address) => ({ address, status: 'sent', attempts: 1, error: null, sentAt: expect.any(String) })),
  )
  const [alert] = await workspace.alerts()
  for (const address of workspace.addresses) {
    const [mail, ...more] = server.to(address)
    expect(more).toEqual([])
    expect(mail!.to).toEqual([address])
    expect(headersOf(mail!)).toEqual(
      expect.arrayContaining([
        'From: Callwright <alerts@example.org>',
        `To: ${address}`,
        'Subject: [Callwright] The balance is low',
        'Auto-Submitted: auto-generated',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        expect.stringMatching(/^List-Unsubscribe: <http.*\/email\/unsubscribe\/[\w.-]+>$/),
        expect.stringMatching(/^Message-ID: <alert-\d+\.[0-9a-f]{16}@example\.org>$/),
      ]),
    )
    expect(plainOf(mail!)).toContain(alert!.message)
    expect(plainOf(mail!)).toContain(`${testServer().url}/billing`)
    expect(htmlOf(mail!)).toContain('<h2>The balance is low</h2>')
  }
})

test('muted types are not sent by email, others are', async () => {
  const workspace = await createMailedWorkspace()
  await workspace.set({ mutedTypes: ['low_balance'] })
  await workspace.debit('9.50')
  expect(await waitForEmails(workspace)).toMatchObject([{ status: 'sent' }])
  expect(headersOf(server.to(workspace.address)[0]!)).toContain('Subject: [Callwright] The wallet is empty')
  expect((await workspace.alerts()).map(({ type, emails }) => [type, emails!.length])).toEqual([
    ['zero_balance', 1],
    ['low_balance', 0],
  ])
})

/** Waits for a job that is deferred twice. Workers poll for due jobs once a second. */
test('an email that the mail server defers (4xx) is retried with the same Message-ID until it is accepted', async () => {
  const workspace = await createMailedWorkspace()
  const offered: string[] = []
  server.verdict = (address, _, messageId) =>
    address === workspace.address && offered.push(messageId) < 3 ? { code: 451, text: 'Greylisted, come again' } : undefined
  await workspace.debit('6')
  expect(await waitForEmails(workspace)).toMatchObject([{ status: 'sent', attempts: 3, error: null }])
  expect(server.to(workspace.address)).toHaveLength(1)
  expect(offered).toEqual(Array.from({ length: 3 }, () => server.to(workspace.address)[0]!.messageId))
})

test('a permanent rejection (5xx) is final, and its message is displayed', async () => {
  const workspace = await createMailedWorkspace()
  let offered = 0
  server.verdict = (address) => (address === workspace.address && (offered += 1) ? { code: 550, text: 'No such mailbox' } : undefined)
  await workspace.debit('6')
  expect(await waitForEmails(workspace)).toEqual([{ address: workspace.address, status: 'failed', attempts: 1, error: '550 No such mailbox', sentAt: null }])
  await alertEmails.send((await anyWorkspace.alertEmail.findFirstOrThrow({ where: { address: workspace.address } })).id)
  expect(offered).toBe(1)
})

/** Waits for a job that is deferred twice. Workers poll for due jobs once a second. */
test('an email fails after the maximum number of attempts, all of which are counted', async () => {
  const workspace = await createMailedWorkspace()
  server.verdict = () => ({ code: 421, text: 'Too busy' })
  await workspace.debit('6')
  expect(await waitForEmails(workspace)).toMatchObject([{ status: 'failed', attempts: 3, error: '421 Too busy' }])
})

/** Waits for a job that is deferred until the mail server is back. Workers poll for due jobs once a second. */
test('emails wait while the mail server is unavailable, and are sent once it is back', async () => {
  const workspace = await createMailedWorkspace()
  alertEmails.RETRY_DELAYS_MS.splice(0, 2, ...Array.from({ length: 40 }, () => 200))
  await server.close()
  await workspace.debit('6')
  const [waiting] = await waitFor('an attempt', async () => {
    const all = await listEmails(workspace)
    return all[0]?.error && all
  })
  expect(waiting).toMatchObject({ status: 'queued', error: expect.stringContaining('ECONNREFUSED') })
  await server.open()
  expect(await waitForEmails(workspace)).toMatchObject([{ status: 'sent' }])
  alertEmails.RETRY_DELAYS_MS.splice(0, 40, 20, 40)
  expect(server.to(workspace.address)).toHaveLength(1)
})

test('an email without a stored result is sent again with the same Message-ID, a limited number of times', async () => {
  const workspace = await createMailedWorkspace()
  await workspace.debit('6')
  await waitForEmails(workspace)
  const { id } = await anyWorkspace.alertEmail.findFirstOrThrow({ where: { address: workspace.address } })
  const forget = () => anyWorkspace.alertEmail.update({ where: { id }, data: { status: 'queued', sentAt: null } })
  for (let repeated = 0; repeated < 5; repeated += 1) {
    await forget()
    await alertEmails.send(id)
  }
  const received = server.to(workspace.address)
  expect(received).toHaveLength(3)
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await listEmails(workspace)).toMatchObject([{ status: 'failed', attempts: 3, error: 'The last attempt was interrupted' }])
})

test('a job that runs twice at once sends one email', async () => {
  const workspace = await createMailedWorkspace()
  let offered = 0
  server.verdict = (address) => {
    if (address === workspace.address) offered += 1
    return undefined
  }
  await workspace.debit('6')
  const { id } = await waitFor('the mail', () => anyWorkspace.alertEmail.findFirst({ where: { address: workspace.address } }))
  await Promise.all([alertEmails.send(id), alertEmails.send(id), alertEmails.send(id)])
  await waitForEmails(workspace)
  expect(offered).toBe(1)
})

test('names with line breaks, tags and quotes add no header, no recipient and no markup', async () => {
  const name = 'Acme\r\nBcc: thief@example.com\r\n\r\n<script>alert("1")</script> \u2028Grüße'
  const workspace = await createMailedWorkspace(1, { name })
  await workspace.debit('6')
  await waitForEmails(workspace)
  const [mail] = server.to(workspace.address)
  expect(mail!.to).toEqual([workspace.address])
  expect(headersOf(mail!).filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual([`To: ${workspace.address}`])
  expect(htmlOf(mail!)).not.toContain('<script>')
  expect(headersOf(mail!)).toContain('Subject: [Callwright] The balance is low')
  // Text that looks like an email address or a URL is not included at all.
  expect(htmlOf(mail!)).toContain(`alerts of workspace ${workspace.acme.id}`)
  expect(server.received.some(({ to }) => to.includes('thief@example.com'))).toBe(false)
})

/** Waits for 20 confirmation emails and 80 others, two at a time. */
test('a workspace can send a limited number of emails per hour; the rest fail with a reason', async () => {
  const workspace = await createMailedWorkspace(20)
  const raise = async () => {
    await workspace.debit('6')
    await workspace.credit('6')
  }
  for (let round = 0; round < 4; round += 1) await raise()
  const all = await waitForEmails(workspace, 80)
  expect(all.filter(({ status }) => status === 'sent')).toHaveLength(alertEmails.MAX_PER_HOUR)
  expect(all.filter(({ error }) => error === 'Not sent: the workspace reached its limit of 60 emails per hour')).toHaveLength(80 - alertEmails.MAX_PER_HOUR)
  await anyWorkspace.alertEmail.updateMany({ where: { workspaceId: workspace.acme.id }, data: { createdAt: new Date(Date.now() - 3_600_001) } })
  await raise()
  expect((await waitForEmails(workspace, 100)).filter(({ status }) => status === 'sent')).toHaveLength(alertEmails.MAX_PER_HOUR + 20)
})

test('an address that was removed before its email is sent gets none', async () => {
  const workspace = await createMailedWorkspace()
  alertEmails.RETRY_DELAYS_MS.splice(0, 2, SLOW[0]!, SLOW[1]!)
  server.verdict = () => ({ code: 451, text: 'Come again' })
  await workspace.debit('6')
  await waitFor('an attempt', async () => (await listEmails(workspace))[0]?.error)
  await workspace.set({ emails: [] })
  server.verdict = () => undefined
  // Jitter makes the delay longer.
  advanceClock(2 * SLOW[0]!)
  await settle()
  expect(await waitForEmails(workspace)).toMatchObject([{ status: 'failed', error: 'The address no longer receives alerts' }])
  expect(server.to(workspace.address)).toEqual([])
})

test('email addresses are visible only to members of the workspace', async () => {
  const workspace = await createMailedWorkspace()
  await workspace.debit('6')
  const key = await workspace.acme.key()
  const asKey = await key.gql<any>('{ alerts { nodes { type emails { address } } } }')
  expect(asKey.alerts.nodes).toEqual([{ type: 'low_balance', emails: null }])
  await expect(key.gql('{ alertSettings { emails } }')).rejects.toThrow('Missing scope: members:read')
  const other = await createAlertWorkspace(testServer())
  expect([await other.alerts(false), (await other.gql('{ alertSettings { emails } }')).alertSettings]).toEqual([[], { emails: [] }])
})

test('the server administrator can test the mail server with a command, which prints its response', async () => {
  expect(await commands['mail test']!({ to: 'Operator@Example.com' })).toEqual({ sent_to: 'operator@example.com' })
  expect(headersOf(server.to('operator@example.com')[0]!)).toContain('Subject: Callwright test email')
  server.verdict = () => ({ code: 550, text: 'Go away' })
  await expect(commands['mail test']!({ to: 'operator@example.com' })).rejects.toThrow('550 Go away')
  await expect(commands['mail test']!({ to: 'operator' })).rejects.toThrow('--to must be an email address')
})

test('credentials authenticate at the mail server; wrong credentials do not reject the email permanently', async () => {
  const guarded = await startMailServer({
    allowInsecureAuth: true,
    authOptional: false,
    onAuth: ({ username, password }, _, done) => (username === 'me@host' && password === 'p/w' ? done(null, { user: 1 }) : done(new Error('Wrong'))),
  })
  const before = readEnv().MAIL_FROM
  const mail = { to: 'a@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', id: 'one' }
  try {
    setMailServer(`smtp://me%40host:p%2Fw@127.0.0.1:${guarded.port}`, before)
    await sendMail(mail)
    expect(guarded.received).toHaveLength(1)
    setMailServer(`smtp://me%40host:wrong@127.0.0.1:${guarded.port}`, before)
    await expect(sendMail(mail)).rejects.toMatchObject({ isFinal: false })
    expect(guarded.received).toHaveLength(1)
  } finally {
    setMailServer(server.url, 'Callwright <alerts@example.org>')
    await guarded.close()
  }
})

test('an untrusted certificate is rejected if the URL requires a secure connection', async () => {
  const secure = await startMailServer({ secure: true })
  try {
    setMailServer(`smtps://127.0.0.1:${secure.port}`, 'Callwright <alerts@example.org>')
    const refused = sendMail({ to: 'a@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', id: 'one' })
    await expect(refused).rejects.toBeInstanceOf(MailError)
    await expect(refused).rejects.toMatchObject({ isFinal: false, message: expect.stringMatching(/certificate/i) })
    expect(secure.received).toEqual([])
  } finally {
    setMailServer(server.url, 'Callwright <alerts@example.org>')
    await secure.close()
  }
})
