import { afterAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as alertRecipients from '../../../src/services/alerts/alertRecipients.ts'
import { toDisplayName } from '../../../src/services/alerts/alertEmailTexts.ts'
import { DAY, HOUR, advanceClock } from '../../kit/waiting/clock.ts'
import { confirmAddress, headersOf, linkIn, startMailServer, plainOf } from '../../kit/fakes/mailServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { type Owned, owned } from './alertKit.ts'

const server = await startMailServer()
afterAll(() => server.close())
const MAILS_AN_HOUR = 40
const testServer = useTestServer({ env: { SMTP_URL: server.url, MAIL_FROM: 'Callwright <alerts@example.org>', MAILS_AN_HOUR: String(MAILS_AN_HOUR) } })

let nth = 0
const address = () => `recipient${(nth += 1)}@example.com`
const states = async (one: Owned) =>
  Object.fromEntries(
    (await one.gql('{ alertSettings { recipients { address status error } } }')).alertSettings.recipients.map((row: any) => [
      row.address,
      row.error ?? row.status,
    ]),
  ) as Record<string, string>
const asked = (to: string) => waitFor('the confirmation email', () => server.to(to)[0])
const resend = (one: Owned, to: string) => one.ask('mutation($a: String!) { resendAlertConfirmation(address: $a) { recipients { status } } }', { a: to })
const messageOf = (answer: { errors?: { message: string }[] }) => answer.errors?.[0]!.message
const post = async (url: string, init: RequestInit = {}) => (await fetch(url, { method: 'POST', ...init })).status

test('an address gets only the confirmation email before it confirms, and alerts after that', async () => {
  const one = await owned(testServer())
  const to = address()
  await one.set({ emails: [to] })
  const mail = await asked(to)
  await one.debit('6')
  await one.credit('6')
  expect([await states(one), (await one.alerts(false))[0]!.emails]).toEqual([{ [to]: 'pending' }, []])
  const link = linkIn(mail, 'confirm')
  // Mail servers open links to scan them, which confirms nothing.
  expect((await fetch(link)).status).toBe(200)
  expect(await states(one)).toEqual({ [to]: 'pending' })
  expect(await post(link)).toBe(200)
  expect(await states(one)).toEqual({ [to]: 'confirmed' })
  await one.debit('6')
  await waitFor('the alert', () => server.to(to).length === 2)
  expect(headersOf(server.to(to)[1]!)).toContain('Subject: [Callwright] The balance is low')
})

test('one-click unsubscribe ends the emails permanently: neither the list nor an older link restores them', async () => {
  const one = await owned(testServer())
  const to = address()
  await one.set({ emails: [to] })
  const mail = await asked(to)
  const header = headersOf(mail).find((line) => line.startsWith('List-Unsubscribe:'))!
  const oneClick = /<(.*)>/.exec(header)![1]!
  expect(headersOf(mail)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(await post(linkIn(mail, 'confirm'))).toBe(200)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect(await post(oneClick, { body })).toBe(200)
  expect(await states(one)).toEqual({ [to]: 'unsubscribed' })
  expect(await post(oneClick, { body })).toBe(200)
  expect(await post(linkIn(mail, 'confirm'))).toBe(404)
  await one.set({ emails: [] })
  await one.set({ emails: [to] })
  expect(messageOf(await resend(one, to))).toContain('has unsubscribed')
  await one.debit('6')
  expect([await states(one), (await one.alerts())[0]!.emails, server.to(to).length]).toEqual([{ [to]: 'unsubscribed' }, [], 1])
})

test('a link that is changed, for another action or a week old does nothing, and no link affects another workspace', async () => {
  const [one, other] = [await owned(testServer()), await owned(testServer())]
  const to = address()
  for (const each of [one, other]) await each.set({ emails: [to] })
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
  const confirmations = () => anyWorkspace.alertRecipient.count({ where: { address: to, state: 'confirmed' } })
  expect(await confirmations()).toBe(0)
  expect(await post(link)).toBe(200)
  expect(await confirmations()).toBe(1)
  advanceClock(8 * DAY)
  expect(await post(linkIn(mails[1]!, 'confirm'))).toBe(404)
  expect(await confirmations()).toBe(1)
})

test('an address gets at most one confirmation email a day per workspace, and three from all workspaces', async () => {
  const to = address()
  const all = await Promise.all(Array.from({ length: alertRecipients.MAX_PER_DAY + 1 }, () => owned(testServer())))
  for (const one of all) await one.set({ emails: [to] })
  const refused = await waitFor('one to be refused', async () => {
    const found = await Promise.all(all.map(async (one) => ({ one, state: (await states(one))[to]! })))
    return server.to(to).length === alertRecipients.MAX_PER_DAY && found.find(({ state }) => state.includes('too many'))?.one
  })
  const first = all.find((one) => one !== refused)!
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
  const addresses = Array.from({ length: rest + 10 }, address)
  for (let at = 0; at < addresses.length; at += 20) await (await owned(testServer())).set({ emails: addresses.slice(at, at + 20) })
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
  const one = await owned(testServer(), { name: 'Buy now' })
  const to = address()
  let offered = 0
  server.verdict = (whom) => (whom === to && (offered += 1) < 3 ? { code: 451, text: 'Greylisted' } : undefined)
  await one.set({ emails: [to] })
  const mail = await asked(to)
  expect([offered, headersOf(mail).filter((line) => line.startsWith('Subject'))]).toEqual([3, ['Subject: [Callwright] Confirm your email address for alerts']])
  expect(plainOf(mail)).toContain('the workspace "Buy now"')
  await confirmAddress(server, to)
  expect(await states(one)).toEqual({ [to]: 'confirmed' })
  alertRecipients.RETRY_DELAYS_MS.splice(0, 2, ...before)
})
