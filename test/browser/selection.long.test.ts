import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, signIn, takeScreenshot, useBrowser, waitForToast } from '../kit/browser/browser.ts'
import type { Client } from '../kit/clients/client.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
let key: Client
let page: Page
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  page = await browser().page()
  await signIn(page, testServer().url, acme)
})

const newCampaign = async (name = 'Autumn') => (await key.post('/campaigns', { name })).body.id as number
const leadsOf = (campaignId: number) => anyWorkspace.lead.findMany({ where: { campaignId }, orderBy: { id: 'asc' } })
const open = (campaignId: number, search = '') => page.goto(`${testServer().url}/campaigns/${campaignId}?tab=leads${search}`)
const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = () => page.getByRole('region', { name: 'Selected rows' })

test('a lead is edited in its drawer: name, number, time zone and custom fields, whose types stay', async () => {
  const id = await newCampaign()
  await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: '+14155550100', name: 'Ada', data: { seats: 12, city: 'Rome', vip: true } }] })
  const [lead] = await leadsOf(id)
  await open(id, `&lead=${lead!.id}`)
  await page.getByRole('button', { name: 'Edit lead' }).click()
  const form = page.getByRole('form', { name: 'Edit lead' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Rossi')
  await form.getByRole('textbox', { name: 'Phone number' }).fill('0123')
  await form.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Rome')
  await form.getByRole('textbox', { name: 'seats' }).fill('14')
  await form.getByRole('button', { name: 'Remove field city' }).click()
  await form.getByRole('button', { name: 'Add field' }).click()
  await form.getByRole('textbox', { name: 'Field name' }).last().fill('company')
  await form.getByRole('textbox', { name: 'company' }).fill('Initech')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter a valid phone number with its country code, such as +1 415 555 0100.').waitFor()
  await form.getByRole('textbox', { name: 'Phone number' }).fill('+1 (415) 555-0109')
  await form.getByRole('button', { name: 'Save' }).click()
  await waitForToast(page, 'Changes saved')
  await page.getByRole('button', { name: 'Open Ada Rossi' }).waitFor({ state: 'attached' })
  expect(await leadsOf(id)).toMatchObject([
    { name: 'Ada Rossi', phoneNumber: '+14155550109', data: { seats: 14, vip: true, company: 'Initech', timezone: 'Europe/Rome' } },
  ])
  // The invalid number.
  expect(pageErrors.get(page)!.splice(0)).toEqual([expect.stringContaining('422')])
})

test('leads are selected by mouse, range and keyboard, and called again, blocked or deleted after a confirmation with their number', async () => {
  const id = await newCampaign()
  const statuses = ['completed', 'calling', 'failed', 'pending']
  await addLeads(
    acme.id,
    id,
    statuses.map((status, at) => ({ phone_number: `+1415555020${at}`, name: `Lead ${at}`, status })),
  )
  await pool.query(`update campaigns set status = 'paused' where id = $1`, [id])
  await open(id)
  await box('Lead 3').click()
  await box('Lead 0').click({ modifiers: ['Shift'] })
  await bar().getByText('4 selected').waitFor()
  await takeScreenshot(page, 'selection')
  await bar().getByRole('button', { name: 'Call again' }).click()
  await page.getByRole('dialog', { name: 'Call 4 leads again?' }).getByRole('button', { name: 'Call 4 leads again' }).click()
  await waitForToast(page, '2 leads queued to call again. Unchanged: Calling: 1, Pending: 1.')
  await bar().waitFor({ state: 'detached' })
  expect((await leadsOf(id)).map(({ status }) => status)).toEqual(['pending', 'calling', 'pending', 'pending'])

  await box('Lead 2').focus()
  await page.keyboard.press('Space')
  await bar().getByRole('button', { name: 'Add to do-not-call list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 number' }).click()
  await waitForToast(page, '1 number added to the do-not-call list.')
  expect((await key.get('/dnc')).body.items.map((entry: { phone_number: string }) => entry.phone_number)).toEqual(['+14155550202'])

  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await bar().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 4 leads?' }).getByRole('button', { name: 'Delete 4 leads' }).click()
  await waitForToast(page, '3 leads deleted. Unchanged: Calling: 1.')
  await expect.poll(() => page.getByRole('button', { name: /^Open Lead/ }).count()).toBe(1)
  expect(pageErrors.get(page)).toEqual([])
})

test('the numbers of selected calls are added to the do-not-call list', async () => {
  for (const toNumber of ['+14155550301', '+14155550302', '+14155550302']) {
    const { id } = await makeCall(acme.id)
    await anyWorkspace.call.update({ where: { id }, data: { toNumber } })
  }
  await page.goto(`${testServer().url}/calls`)
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await bar().getByRole('button', { name: 'Add to do-not-call list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 numbers' }).click()
  await waitForToast(page, '2 numbers added to the do-not-call list.')
  expect((await key.get('/dnc/check?phone_number=%2B14155550302')).body).toMatchObject({ is_on_dnc: true })
})

test('on a phone, a button shows the checkboxes, and the actions are inside the window', async () => {
  const id = await newCampaign()
  await addLeads(
    acme.id,
    id,
    [0, 1, 2].map((at) => ({ phone_number: `+1415555040${at}`, name: `Lead ${at} ${'von und zu '.repeat(4)}`.trim() })),
  )
  const phone = await browser().page({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await signIn(phone, testServer().url, acme, `/campaigns/${id}?tab=leads`)
  const boxes = phone.getByRole('checkbox', { name: /^Select Lead/ })
  const toggle = phone.getByRole('button', { name: 'Select rows' })
  const actions = phone.getByRole('region', { name: 'Selected rows' })
  await toggle.waitFor()
  expect(await boxes.count()).toBe(0)
  await toggle.tap()
  await boxes.nth(0).tap()
  await boxes.nth(2).tap()
  await actions.getByText('2 selected').waitFor()
  expect(await findAccessibilityViolations(phone)).toEqual([])
  for (const part of [actions, ...(await actions.getByRole('button').all()), boxes.nth(0)]) {
    const { x, width } = (await part.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(390)
  }
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await takeScreenshot(phone, 'selection-phone')
  await toggle.tap()
  await actions.waitFor({ state: 'detached' })
  expect(await boxes.count()).toBe(0)
  await toggle.tap()
  await boxes.nth(1).tap()
  await actions.getByRole('button', { name: 'Delete' }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Delete 1 lead' }).tap()
  await waitForToast(phone, '1 lead deleted.')
  await expect.poll(() => boxes.count()).toBe(2)
  expect(pageErrors.get(phone)).toEqual([])
})

test('a campaign is copied from its menu, and the copy opens as a draft', async () => {
  const id = await newCampaign('Spring')
  await page.goto(`${testServer().url}/campaigns/${id}`)
  await page.getByRole('button', { name: 'Actions for Spring' }).click()
  await page.getByRole('menuitem', { name: 'Copy campaign' }).click()
  await page.getByRole('heading', { name: 'Spring (copy)' }).waitFor()
  await page.getByText('Draft').first().waitFor()
})
