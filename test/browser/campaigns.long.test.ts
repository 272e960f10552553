import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signIn, waitForToast, useBrowser } from '../kit/browser/browser.ts'
import type { Client } from '../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
let key: Client
let agentId: number

beforeAll(async () => {
  acme = await testServer().workspace({ wallet: '100' })
  key = await acme.key()
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Ask for a day.', first_message: 'Hello' })).body.id
  await key.post(`/agents/${agentId}/publish`)
})

const open = async (next: string): Promise<Page> => {
  const page = await browser().page()
  await signIn(page, testServer().url, acme, next)
  return page
}
const step = (page: Page, name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name }).click()
const waitForSave = (page: Page) => page.locator('[data-saved=true]').waitFor()
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor()
const idIn = (page: Page) => Number(/[?&]id=(?:%22)?(\d+)/.exec(page.url())![1])

const draft = async (fields: object = {}, ends: string[] = ['0100']) => {
  const { id } = (await key.post('/campaigns', { name: 'Ready', purpose: 'appointment', agent_ref_id: agentId, ...fields })).body
  const leads = ends.map((end) => ({ phone_number: `+1415555${end}` }))
  if (leads.length > 0) await key.post(`/campaigns/${id}/leads`, { leads })
  return id as number
}

/** Every test here waits for a page of a real browser, once or twice, and for each step on it. */

/** Also waits for the seven steps of the wizard, and for a campaign of two simulated calls to be completed. */
test('a campaign is created in the wizard, started after a confirmation, and watched until it is completed', async () => {
  const page = await open('/campaigns')
  await page.getByRole('link', { name: 'Create campaign' }).first().click()
  await page.getByLabel('Name').fill('Spring check-ups')
  await page.getByRole('button', { name: 'Create campaign' }).click()

  await heading(page, 'Agent')
  await page.getByRole('combobox', { name: 'Purpose' }).click()
  await page.getByRole('option', { name: 'Appointments' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await next(page)
  await heading(page, 'Phone numbers')
  await page.getByRole('checkbox').first().check()
  await next(page)
  await heading(page, 'Leads')
  const id = idIn(page)
  await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: '+14155550100', name: 'Ann' }, { phone_number: '+14155550101' }] })
  await next(page)
  await heading(page, 'Questions')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Answer name').fill('Preferred day')
  await page.getByLabel('What to find out').fill('Which day suits them?')
  await page.getByRole('checkbox', { name: 'Required' }).check()
  await next(page)
  await heading(page, 'Hours and dates')
  const hours = page.getByRole('group', { name: 'Calling hours 1' })
  expect(await Promise.all(['From', 'To'].map((name) => hours.getByLabel(name).inputValue()))).toEqual(['09:00', '18:00'])
  await expect.poll(() => hours.getByRole('checkbox', { checked: true }).count()).toBe(5)
  await page.getByRole('button', { name: 'Back' }).click()
  await heading(page, 'Questions')
  await next(page)
  await page.getByRole('radio', { name: 'Any time' }).check()
  await next(page)
  await heading(page, 'Attempts and limits')
  await page.getByText(/^Test mode: retries and callbacks come [\d,]+ times sooner than set\.$/).waitFor()
  await page.getByLabel('Budget').fill('25')
  await page.getByLabel('Max attempts per lead').fill('1')
  await next(page)
  await heading(page, 'Review and start')
  await page.getByText('Ready to start').waitFor()
  await page.getByRole('paragraph').filter({ hasText: 'Calls by day' }).waitFor()

  const { body: campaign } = await key.get(`/campaigns/${id}`)
  expect(campaign).toMatchObject({ name: 'Spring check-ups', purpose: 'appointment', agent_ref_id: agentId, display_columns: ['preferred_day'] })
  expect(campaign.extraction_schema).toEqual({
    type: 'object',
    properties: { preferred_day: { type: 'string', description: 'Which day suits them?' } },
    required: ['preferred_day'],
  })
  expect(campaign.settings).toMatchObject({ budget: '25.0000', max_attempts: 1 })

  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: 'Start calling 2 leads' }).click()
  await page.getByRole('heading', { name: 'Call funnel' }).waitFor()
  await page.locator('[data-status=completed]').waitFor()
  await page.getByText('2 of 2 leads finished').waitFor()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.getByText('Campaign completed. No leads left to call.').waitFor()
})

