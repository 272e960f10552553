import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, signIn, waitForToast, useBrowser } from '../kit/browser/browser.ts'
import { signInToApi, type SeededWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
let person: SeededWorkspace['ownerGql']
beforeAll(async () => {
  acme = await testServer().workspace()
  person = await signInToApi(testServer().url, acme)
})

async function openTab(tab: string): Promise<Page> {
  const page = await browser().page()
  await signIn(page, testServer().url, acme, `/settings?tab=${tab}`)
  return page
}

/** Every test here waits for one or two pages of a real browser. */
test("a workspace's new name appears everywhere immediately, and a time zone is found by part of its name", async () => {
  const page = await openTab('general')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('  ')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme & <Söhne>')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('rome')
  await page.getByRole('option', { name: 'Europe/Rome' }).click()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Workspace: Acme & <Söhne>' }).waitFor()
  await waitFor('both to be saved', async () => {
    const { workspace } = await person('{ workspace { name timezone } }')
    return workspace.name === 'Acme & <Söhne>' && workspace.timezone === 'Europe/Rome'
  })
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for an accessibility check. */
test.each([
  ['outside calling hours', 'callTiming'],
  ['without consent', 'callConsent'],
])('single calls %s are placed with a warning until an owner has them refused', async (which, field) => {
  const page = await openTab('general')
  const section = page.getByRole('group', { name: `Single calls ${which}` })
  await section.getByText('Callwright places the call.').waitFor()
  await section.getByText('Refuse', { exact: true }).click()
  await waitForToast(page, 'Changes saved')
  await section.getByText('Callwright doesn’t place the call').waitFor()
  expect((await person(`{ workspace { ${field} } }`)).workspace).toEqual({ [field]: 'refuse' })
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for an accessibility check. */
test('an agent that leaves out a statement shows it with the law and a sentence, and cannot be published once an admin has that refused', async () => {
  const other = await testServer().workspace()
  await anyWorkspace.workspace.update({ where: { id: other.id }, data: { timezone: 'America/New_York' } })
  const owner = await signInToApi(testServer().url, other)
  const { createAgent } = await owner('mutation { createAgent(input: { name: "Ada", voiceId: "11labs-Adrian", systemPrompt: "Be kind." }) { id } }')
  const page = await browser().page()
  await signIn(page, testServer().url, other, `/agents/${createAgent.id}`)
  await page.getByText('It doesn’t say that it’s an AI. Add: “I’m an AI assistant.”').waitFor()
  await page.getByText('art. 50(1)').waitFor()
  await page.goto(`${testServer().url}/settings?tab=general`)
  const section = page.getByRole('group', { name: 'Statements at the beginning of calls' })
  await section.getByText('Refuse', { exact: true }).click()
  await waitForToast(page, 'Changes saved')
  await section.getByText('Callwright doesn’t publish the agent').waitFor()
  expect((await owner('{ workspace { disclosure } }')).workspace).toEqual({ disclosure: 'refuse' })
  await page.goto(`${testServer().url}/agents/${createAgent.id}`)
  await page.getByText('Fix 2 issues to publish').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for an accessibility check. */
test('shortening the retention names the data to be deleted, and extending it asks nothing', async () => {
  const page = await openTab('data')
  await page.getByLabel('Transcripts').fill('30')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Transcripts older than 30 days are deleted').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await person('{ dataRetention { transcripts } }')).dataRetention).toEqual({ transcripts: null })
  await save.click()
  await dialog.getByRole('button', { name: 'Delete and save' }).click()
  await waitForToast(page, 'Changes saved')
  expect((await person('{ dataRetention { transcripts calls } }')).dataRetention).toEqual({ transcripts: 30, calls: null })

  await page.getByLabel('Transcripts').fill('60')
  await save.click()
  await waitFor('the longer retention', async () => (await person('{ dataRetention { transcripts } }')).dataRetention.transcripts === 60)
  await page.getByLabel('Messages', { exact: true }).fill('4000')
  await save.click()
  await page.getByText('Enter 3,650 or less').waitFor()
})

test('uploaded lead files are kept for 7 days by default, or as long as the workspace sets', async () => {
  const page = await openTab('data')
  const field = page.getByLabel('Uploaded lead files')
  await expect.poll(() => field.inputValue()).toBe('7 days')
  await field.fill('3')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Uploaded lead files older than 3 days are deleted').waitFor()
  await dialog.getByRole('button', { name: 'Delete and save' }).click()
  await waitFor('the retention of 3 days', async () => (await person('{ dataRetention { leadFiles } }')).dataRetention.leadFiles === 3)
  await field.fill('')
  expect(await field.getAttribute('placeholder')).toBe('7 days')
  await save.click()
  await waitFor('the default retention', async () => (await person('{ dataRetention { leadFiles } }')).dataRetention.leadFiles === 7)
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for a document of 100,000 characters to be stored, and for an accessibility check. */
test('the plan shows the used and total storage, and warns when it is nearly full', async () => {
  await person('mutation($body: String!) { createDocument(input: { title: "Rules", body: $body }) { id } }', { body: 'word '.repeat(20_000) })
  const { used } = (await person('{ workspace { storage { used } } }')).workspace.storage
  expect(used).toBe(100_000)
  const page = await openTab('general')
  await page.getByText('100 kB of 50 GB').waitFor()
  await page.getByText('Includes documents, knowledge bases, agents').waitFor()
  expect(await page.getByText('Storage is almost full').count()).toBe(0)
  await pool.query('update workspace_storage set bytes = 46000000000 where workspace_id = $1', [acme.id])
  await page.reload()
  await page.getByText('46 GB of 50 GB').waitFor()
  await page.getByText('Storage is almost full').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pool.query('update workspace_storage set bytes = $2 where workspace_id = $1', [acme.id, used])
})

test('the page about the server shows who may create an account', async () => {
  const page = await openTab('about')
  await page.getByText('Anyone can create an account').waitFor()
})

test('alert limits and recipients are saved, and an invalid address is reported at its field', async () => {
  const page = await openTab('alerts')
  await page.getByLabel('Threshold').first().fill('')
  const addresses = page.getByRole('combobox', { name: 'Email addresses' })
  await addresses.fill('nobody')
  await addresses.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a valid email address').waitFor()
  await addresses.press('Backspace')
  await addresses.fill('ops@example.com')
  await addresses.press('Enter')
  await page.getByLabel('Campaign paused').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await waitForToast(page, 'Changes saved')
  const { alertSettings } = await person('{ alertSettings { failureRatePercent failureRateCalls emails mutedTypes } }')
  expect(alertSettings).toEqual({ failureRatePercent: null, failureRateCalls: 20, emails: ['ops@example.com'], mutedTypes: ['campaign_paused'] })
})

/** Also waits for an alert to be raised, and for an accessibility check. */
test('an alert appears in the bell as it is raised, links to its subject, and disappears when dismissed', async () => {
  const page = await openTab('messaging')
  await page.getByRole('button', { name: 'No open alerts' }).waitFor()
  await person('mutation { setLowBalanceThreshold(amount: "5000") { lowBalanceThreshold } }')
  await page.getByRole('button', { name: '1 open alert' }).click()
  const dialog = page.getByRole('dialog', { name: /open alert/ })
  await dialog.getByText('below the alert threshold').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Your balance is low' }).click()
  await page.waitForURL(`${testServer().url}/billing`)
  await page.getByRole('button', { name: '1 open alert' }).click()
  await dialog.getByRole('button', { name: 'Dismiss alert: Your balance is low' }).click()
  await dialog.getByText('No open alerts').waitFor()
  await page.goto(`${testServer().url}/alerts?show=all`)
  await page.getByRole('article', { name: 'Your balance is low' }).getByText('Dismissed', { exact: true }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test("every time is shown in the person's time zone, on every device, until they choose the browser's again", async () => {
  const acme = await testServer().workspace()
  const open = async (path: string) => {
    const page = await browser().page({ timezoneId: 'Europe/Rome' })
    await signIn(page, testServer().url, acme, path)
    return page
  }
  const choose = async (page: Page, search: string, option: string | RegExp) => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Change time zone' }).click()
    const field = page.getByRole('combobox', { name: 'Time zone' })
    await field.click()
    await field.fill(search)
    await page.getByRole('option', { name: option }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await pool.query(`insert into dnc_entries (workspace_id, phone_number, source, created_at) values ($1, '+14155550123', 'manual', '2026-01-31T22:30:00Z')`, [
    acme.id,
  ])
  const page = await open('/dnc')
  await page.getByText('Jan 31, 2026, 11:30 PM').waitFor()
  await choose(page, 'Tokyo', 'Asia/Tokyo')
  await page.getByText('Feb 1, 2026, 7:30 AM').waitFor()
  const other = await open('/dnc')
  await other.getByText('Feb 1, 2026, 7:30 AM').waitFor()
  await choose(other, 'browser', /^Same as browser/)
  await other.getByText('Jan 31, 2026, 11:30 PM').waitFor()
})
