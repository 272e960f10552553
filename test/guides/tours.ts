import type { Page } from 'playwright-core'
import { waitFor } from '../kit/waiting/waitFor.ts'
import type { Tour } from './walk.ts'

const LEADS = `Phone;Name;Day
+1 212 555 0100;Ann Archer;Monday
+1 312 555 0100;Bob Brown;Tuesday
+1 415 555 0009;Cleo Costa;Friday
+1 305 555 0001;Dan Dietz;Monday
555;Eve Eder;Monday
`
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const atStep = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor()
const open = async (page: Page, url: string, shows: string) => {
  await page.goto(url)
  await page.getByText(shows).first().waitFor()
}

/** docs/guide-first-campaign.md */
export async function firstCampaignTour({ page, url, api, picture }: Tour) {
  await page.getByText('Get started').waitFor()
  await picture('overview-new')
  await page.goto(`${url}/agents/new`)
  await page.getByLabel('Name').fill('Ada, reception')
  await picture('agent-new')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Agent published.').waitFor()
  await page.goto(`${page.url().split('?')[0]}?tab=test`)
  await page.getByRole('button', { name: 'Place test call' }).waitFor()
  for (const field of await page.getByRole('textbox', { name: /^(?:name|day)\b/ }).all()) await field.fill('Ann')
  await page.getByRole('button', { name: 'Place test call' }).click()
  await page.getByRole('link', { name: 'View call' }).waitFor()
  await picture('agent-test')

  await page.goto(`${url}/campaigns/new`)
  await page.getByLabel('Name').fill('Spring check-ups')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await atStep(page, 'Agent')
  await page.getByRole('combobox', { name: 'Purpose' }).click()
  await page.getByRole('option', { name: 'Appointments' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await picture('campaign-agent')
  await next(page)
  await atStep(page, 'Phone numbers')
  await next(page)
  await atStep(page, 'Leads')
  await page.locator('input[type=file]').setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(LEADS) })
  const runImport = page.getByRole('button', { name: /^Import \d/ })
  await runImport.waitFor()
  await picture('campaign-leads')
  await runImport.click()
  await page
    .getByText(/4 of 4 leads|4 leads/)
    .first()
    .waitFor()
  await page.goto(page.url().replace('leads', 'hours'))
  await atStep(page, 'Hours and dates')
  await picture('campaign-hours')
  // The pictures are taken at any hour.
  await page.getByRole('radio', { name: 'Any time' }).check()
  await page.locator('[data-saved=true]').waitFor()
  await next(page)
  await atStep(page, 'Attempts and limits')
  await next(page)
  await page.getByText('Ready to start').waitFor()
  await picture('campaign-review')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: /^Start calling/ }).click()
  await page.getByRole('heading', { name: 'Call funnel' }).waitFor()
  await page.waitForURL(/campaigns\/\d+/)
  const id = /campaigns\/(\d+)/.exec(page.url())![1]
  await waitFor('three calls of the campaign', async () => (await api('GET', `/campaigns/${id}/results`)).rows.length >= 3)
  await page.reload()
  await page.getByRole('heading', { name: 'Call funnel' }).waitFor()
  await picture('campaign-progress')
  await page.getByRole('tab', { name: 'Results' }).click()
  await page.getByText('Ann Archer').first().waitFor()
  await picture('campaign-results')
}

/** docs/guide-operations.md */
export async function operationsTour({ page, url, picture }: Tour) {
  await open(page, url, 'Calls by day')
  await picture('overview')
  await open(page, `${url}/calls`, 'Ann Archer')
  await picture('calls')
  await page.getByText('Ann Archer').first().click()
  await page.getByRole('button', { name: 'Download text' }).waitFor()
  await picture('call')
  await open(page, `${url}/contacts/+12125550100`, 'Ann Archer')
  await picture('contact')
}

/** docs/guide-developers.md */
export async function developerTour({ page, url, receiverUrl, api, picture }: Tour) {
  await page.goto(`${url}/keys`)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill('CRM')
  await page.getByRole('button', { name: 'Read only' }).click()
  await picture('api-key')
  await api('PUT', '/webhooks', { url: receiverUrl })
  await page.goto(`${url}/webhooks`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Send test event')
  await page.getByRole('dialog').getByText('Delivered').waitFor()
  await picture('webhook-delivery')
  await page.keyboard.press('Escape')
  await choose('Check a signature')
  await page
    .getByRole('textbox', { name: 'Headers' })
    .fill(`X-Service-Signature: sha256=${'0'.repeat(64)}\nX-Service-Timestamp: ${Math.floor(Date.now() / 1000)}`)
  await page.getByRole('textbox', { name: 'Body' }).fill('{"id": "1", "type": "call.completed"}')
  await page.getByRole('button', { name: 'Check signature' }).click()
  await page.getByText('Invalid').waitFor()
  await picture('signature-check')
}

/** docs/guide-administrators.md */
export async function hostTour({ page, url, picture }: Tour) {
  await open(page, `${url}/settings?tab=about`, 'Version')
  await picture('settings-about')
  await open(page, `${url}/members`, 'Role permissions')
  await picture('members')
  await open(page, `${url}/billing`, 'Available')
  await picture('billing')
}