/** Also waits for the wizard to save automatically, 0.6 seconds after the last change. */
test('missing settings are listed, each with a link to the step that fixes it', async () => {
  const id = await draft({ name: 'Bare', agent_ref_id: null }, [])
  const page = await open(`/campaigns/new?id=${id}&step=review`)
  await page.getByText('Complete 2 items before you start').waitFor()
  const steps = page.getByRole('navigation', { name: 'Steps' })
  await steps.getByRole('link', { name: '1. Agent Incomplete' }).waitFor()
  await steps.getByRole('link', { name: '5. Hours and dates Complete' }).waitFor()
  expect(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true)
  await page.locator('[data-requirement=agent]').getByRole('link', { name: 'Fix in Agent' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await waitForSave(page)
  await step(page, 'Review and start')
  await steps.getByRole('link', { name: '1. Agent Complete' }).waitFor()
  await page.getByText('Complete 1 item before you start').waitFor()
  await page.locator('[data-requirement=leads]').getByRole('link', { name: 'Fix in Leads' }).click()
  await heading(page, 'Leads')
})

/** Also waits for the wizard to save automatically, 0.6 seconds after the last change. */
test('a reload loses nothing, and neither does a change of steps', async () => {
  const id = await draft({ name: 'Kept' }, [])
  const page = await open(`/campaigns/new?id=${id}&step=hours`)
  await page.getByRole('radio', { name: 'Only during calling hours' }).check()
  await page.getByRole('group', { name: 'Calling hours 1' }).getByLabel('From').fill('10:15')
  await waitForSave(page)
  await page.reload()
  await heading(page, 'Hours and dates')
  await expect.poll(() => page.getByRole('group', { name: 'Calling hours 1' }).getByLabel('From').inputValue()).toBe('10:15')

  await page.getByLabel('Date to exclude').fill('2099-12-24')
  await page.getByRole('button', { name: 'Add date' }).click()
  await step(page, 'Agent')
  await heading(page, 'Agent')
  await step(page, 'Hours and dates')
  await page.getByText('Dec 24, 2099').or(page.getByText('24 Dec 2099')).waitFor()
})

test('returning to a step before its changes are saved shows them after they are', async () => {
  const id = await draft({ name: 'Slow' }, [])
  const page = await open(`/campaigns/new?id=${id}&step=hours`)
  let save = () => {}
  const saving = new Promise<void>((go) => (save = go))
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation UpdateCampaignSettings')) await saving
    await route.continue()
  })
  await page.getByLabel('Date to exclude').fill('2099-12-24')
  await page.getByRole('button', { name: 'Add date' }).click()
  await step(page, 'Agent')
  await heading(page, 'Agent')
  await step(page, 'Hours and dates')
  await heading(page, 'Hours and dates')
  const day = page.getByText('Dec 24, 2099').or(page.getByText('24 Dec 2099'))
  expect(await day.count()).toBe(0)
  save()
  await day.waitFor()
})

/** Also waits for the wizard to save automatically, twice, 0.6 seconds after the last change. */
test('an invalid hour is reported at its field and not saved, and the other changes wait until it is fixed', async () => {
  const id = await draft({ name: 'Wrong hour' }, [])
  const page = await open(`/campaigns/new?id=${id}&step=hours`)
  await page.getByRole('radio', { name: 'Only during calling hours' }).check()
  await waitForSave(page)
  const hours = page.getByRole('group', { name: 'Calling hours 1' })
  await hours.getByLabel('To').fill('07:00')
  await page.locator('[data-saved=false]').waitFor()
  await page.keyboard.press('Escape')
  await next(page)
  await page.getByText('Enter a valid time. The end must be after the start.').waitFor()
  await hours.getByLabel('To').fill('17:00')
  await waitForSave(page)
  expect((await key.get(`/campaigns/${id}`)).body.settings.calling_windows).toMatchObject([{ from: '09:00', to: '17:00' }])
})

test('a running campaign shows why it waits, can be paused and started again, and is deleted after a confirmation', async () => {
  const id = await draft({ name: 'On and off', schedule: { start_date: '2099-01-01' } })
  await key.post(`/campaigns/${id}/start`)
  const page = await open(`/campaigns/${id}`)
  await page.getByText('Start date not reached').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused manually.').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Start calling 1 lead' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.locator('[data-status=paused]').waitFor()

  await page.getByRole('button', { name: 'Actions for On and off' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await key.get(`/campaigns/${id}`)).status).toBe(200)
  await page.getByRole('button', { name: 'Actions for On and off' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
  expect((await key.get(`/campaigns/${id}`)).status).toBe(404)
})

test('settings can be changed during a run, and a refusal is shown at its field', async () => {
  const id = await draft({ name: 'Tuned', schedule: { start_date: '2099-01-01' } })
  await key.post(`/campaigns/${id}/start`)
  const page = await open(`/campaigns/${id}?tab=settings`)
  const limits = page.getByRole('region', { name: 'Attempts and limits' })
  const attempts = limits.getByLabel('Max attempts per lead')
  await attempts.fill('99')
  await limits.getByLabel('Callback delay', { exact: true }).fill('2')
  const save = page.getByRole('button', { name: 'Save' })
  expect(await save.count()).toBe(1)
  await save.click()
  await page.getByText('Enter 20 or less').waitFor()
  await expect.poll(() => attempts.evaluate((input) => input === document.activeElement)).toBe(true)
  await attempts.fill('5')
  const hours = page.getByRole('region', { name: 'Hours and dates' })
  await hours.getByLabel('Skip public holidays').click()
  await save.click()
  await waitForToast(page, 'Changes saved')
  expect((await key.get(`/campaigns/${id}`)).body.settings).toMatchObject({ max_attempts: 5, callback_minutes: 2880 })
  expect(await page.getByRole('region', { name: 'Agent' }).getByLabel('Name').isDisabled()).toBe(true)
})
