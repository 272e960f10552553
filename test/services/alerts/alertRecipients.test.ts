import { afterAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as alertRecipients from '../../../src/services/alerts/alertRecipients.ts'
import { toDisplayName } from '../../../src/services/alerts/alertEmailTexts.ts'
import { DAY, HOUR, advanceClock } from '../../kit/waiting/clock.ts'
import { confirmAddress, headersOf, linkIn, startMailServer, plainOf } from '../../kit/fakes/mailServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { type AlertWorkspace, createAlertWorkspace } from './alertKit.ts'

const server = await startMailServer()
afterAll(() => server.close())
const MAILS_AN_HOUR = 40
const testServer = useTestServer({ env: { SMTP_URL: server.url, MAIL_FROM: 'Callwright <alerts@example.org>', MAILS_AN_HOUR: String(MAILS_AN_HOUR) } })

let nth = 0
const newAddress = () => `recipient${(nth += 1)}@example.com`
const statusesOf = async (workspace: AlertWorkspace) =>
  Object.fromEntries(
    (await workspace.gql('{ alertSettings { recipients { address status error } } }')).alertSettings.recipients.map((row: any) => [
      row.address,
      row.error ?? row.status,
    ]),
  ) as Record<string, string>
const waitForConfirmation = (to: string) => waitFor('the confirmation email', () => server.to(to)[0])
const resend = (workspace: AlertWorkspace, to: string) =>
  workspace.ask('mutation($a: String!) { resendAlertConfirmation(address: $a) { recipients { status } } }', { a: to })
const messageOf = (answer: { errors?: { message: string }[] }) => answer.errors?.[0]!.message
const post = async (url: string, init: RequestInit = {}) => (await fetch(url, { method: 'POST', ...init })).status

test('an address gets only the confirmation email before it confirms, and alerts after that', async () => {
  const workspace = await createAlertWorkspace(testServer())
  const to = newAddress()
  await workspace.set({ emails: [to] })
  const mail = await waitForConfirmation(to)
  await workspace.debit('6')
  await workspace.credit('6')
  expect([await statusesOf(workspace), (await workspace.alerts(false))[0]!.emails]).toEqual([{ [to]: 'pending' }, []])
  const link = linkIn(mail, 'confirm')
  // Mail servers open links to scan them, which confirms nothing.
  expect((await fetch(link)).status).toBe(200)
  expect(await statusesOf(workspace)).toEqual({ [to]: 'pending' })
  expect(await post(link)).toBe(200)
  expect(await statusesOf(workspace)).toEqual({ [to]: 'confirmed' })
  await workspace.debit('6')
  await waitFor('the alert', () => server.to(to).length === 2)
  expect(headersOf(server.to(to)[1]!)).toContain('Subject: [Callwright] The balance is low')
})

test('one-click unsubscribe ends the emails permanently: neither the list nor an older link restores them', async () => {
  const workspace = await createAlertWorkspace(testServer())
  const to = newAddress()
  await workspace.set({ emails: [to] })
  const mail = await waitForConfirmation(to)
  const header = headersOf(mail).find((line) => line.startsWith('List-Unsubscribe:'))!
  const oneClick = /<(.*)>/.exec(header)![1]!
  expect(headersOf(mail)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(await post(linkIn(mail, 'confirm'))).toBe(200)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect(await post(oneClick, { body })).toBe(200)
  expect(await statusesOf(workspace)).toEqual({ [to]: 'unsubscribed' })
  expect(await post(oneClick, { body })).toBe(200)
  expect(await post(linkIn(mail, 'confirm'))).toBe(404)
  await workspace.set({ emails: [] })
  await workspace.set({ emails: [to] })
  expect(messageOf(await resend(workspace, to))).toContain('has unsubscribed')
  await workspace.debit('6')
  expect([await statusesOf(workspace), (await workspace.alerts())[0]!.emails, server.to(to).length]).toEqual([{ [to]: 'unsubscribed' }, [], 1])
})

test('a link that is changed, for another action or a week old does nothing, and no link affects another workspace', async () => {
  const [workspace, other] = [await createAlertWorkspace(testServer()), await createAlertWorkspace(testServer())]
  const to = newAddress()
  for (const each of [workspace, other]) await each.set({ emails: [to] })
  const mails = await waitFor('both emails', () => server.to(to).length === 2 && server.to(to))
  const link = linkIn(mails[0]!, 'confirm')
  const wrong = [
    // The first character of the signature, because the last one has unused bits.
    link.replace(/[^.](?=[^.]*$)/, (first) => (first === 'A' ? 'B' : 'A')),
    link.replace('/confirm/', '/unsubscribe/'),
    link.replace(/confirm\/\d+/, 'confirm/999999'),
    `${testServer().url}/email/confirm/x`,
  ]
  for (const each of wrong) expect(await post(each), each).toBe(404)
  const confirmations = () => anyWorkspace.alertRecipient.count({ where: { address: to, status: 'confirmed' } })
  expect(await confirmations()).toBe(0)
  expect(await post(link)).toBe(200)
  expect(await confirmations()).toBe(1)
  advanceClock(8 * DAY)
  expect(await post(linkIn(mails[1]!, 'confirm'))).toBe(404)
  expect(await confirmations()).toBe(1)
})

test('an address gets at most one confirmation email a day per workspace, and three from all workspaces', async () => {
  const to = newAddress()
  const all = await Promise.all(Array.from({ length: alertRecipients.MAX_PER_DAY + 1 }, () => createAlertWorkspace(testServer())))
  for (const workspace of all) await workspace.set({ emails: [to] })
  const refused = await waitFor('one to be refused', async () => {
    const statuses = await Promise.all(all.map(async (workspace) => ({ workspace, status: (await statusesOf(workspace))[to]! })))
    return server.to(to).length === alertRecipients.MAX_PER_DAY && statuses.find(({ status }) => status.includes('too many'))?.workspace
  })
  const first = all.find((workspace) => workspace !== refused)!
  expect(messageOf(await resend(first, to))).toContain('within the last 24 hours')
  expect(messageOf(await resend(first, 'nobody@example.com'))).toContain('not sent to this address')
  await anyWorkspace.alertRecipient.updateMany({ where: { address: to }, data: { askedAt: new Date(Date.now() - DAY - HOUR) } })
  expect((await resend(refused, to)).errors).toBeUndefined()
  await waitFor('another email', () => server.to(to).length === alertRecipients.MAX_PER_DAY + 1)
})

test('the emails per hour of all workspaces together are limited', async () => {
  const sent = () => server.received.length
  const before = sent()
  const rest = MAILS_AN_HOUR - (await countedThisHour())
  const addresses = Array.from({ length: rest + 10 }, newAddress)
  for (let at = 0; at < addresses.length; at += 20) await (await createAlertWorkspace(testServer())).set({ emails: addresses.slice(at, at + 20) })
  await waitFor(
    'the rest to be kept back',
    async () => (await anyWorkspace.alertRecipient.count({ where: { error: { contains: 'its limit of emails per hour' } } })) === 10,
  )
  expect(sent() - before).toBe(rest)
})

/** Counts the emails of this file, as a new server does. */
const countedThisHour = async () =>
  (await anyWorkspace.alertRecipient.count({ where: { askedAt: { gt: new Date(Date.now() - HOUR) } } })) + (await anyWorkspace.alertEmail.count())

test.each([
  ['Acme', 'the workspace "Acme"'],
  ['x'.repeat(80), `the workspace "${'x'.repeat(60)}…"`],
  ['Win http://evil.example now', 'workspace 7'],
  ['evil.example/win', 'workspace 7'],
  ['write to me@evil', 'workspace 7'],
  ['Two\r\nlines\u2028here', 'the workspace "Two lines here"'],
  ['\u202e', 'workspace 7'],
])('the name %j is displayed as %j', (name, shown) => {
  expect(toDisplayName(name, 7)).toBe(shown)
})

/** Waits for a job that is deferred twice. Workers poll for due jobs once a second. */
test('a confirmation email has no customer text in its subject, and is retried if the mail server defers it', async () => {
  const before = [...alertRecipients.RETRY_DELAYS_MS]
  alertRecipients.RETRY_DELAYS_MS.splice(0, before.length, 20, 40)
  await anyWorkspace.alertRecipient.updateMany({ data: { askedAt: new Date(Date.now() - 2 * DAY) } })
  const workspace = await createAlertWorkspace(testServer(), { name: 'Buy now' })
  const to = newAddress()
  let offered = 0
  server.verdict = (whom) => (whom === to && (offered += 1) < 3 ? { code: 451, text: 'Greylisted' } : undefined)
  await workspace.set({ emails: [to] })
  const mail = await waitForConfirmation(to)
  expect([offered, headersOf(mail).filter((line) => line.startsWith('Subject'))]).toEqual([3, ['Subject: [Callwright] Confirm your email address for alerts']])
  expect(plainOf(mail)).toContain('the workspace "Buy now"')
  await confirmAddress(server, to)
  expect(await statusesOf(workspace)).toEqual({ [to]: 'confirmed' })
  alertRecipients.RETRY_DELAYS_MS.splice(0, 2, ...before)
})
