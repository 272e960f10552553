import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { writeXlsx } from '../../src/kernel/lib/xlsx.ts'
import { hoursVersion } from '../../src/services/compliance/legalHours.ts'
import { pageErrors, takeScreenshot, signIn, waitForToast, useBrowser } from '../kit/browser/browser.ts'
import type { Client } from '../kit/clients/client.ts'
import { addResults } from '../kit/fixtures/callResults.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { createCampaign, decisionsOf, leadsOf } from '../services/dialer/dialerKit.ts'
import { createTenant } from '../services/calls/placementKit.ts'

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

const campaign = async () => (await key.post('/campaigns', { name: 'Autumn' })).body.id as number
const numbersOf = async (id: number) =>
  ((await key.get(`/campaigns/${id}/leads?limit=500`)).body.items as { phone_number?: string; phone: string }[]).map(({ phone }) => phone).toReversed()

async function upload(campaignId: number, name: string, content: string) {
  await page.goto(`${testServer().url}/campaigns/${campaignId}/import`)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('heading', { name }).waitFor()
}

const BAD = 'Telefono;Nome;Città\n+393331234567;Rosa;Torino\nnessuno;"Bruno <b>";Roma\n3339876543;Carla;Milano\n+393331234567;Dario;Bari\n'

/** Every test here waits for a page of a real browser, once or twice. */

