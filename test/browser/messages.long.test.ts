import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, waitForToast, useBrowser } from '../kit/browser/browser.ts'
import { carriersOf, listAccepted, createSmsTenant } from '../services/messages/messageKit.ts'
import { groupDigits } from '../../web/src/parts/text/phoneGroups.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const CARRIER = 'twilio'
const testServer = useTestServer()
const browser = useBrowser()

let lines = 0
/** A new number each time, with the test scenario in its last four digits. */
const newNumber = (fate = '0200') => `+1${300 + (lines += 1)}555${fate}`

async function at(path: string) {
  const tenant = await createSmsTenant(testServer(), { carrier: CARRIER })
  const page = await browser().page()
  const open = (to = path) => signIn(page, testServer().url, tenant.acme, to)
  const receive = (from: string, body: string) => carriersOf(testServer()).sendInboundMessage({ from, to: tenant.number.phoneNumber, body, carrier: CARRIER })
  return { page, open, comes: receive, ...tenant }
}

const texts = (page: Page) => page.getByRole('log', { name: 'Messages' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Type a message' })

/** Marks the page. A reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => void (document.body.dataset.mark = 'same'))
const isSame = (page: Page) => page.evaluate(() => document.body.dataset.mark === 'same')

/** Every test here waits for a number to be connected at a simulated carrier, for a page of a real browser, and for messages to be sent or received. */
test('a conversation starts from the chosen number, and its delivery status changes without a reload', async () => {
  const { page, open, number } = await at('/messages')
  const to = newNumber()
  // The number's own status doesn't appear before the message is being sent.
  let release = () => {}
  const sent = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('query SmsNumber')) await sent
    await route.continue()
  })
  await open()
  await page.getByText('No messages yet').waitFor()
  await mark(page)
  await page.getByRole('link', { name: 'New message' }).click()
  await page.getByRole('textbox', { name: /^To\b/ }).fill(to)
  await page.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option', { name: groupDigits(number.phoneNumber).join(' ') }).click()
  await box(page).fill('Your table <b>for two</b> is booked. 😀')
  await page.getByText(/1 segment, .*70 characters instead of 160/).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()

  const thread = texts(page)
  await thread.waitFor()
  release()
  await thread.getByText('Your table <b>for two</b> is booked. 😀').waitFor()
  await thread.getByText('Delivered').waitFor()
  expect(page.url()).toContain('conversation=')
  expect(await isSame(page)).toBe(true)
  expect(await listAccepted(testServer(), CARRIER, to)).toMatchObject([{ from: number.phoneNumber, body: 'Your table <b>for two</b> is booked. 😀' }])
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('You: Your table <b>for two</b> is booked. 😀').waitFor()
})

test('a received message appears in its conversation and on top of the list without a reload, and can be answered with the keyboard', async () => {
  const { page, open, comes: receive, text } = await at('/messages')
  const [one, two] = [newNumber(), newNumber()]
  await text(one, { body: 'To the first' })
  await text(two, { body: 'To the second' })
  await open()
  const list = page.getByRole('navigation', { name: 'Conversations' })
  await list.getByRole('link').filter({ hasText: one }).click()
  await texts(page).getByText('To the first').waitFor()
  await mark(page)

  await receive(one, 'Thanks <img src=x>')
  await texts(page).getByText('Thanks <img src=x>').waitFor()
  await list.getByRole('link').first().filter({ hasText: one }).getByText('Thanks <img src=x>').waitFor()
  await receive(newNumber(), 'Hello, are you open?')
  await list.getByRole('link').first().filter({ hasText: 'Hello, are you open?' }).waitFor()

  await box(page).fill('See you')
  await page.keyboard.press('Control+Enter')
  await texts(page).getByText('See you').waitFor()
  await list.getByRole('link').first().filter({ hasText: 'You: See you' }).waitFor()
  await expect.poll(() => box(page).inputValue()).toBe('')
  expect(await isSame(page)).toBe(true)
})

test('a STOP appears as it is received and disables the input, and a START enables it again', async () => {
  const { page, open, comes: receive, text } = await at('/messages')
  const contact = newNumber()
  const { body } = await text(contact)
  await open(`/messages?conversation=${body.conversation_id}`)
  await box(page).and(page.locator(':enabled')).waitFor()
  await mark(page)
  await receive(contact, 'STOP')
  await page.getByText(`${contact} opted out`).waitFor()
  await box(page).and(page.locator(':disabled')).waitFor()
  await texts(page).getByText('STOP', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await receive(contact, 'START')
  await box(page).and(page.locator(':enabled')).waitFor()
  expect(await isSame(page)).toBe(true)
})

test('an undelivered message shows the reason, and a refused one shows the error and keeps its text', async () => {
  const { page, open, text } = await at('/messages')
  const { body } = await text(newNumber('0201'))
  await open(`/messages?conversation=${body.conversation_id}`)
  await texts(page).getByText('Not delivered').waitFor()
  await texts(page)
    .getByText(/\(code 30003\)/)
    .waitFor()
  await page.getByRole('link', { name: 'New message' }).click()
  await page.waitForURL(/new=/)
  await page.getByRole('textbox', { name: /^To\b/ }).fill(newNumber('0208'))
  await box(page).fill('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await waitForToast(page, 'rejected the')
  await expect.poll(() => box(page).inputValue()).toBe('Hello')
})
