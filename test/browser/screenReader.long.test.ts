import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { recordAnnouncements, waitForAnnouncement } from '../kit/browser/announcements.ts'
import { pageErrors, pressOn, signIn, useBrowser } from '../kit/browser/browser.ts'
import type { Client } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { carriersOf, createSmsTenant } from '../services/messages/messageKit.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

/** Everything here is found by role and name, pressed by keyboard, and heard. Nothing is looked at or clicked. */

// Slow enough that the lines of a call appear one after the other.
const testServer = useTestServer({ speed: 8 })
const browser = useBrowser()
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace({ wallet: '500' })
  key = await acme.key()
})

async function open(path: string, who: TestWorkspace = acme): Promise<Page> {
  const page = await browser().page()
  await recordAnnouncements(page)
  await signIn(page, testServer().url, who, path)
  return page
}

async function type(field: Locator, text: string) {
  await field.focus()
  await field.page().keyboard.press('ControlOrMeta+A')
  await field.page().keyboard.insertText(text)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: typeof name === 'string' })
const heading = (page: Page, level: number, name: string | RegExp) => page.getByRole('heading', { level, name }).waitFor()

/** The texts that describe a field: its help, and its error. */
const descriptionOf = (element: Locator) =>
  element.evaluate((node) =>
    (node.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )

const addAgent = async () => {
  const { id } = (await key.post('/agents', { name: 'Ada', voice_id: 'retell-Cimo', system_prompt: 'Be kind.' })).body
  await key.post(`/agents/${id}/publish`)
  return id as number
}

test('an agent is created and published', async () => {
  const page = await open('/agents')
  await pressOn(link(page, 'Create agent').first())
  await heading(page, 1, 'New agent')
  await waitForAnnouncement(page, 'status', 'New agent')
  await pressOn(button(page, 'Create agent'))
  await waitForAnnouncement(page, 'alert', 'This field is required')
  const name = page.getByRole('textbox', { name: /^Name/ })
  expect(await name.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await descriptionOf(name)).toContain('This field is required')
  await type(name, 'Nora')
  await pressOn(page.getByRole('radio', { name: 'Receptionist' }), 'Space')
  await pressOn(button(page, 'Create agent'))
  await heading(page, 1, 'Nora')
  await waitForAnnouncement(page, 'status', 'Nora')

  const voice = page.getByLabel('Voice', { exact: true }).first()
  await type(voice, 'invalid-voice')
  await page.keyboard.press('Escape')
  await pressOn(button(page, 'Save and publish'))
  await waitForAnnouncement(page, 'alert', /voice/i)
  expect(await voice.getAttribute('aria-invalid')).toBe('true')
  expect(await descriptionOf(voice)).toMatch(/voice/i)
  await type(voice, 'retell-Cimo')
  await page.keyboard.press('Escape')
  await pressOn(button(page, 'Save and publish'))
  await waitForAnnouncement(page, 'status', 'Agent published')
  // The browser reports only the refused publish.
  expect(pageErrors.get(page)).toEqual([expect.stringContaining('422')])
})

test('a test call is placed, and its status and each new line of its transcript are heard', async () => {
  const agentId = await addAgent()
  const page = await open(`/agents/${agentId}`)
  await pressOn(page.getByRole('tab', { name: 'Test call' }))
  await page.getByRole('tabpanel', { name: 'Test call' }).waitFor()
  const to = field(page, /^Phone number|^Number|^To/).first()
  await type(to, '0123')
  await pressOn(button(page, 'Place test call'))
  await waitForAnnouncement(page, 'alert', /number/i)
  expect(await descriptionOf(to)).toMatch(/number/i)
  await type(to, '+14155550100')
  await pressOn(button(page, 'Place test call'))
  await waitForAnnouncement(page, 'status', /In progress/)
  const log = page.getByRole('log', { name: 'Transcript' })
  await log.getByRole('listitem').first().waitFor()
  await waitForAnnouncement(page, 'log', /^(Agent|Contact)/)
  await waitForAnnouncement(page, 'status', /Completed/)
  const said = await page.evaluate(() => window.announcements.filter(({ role }) => role === 'log').length)
  expect(said).toBeGreaterThan(1)
  await link(page, 'View call').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('leads are imported, and a campaign is started', async () => {
  const agent_ref_id = await addAgent()
  const { id } = (await key.post('/campaigns', { name: 'Spring', purpose: 'appointment', agent_ref_id })).body
  const page = await open(`/campaigns/${id}/import`)
  await type(field(page, 'Or paste rows'), 'Phone\tName\n+14155550100\tAda\nnobody\tBob\n')
  await pressOn(button(page, 'Review rows'))
  await heading(page, 2, 'Pasted rows')
  await page.getByRole('combobox', { name: 'Phone number' }).waitFor()
  await page.getByRole('row', { name: /New lead \+14155550100 Ada/ }).waitFor()
  await pressOn(button(page, 'Import 2 rows'))
  await button(page, 'Undo import').waitFor()
  await waitForAnnouncement(page, 'status', /Rows ?2/)
  await page.getByRole('row', { name: /nobody Invalid phone number/ }).waitFor()

  await page.goto(`${testServer().url}/campaigns/new?id=${id}&step=review`)
  await heading(page, 2, 'Review and start')
  await pressOn(button(page, 'Start'))
  await pressOn(page.getByRole('dialog', { name: /Spring/ }).getByRole('button', { name: 'Start calling 1 lead' }))
  await waitForAnnouncement(page, 'status', 'Campaign started')
  await heading(page, 1, 'Spring')
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  expect(pageErrors.get(page)).toEqual([])
})

test('a message is heard as it is received, and is answered', async () => {
  const CARRIER = 'twilio'
  const tenant = await createSmsTenant(testServer(), { carrier: CARRIER })
  const contact = '+13015550200'
  await tenant.text(contact, { body: 'Your table is booked.' })
  const page = await open('/messages', tenant.acme)
  await pressOn(page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: new RegExp(contact.replace('+', '\\+')) }))
  const log = page.getByRole('log', { name: 'Messages' })
  await log.getByText('Your table is booked.').waitFor()
  await carriersOf(testServer()).sendInboundMessage({ from: contact, to: tenant.number.phoneNumber, body: 'Is there parking?', carrier: CARRIER })
  await waitForAnnouncement(page, 'log', 'Is there parking?')
  const box = field(page, 'Type a message')
  await type(box, 'Yes, behind the house.')
  await pressOn(button(page, 'Send'))
  await waitForAnnouncement(page, 'log', 'Yes, behind the house.')
  await expect.poll(() => box.inputValue()).toBe('')
  await waitForAnnouncement(page, 'log', 'Delivered')
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  expect(pageErrors.get(page)).toEqual([])
})

test('a call is found with a filter that says how many match, and its result is read', async () => {
  const agent_id = await addAgent()
  const { id } = (await key.post('/calls', { to_number: '+14155550100', agent_id })).body
  await waitFor('the call to be settled', async () => (await key.get(`/calls/${id}`)).body.cost !== null)
  const page = await open('/calls')
  await type(
    page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: /search|number/i }))
      .first(),
    '5550100',
  )
  await page.keyboard.press('Enter')
  await waitForAnnouncement(page, 'status', /^\d+ calls?$/)
  await button(page, /^Remove filter: Number: .*5550100/).waitFor()
  const row = page
    .getByRole('table', { name: 'Call history' })
    .getByRole('row', { name: /\+14155550100.*Completed/ })
    .first()
  await pressOn(row.getByRole('link').first())
  const drawer = page.getByRole('dialog', { name: /Call to \+14155550100/ })
  await drawer.waitFor()
  for (const name of [/Transcript/, /Summary|Result|Answers/])
    await drawer.getByRole('heading', { name }).or(drawer.getByRole('group', { name })).first().waitFor()
  await drawer.getByRole('button', { name: 'Play' }).waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(() =>
      row
        .getByRole('link')
        .first()
        .evaluate((element) => element === document.activeElement),
    )
    .toBe(true)
  expect(pageErrors.get(page)).toEqual([])
})