/** Also waits for a file to be uploaded, read in two ways, checked, imported and reverted. */
test('the valid rows of a file become leads, each invalid one is listed with row and reason and is in the error file, and the import can be reverted', async () => {
  const id = await campaign()
  await upload(id, 'contatti.csv', BAD)
  await expect.poll(() => page.getByRole('combobox', { name: 'Phone number' }).inputValue()).toBe('Telefono')
  await page.getByRole('row', { name: /^4 Not imported Invalid phone number 3339876543/ }).waitFor()
  await page.getByRole('combobox', { name: 'Default country' }).fill('Ital')
  await page.getByRole('option', { name: 'Italy' }).click()
  await page.getByRole('row', { name: /^4 New lead \+393339876543 Carla Milano/ }).waitFor()

  await page.getByRole('button', { name: 'Validate' }).click()
  await page.getByText('Validation results. No leads were imported.').waitFor()
  expect(await numbersOf(id)).toEqual([])

  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await page.getByRole('button', { name: 'Undo import' }).waitFor()
  await page.getByRole('row', { name: /^3 nessuno Invalid phone number/ }).waitFor()
  await page.getByRole('row', { name: /^5 \+393331234567 Duplicate/ }).waitFor()
  expect(await numbersOf(id)).toEqual(['+393331234567', '+393339876543'])
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
  expect([download.suggestedFilename(), await readFile(await download.path(), 'utf8')]).toEqual([
    'contatti-errors.csv',
    'Telefono,Nome,Città,error\r\nnessuno,Bruno <b>,Roma,Invalid phone number\r\n+393331234567,Dario,Bari,duplicate\r\n',
  ])

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('2 leads deleted').waitFor()
  expect(await numbersOf(id)).toEqual([])
  await page.getByRole('table', { name: 'Imports' }).getByText('Undone').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('pasted rows and the first sheet of a workbook are previewed and imported like a file', async () => {
  const id = await campaign()
  await page.goto(`${testServer().url}/campaigns/${id}/import`)
  await page.getByRole('textbox', { name: 'Or paste rows' }).fill('Phone\tName\tCity\n+14155550171\tAda\tRome, Italy\n+14155550172\tBob\t\n')
  await page.getByRole('button', { name: 'Review rows' }).click()
  await page.getByRole('heading', { name: 'Pasted rows' }).waitFor()
  await page.getByRole('row', { name: /New lead \+14155550171 Ada Rome, Italy/ }).waitFor()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('button', { name: 'Undo import' }).waitFor()

  async function* rows() {
    for (let at = 0; at < 20_000; at++) yield [`+1415556${1000 + at}`, `Lead ${at}`, Math.random().toString(36).repeat(3)]
  }
  const book = await buffer(writeXlsx('Leads', ['Phone', 'Name', 'Code'], rows()))
  expect(book.length).toBeGreaterThan(512 * 1024)
  await page.goto(`${testServer().url}/campaigns/${id}/import`)
  await page.locator('input[type=file]').setInputFiles({ name: 'leads.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('no workbook') })
  await page.getByRole('alert').getByText('Couldn’t read this Excel file.').waitFor()
  await page.locator('input[type=file]').setInputFiles({ name: 'leads.xlsx', mimeType: 'application/octet-stream', buffer: book })
  await page.getByRole('heading', { name: 'leads.xlsx' }).waitFor()
  await page.getByText('20,000 rows, 3 columns').waitFor()
  await page.getByRole('row', { name: /New lead \+14155561000 Lead 0/ }).waitFor()
  expect(await numbersOf(id)).toEqual(['+14155550171', '+14155550172'])
  expect(pageErrors.get(page)).toEqual([])
})

test('the wizard counts the leads of a file as soon as its import has ended, with numbers as people write them', async () => {
  const id = await campaign()
  await page.goto(`${testServer().url}/campaigns/new?id=${id}&step=leads`)
  await page.getByText('No leads yet').waitFor()
  const buffer = Buffer.from('phone,name\n+39 333 123-4567,Rosa\n0039 333 987 6543,Carla\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'written.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('2 of 2 leads pending').waitFor()
  expect(await numbersOf(id)).toEqual(['+393331234567', '+393339876543'])
})

/** Pauses the campaign's import after its start. Returns a function that resumes it. */
async function pauseImport(campaignId: number): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await waitFor('the import to start', async () => {
    await client.query('begin')
    const { rowCount } = await client.query("select from lead_imports where campaign_id = $1 and status = 'running' and processed > 0 for update", [campaignId])
    if (rowCount === 0) await client.query('rollback')
    return rowCount! > 0
  })
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

test('the mapping of a file says which variables of the campaign’s agent it fills, and which nobody fills', async () => {
  const agent = { name: 'Ada', voice_id: 'retell-Cimo', system_prompt: '{{company}} {{name}} {{day}} {{city}}', default_variables: { city: 'Rome' } }
  const { id: agentId } = (await key.post('/agents', agent)).body
  const { id } = (await key.post('/campaigns', { name: 'Variables', agent_ref_id: agentId })).body
  await upload(id, 'variables.csv', 'phone,name,company\n+393331234567,Ann,Rossi\n')
  await page.getByText('Filled by this file: company and name.').waitFor()
  await page.getByText('Neither a column nor a default fills this one: day.').waitFor()
  expect(await page.getByRole('link', { name: 'Set defaults' }).getAttribute('href')).toBe(`/agents/${agentId}`)
})

/** Also waits for ten thousand rows to be uploaded and imported. */
test('ten thousand rows are imported with visible progress, which continues after a reload', async () => {
  const id = await campaign()
  const rows = Array.from({ length: 10_000 }, (_, at) => `+1415${5_550_000 + at},Lead ${at},x${at}`)
  await upload(id, 'many.csv', `phone,name,external id\n${rows.join('\n')}\n`)
  await page.getByText('10,000 rows, 3 columns').waitFor()
  await page.getByRole('button', { name: 'Import 10,000 rows' }).click()
  const resumeImport = await pauseImport(id)
  await page.getByRole('progressbar', { name: 'Rows processed' }).waitFor()
  await page.reload()
  await page.getByRole('progressbar', { name: 'Rows processed' }).waitFor()
  await resumeImport()
  await page.getByText('All rows were imported.').waitFor()
  await page.getByRole('definition').filter({ hasText: '10,000' }).first().waitFor()
})

/** Also waits for the browser to read a file of 13 MB. */
test('a file without leads is refused with the reason, and another can be chosen', async () => {
  const id = await campaign()
  await page.goto(`${testServer().url}/campaigns/${id}/import`)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
  await page.getByText('This file is empty.').waitFor()
  await file.setInputFiles({ name: 'header.csv', mimeType: 'text/csv', buffer: Buffer.from('phone\n') })
  await page.getByText('The file has no rows.').waitFor()
  await file.setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(13 * 1024 * 1024, 'x') })
  await page.getByText('This file is larger than 12 MB').waitFor()
})

test('a lead is added in a form, with errors at their fields', async () => {
  const id = await campaign()
  await page.goto(`${testServer().url}/campaigns/${id}/import`)
  const form = page.getByRole('form', { name: 'Add one lead' })
  await form.getByLabel('Phone number').fill('0123')
  await form.getByRole('button').click()
  await form.getByText('Invalid phone number').waitFor()
  await form.getByLabel('Phone number').fill('+1 (415) 555-0123')
  await form.getByRole('button').click()
  await waitForToast(page, '+14155550123 added')
  expect(await numbersOf(id)).toEqual(['+14155550123'])
})

test("a lead shows why it isn't called, now or at another time, and a callback can be set and the lead deleted", async () => {
  const id = await campaign()
  await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: '+14155550123', name: 'Rosa', data: { city: 'Turin' } }] })
  await page.goto(`${testServer().url}/campaigns/${id}?tab=leads`)
  await page.getByRole('button', { name: 'Open Rosa' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('The lead wasn’t called because the campaign hadn’t started.').waitFor()
  await drawer.getByLabel('Check another time').fill('2020-01-01T10:00')
  await drawer.getByText('The lead wasn’t in the campaign yet.').waitFor()
  await drawer.getByLabel('Check another time').fill('')
  await drawer.getByLabel('Date and time (your time zone)').fill('2050-05-04T10:30')
  await drawer.getByRole('button', { name: 'Schedule callback' }).click()
  await drawer.getByText('Callback scheduled', { exact: true }).first().waitFor()
  expect((await key.get(`/campaigns/${id}/leads`)).body.items[0]).toMatchObject({ next_attempt_at: '2050-05-04T08:30:00.000Z' })
  await drawer.getByRole('button', { name: 'Delete lead' }).click()
  await page.getByRole('dialog', { name: 'Delete this lead?' }).getByRole('button', { name: 'Delete lead' }).click()
  await page.getByText('No leads yet').waitFor()
  expect(await numbersOf(id)).toEqual([])
})

/** Also waits for an agent to be published, for the dialer to decide about a lead, and for a screenshot. */
test('a decision about a lead shows the version of the calling hours that applied', async () => {
  const { acme, agentId } = await createTenant(testServer())
  await (await acme.key()).post('/dnc', { phone_number: '+12125560100' })
  const one = await createCampaign(acme.id, agentId, { phones: ['+12125560100'] })
  await one.start()
  const [lead] = await leadsOf(one.id)
  await waitFor('a decision about the lead', async () => (await decisionsOf(lead!.id)).length > 0)
  const other = await browser().page()
  await signIn(other, testServer().url, acme, `/campaigns/${one.id}?tab=leads&lead=${lead!.id}`)
  const version = `Calling hours rules, version ${hoursVersion()}`
  await other.getByRole('dialog').getByRole('status').getByText(version).waitFor()
  await other.getByRole('dialog').locator('section').filter({ hasText: 'Decisions' }).getByText(version).first().waitFor()
  await takeScreenshot(other, 'lead-rules-version')
  expect(pageErrors.get(other)).toEqual([])
})

test('many numbers are added to the do-not-call list by pasting them, each with its result', async () => {
  await page.goto(`${testServer().url}/dnc`)
  await page.getByRole('button', { name: 'Add numbers' }).click()
  await page.getByRole('textbox', { name: 'Phone numbers' }).fill('+1 (415) 555-0191\n+14155550192, nobody')
  await page.getByRole('button', { name: 'Add 3 numbers' }).click()
  await page.getByText('2 added, 0 already listed, 1 invalid').waitFor()
  await page.getByRole('row', { name: 'nobody Invalid phone number' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('table', { name: 'Do-not-call list' }).getByText('+14155550191').waitFor()
})

/** Also waits for the server to write an export, and for its download. */
test("results are shown in their campaign's columns, an invalid answer shows its reason, and all can be exported", async () => {
  const { id } = (await key.post('/campaigns', { name: 'Seats', display_columns: ['seats', 'note'] })).body
  await addResults(acme.id, id, [
    { outcome: 'busy', status: 'busy', structured_data: {} },
    { structured_data: { seats: 12, note: '<b>שלום</b>' }, validation_errors: [{ field: 'day', value: 'a dozen', error: 'must be integer' }] },
  ])
  await page.goto(`${testServer().url}/campaigns/${id}?tab=results&outcome=success`)
  await page.getByRole('columnheader', { name: 'Seats' }).waitFor()
  await page
    .getByRole('row', { name: /12 <b>שלום<\/b> 1 answer/ })
    .getByRole('button')
    .click()
  await page.getByRole('dialog').getByText('must be integer').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export: Results' }).click()
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download file' }).click()])
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject([{ outcome: 'success', columns: { seats: 12 } }])
})
