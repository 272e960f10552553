import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, signIn, takeScreenshot, useBrowser, waitForToast } from '../kit/browser/browser.ts'
import { addCallHistory } from '../kit/fixtures/callHistory.ts'
import { signInToApi, type SeededWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api', BILLING_URL: 'https://pay.example/top-up' } })
const browser = useBrowser()
let acme: TestWorkspace
let person: SeededWorkspace['ownerGql']
beforeAll(async () => {
  acme = await testServer().workspace({ plan: 'starter', wallet: '123.45' })
  const key = await acme.key()
  const agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id as number
  await addCallHistory({ workspaceId: acme.id, agentId })
  person = await signInToApi(testServer().url, acme)
})

const openPage = async (path: string) => {
  const page = await browser().page()
  await signIn(page, testServer().url, acme, path)
  return page
}

/** Every test here waits for a page of a real browser. */
test("the wallet shows the API's numbers, and a changed threshold is saved", async () => {
  const page = await openPage('/billing')
  await page.locator('[data-amount=available]').getByText('$123.45').waitFor()
  await page.getByRole('table').getByText('First credit').waitFor()
  expect(await page.getByRole('link', { name: 'Add funds' }).getAttribute('href')).toBe('https://pay.example/top-up')
  const field = page.getByLabel('Alert threshold')
  await field.fill('a lot')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter an amount').waitFor()
  await field.fill('200')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('below your alert threshold').first().waitFor()
  expect((await person('{ wallet { lowBalanceThreshold } }')).wallet.lowBalanceThreshold).toBe('200.0000')
  expect(pageErrors.get(page)).toEqual([])
})

test("costs by country add up to the API's total for the period", async () => {
  const page = await openPage('/billing?tab=costs&by=country&days=90')
  const from = new Date(Date.now() - 89 * 86_400_000).toISOString().slice(0, 10)
  const { costBreakdown } = await person(
    'query ($from: String!) { costBreakdown(input: { from: $from, by: country }) { groups { key cost } total { cost } } }',
    { from },
  )
  const rows = page.getByRole('table', { name: 'Costs' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(costBreakdown.groups.length + 1)
  const amounts = (await rows.getByRole('cell').filter({ hasText: '$' }).allTextContents()).map((text) => text.replace('$', ''))
  expect(amounts).toEqual(costBreakdown.groups.map(({ cost }: { cost: string }) => Number(cost).toFixed(2)))
  await page
    .getByText(`$${Number(costBreakdown.total.cost).toFixed(2)}`)
    .first()
    .waitFor()
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Agent').click()
  await page.getByRole('link', { name: 'Ada' }).waitFor()
})

test('usage shows the minutes of the plan, and prices can be looked up by number', async () => {
  const page = await openPage('/billing?tab=usage')
  await page.getByText('0 of 300').waitFor()
  await page.getByRole('tab', { name: 'Prices' }).click()
  await page.getByLabel('Destination or phone number').fill('+31 612 34')
  const table = page.getByRole('table', { name: 'Prices' })
  await table.getByText('Netherlands, mobile').waitFor()
  await expect.poll(() => table.getByText('Bahamas').count()).toBe(0)
})

test('an owner sets the billing details, creates the invoice of a month and downloads it as a PDF', async () => {
  const acme = await testServer().workspace()
  await anyWorkspace.ledgerEntry.create({
    data: { workspaceId: acme.id, type: 'call', ref: 'old', amount: -1_500_000n, balance: -1_500_000n, createdAt: new Date('2025-02-10T00:00:00Z') },
  })
  const page = await browser().page()
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, testServer().url, acme, '/settings')
  const details = page.getByRole('group', { name: 'Billing details' })
  await details.getByLabel('Legal name').fill('Acme Ltd.')
  await details.getByLabel('Address').fill('1 High Street\nLondon')
  await details.getByRole('button', { name: 'Save' }).click()
  await waitForToast(page, 'Changes saved')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await takeScreenshot(page, 'billing-details')
  await page.goto(`${testServer().url}/billing?tab=invoices`)
  await page.getByRole('combobox', { name: 'Month' }).click()
  await page.getByRole('option', { name: 'February 2025' }).click()
  await page.getByRole('button', { name: 'Create invoice' }).click()
  const row = page.getByRole('row').filter({ hasText: 'INV-0001' })
  await row.getByText('February 2025').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await takeScreenshot(page, 'invoices')
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download INV-0001 as PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('INV-0001.pdf')
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('destinations of the price list are named, and found, in the language of the dashboard', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, await testServer().workspace(), '/billing?tab=prices')
  await page.evaluate(() => localStorage.setItem('callwright-language', 'de'))
  await page.reload()
  await page.getByRole('cell', { name: 'Alle anderen Länder', exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Vereinigte Staaten und Kanada' }).waitFor()
  await page.getByRole('textbox', { name: 'Ziel oder Rufnummer' }).fill('deutsch')
  await page.getByRole('cell', { name: 'Deutschland, Mobilfunk' }).first().waitFor()
})
