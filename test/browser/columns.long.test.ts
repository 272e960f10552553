import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, pressOn, signIn, useBrowser } from '../kit/browser/browser.ts'
import * as callWords from '../../src/services/calls/callWords.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { addSignedInMember } from '../security/signedInMembers.ts'

const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
let campaignId: number
beforeAll(async () => {
  acme = await testServer().workspace()
  const { rows } = await pool.query(`insert into campaigns (workspace_id, name, status, updated_at) values ($1, 'Check-ups', 'draft', now()) returning id`, [
    acme.id,
  ])
  campaignId = rows[0].id
  await pool.query(
    `insert into leads (workspace_id, campaign_id, name, phone_number)
     select $1, $2, 'Person ' || n, '+1415555' || (1000 + (n * 37) % 300) from generate_series(1, 300) n`,
    [acme.id, campaignId],
  )
  await pool.query(
    `insert into calls (workspace_id, lead_id, campaign_id, ref, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, has_recording,
       duration_seconds, cost_micros, placement, ended_at, finished_at)
     select $1, id, $2, gen_random_uuid(), '+12025550100', phone_number, 'retell', '{}', 'completed', 'success', true, 'enabled', id % 2 = 0, id % 100, 10000 * (id % 100), 'placed', now(), now()
     from leads where workspace_id = $1 order by id`,
    [acme.id, campaignId],
  )
})

async function openPage(path: string): Promise<Page> {
  const page = await browser().page()
  await signIn(page, testServer().url, acme, path)
  await page.getByRole('row').nth(1).waitFor()
  return page
}

const headersOf = (page: Page) => page.getByRole('columnheader').allInnerTexts()
const firstRow = (page: Page) => page.getByRole('row').nth(1)

test('columns that a person shows, hides, moves and resizes stay so after a reload, until they are reset', async () => {
  const page = await openPage('/calls')
  const asListed = await headersOf(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Agent' }).uncheck()
  await page.getByRole('checkbox', { name: 'Your number' }).check()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Move Cost up' }).click()
  await page.keyboard.press('Escape')
  const edge = page.getByRole('separator', { name: 'Width of Name' })
  const before = await edge.evaluate((handle) => handle.parentElement!.getBoundingClientRect().width)
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.reload()
  await firstRow(page).waitFor()
  const headers = await headersOf(page)
  expect(headers).not.toContain('Agent')
  expect(headers).toContain('Your number')
  expect(headers.indexOf('Cost')).toBeLessThan(headers.indexOf('Duration'))
  expect(await edge.evaluate((handle) => handle.parentElement!.getBoundingClientRect().width)).toBeCloseTo(before + 32, -1)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(() => headersOf(page)).toEqual(asListed)
  expect(pageErrors.get(page)).toEqual([])
})

test('a column that is dragged narrow never cuts a number', async () => {
  const page = await openPage('/calls')
  const edge = page.getByRole('separator', { name: 'Width of Phone number' })
  const { x, y } = (await edge.boundingBox())!
  await page.mouse.move(x + 3, y + 5)
  await page.mouse.down()
  await page.mouse.move(x - 400, y + 5)
  await page.mouse.up()
  const cell = firstRow(page).getByRole('cell').first()
  expect(await cell.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1)
})

test('calls are sorted in both directions, with the order in the URL, and each appears once', async () => {
  const page = await openPage('/calls')
  await expect.poll(() => firstRow(page).innerText()).toContain('Person 300')
  await page.getByRole('button', { name: 'Sort by Date' }).click()
  await expect.poll(() => firstRow(page).innerText()).toMatch(/Person 1\b/)
  expect(new URL(page.url()).searchParams.get('sort')).toBe('oldest')
  expect(await page.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('button', { name: 'Sort by Date' }).click()
  await expect.poll(() => firstRow(page).innerText()).toContain('Person 300')
})

test('leads are sorted by their number and in the order of their file, page after page', async () => {
  const page = await openPage(`/campaigns/${campaignId}?tab=leads`)
  await page.getByText('300 leads').waitFor()
  await page.getByRole('button', { name: 'Sort by Phone number' }).click()
  await expect.poll(() => firstRow(page).innerText()).toContain('+14155551000')
  const scrollOn = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(async () => (await scrollOn(), page.getByText('+14155551299').count())).toBe(1)
  expect(await page.getByRole('row').count()).toBeLessThan(120)
})

test('calls are found by the name of the lead, their duration, cost and recording, and are counted', async () => {
  const page = await openPage('/calls')
  await page.getByText('300 calls').waitFor()
  await page.getByLabel('Search calls').fill('Person 12')
  await page.getByText('Name: Person 12').waitFor()
  await page.getByText('11 calls').waitFor()
  await page.getByLabel('Search calls').fill('')
  await page.getByText('300 calls').waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Minimum duration (seconds)').fill('90')
  await page.getByLabel('Minimum duration (seconds)').press('Enter')
  await page.getByText('At least 1:30 long').waitFor()
  await page.getByText('30 calls').waitFor()
  await page.getByLabel('Maximum cost (USD)').fill('0.95')
  await page.getByLabel('Maximum cost (USD)').press('Enter')
  await page.getByText('18 calls').waitFor()
  await page.getByRole('combobox', { name: 'Recording' }).click()
  await page.getByRole('option', { name: 'Without recording' }).click()
  await page.getByText('9 calls').waitFor()
  await page.reload()
  await page.getByText('9 calls').waitFor()
})

test('calls are found by the sentiment of their contact, which the chip, the URL and the export follow', async () => {
  await pool.query(
    `insert into call_details (call_id, workspace_id, analysis)
     select id, workspace_id, jsonb_build_object('sentiment', case when id % 10 = 3 then 'negative' else 'positive' end) from calls where workspace_id = $1
     on conflict (call_id) do update set analysis = excluded.analysis`,
    [acme.id],
  )
  const page = await openPage('/calls')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Sentiment' }).click()
  await page.getByRole('option', { name: 'Negative' }).click()
  await page.getByText('30 calls').waitFor()
  expect(new URL(page.url()).searchParams.get('sentiment')).toBe('negative')
  await page.reload()
  await page.getByText('30 calls').waitFor()
  expect((await exportCsv(page, 'Call history')).length).toBe(31)
  await page.getByRole('button', { name: /^Remove filter: Sentiment: Negative/ }).click()
  await page.getByText('300 calls').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('calls are found by whether their agent said what contacts must be told, and the page of a call names what it left out', async () => {
  await pool.query(
    `insert into call_details (call_id, workspace_id, unsaid)
     select id, workspace_id, case when id % 10 = 3 then '["ai"]'::jsonb else '[]' end from calls where workspace_id = $1
     on conflict (call_id) do update set unsaid = excluded.unsaid`,
    [acme.id],
  )
  const page = await openPage('/calls')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Disclosure' }).click()
  await page.getByRole('option', { name: 'Not complete' }).click()
  await page.getByText('30 calls').waitFor()
  expect((await exportCsv(page, 'Call history')).length).toBe(31)
  const { rows } = await pool.query<{ id: number }>('select id from calls where workspace_id = $1 and id % 10 = 3 limit 1', [acme.id])
  const call = await openPage(`/calls?call=${rows[0]!.id}`)
  await call.getByText('The agent didn’t say that it’s an AI.').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('calls are found by what was said on them, which the chip, the URL and the export follow', async () => {
  await pool.query(
    `insert into call_details (call_id, workspace_id, transcript)
     select id, workspace_id, jsonb_build_array(jsonb_build_object('role', 'user', 'text', case when id % 10 = 3 then 'Send me an invoice' else 'Hello' end))
     from calls where workspace_id = $1 on conflict (call_id) do update set transcript = excluded.transcript`,
    [acme.id],
  )
  const { rows } = await pool.query<{ id: number }>('select id from calls where workspace_id = $1', [acme.id])
  await callWords.write(
    acme.id,
    rows.map(({ id }) => id),
  )
  const page = await openPage('/calls')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const said = page.getByRole('textbox', { name: 'Said on the call' })
  await said.fill('"an invoice"')
  await pressOn(said)
  await page.getByText('30 calls').waitFor()
  expect(new URL(page.url()).searchParams.get('said')).toContain('an invoice')
  await page.reload()
  await page.getByText('30 calls').waitFor()
  expect((await exportCsv(page, 'Call history')).length).toBe(31)
  await page.getByRole('button', { name: 'Remove filter: Said: "an invoice"' }).click()
  await page.getByText('300 calls').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('unknown values of filters in the URL filter nothing and have no chip', async () => {
  const page = await openPage('/calls?sentiment=furious&status=lost&direction=up&minDuration=long&recording=maybe&from=never')
  await page.getByText('300 calls').waitFor()
  expect(await page.getByRole('group', { name: 'Active filters' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Sentiment' }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('a view keeps filters, order and columns under a name, and brings all of them back after a reload', async () => {
  const page = await openPage('/calls?lead=Person+12&sort=oldest')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Agent' }).uncheck()
  await page.keyboard.press('Escape')
  const headers = await headersOf(page)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('View name').fill('Twelves')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Twelves', exact: true }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Sort by Date' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.reload()
  await page.getByText('300 calls').waitFor()
  expect(await headersOf(page)).toContain('Agent')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Twelves', exact: true }).click()
  await page.getByText('11 calls').waitFor()
  expect(await headersOf(page)).toEqual(headers)
  expect(new URL(page.url()).search).toBe('?sort=oldest&lead=Person+12')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Delete view: Twelves' }).click()
  await page.getByText('No saved views yet').waitFor()
})

test('a view that an owner shares is opened by a viewer in another browser, who cannot delete or share one', async () => {
  const viewer = await addSignedInMember(testServer(), acme, 'viewer')
  const { email } = await anyWorkspace.user.findUniqueOrThrow({ where: { id: viewer.id } })
  const page = await openPage('/calls?lead=Person+12')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('View name').fill('All <b>twelves</b>')
  await page.getByLabel('Share with the workspace').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('group', { name: 'Shared with the workspace' }).getByRole('button', { name: 'All <b>twelves</b>', exact: true }).waitFor()
  const other = await browser().page()
  await signIn(other, testServer().url, { email, password: acme.password }, '/calls')
  await other.getByText('300 calls').waitFor()
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByLabel('View name').waitFor()
  expect(await other.getByRole('button', { name: 'Delete view: All <b>twelves</b>' }).count()).toBe(0)
  expect(await other.getByLabel('Share with the workspace').count()).toBe(0)
  expect(await findAccessibilityViolations(other)).toEqual([])
  await other.getByRole('button', { name: 'All <b>twelves</b>', exact: true }).click()
  await other.getByText('11 calls').waitFor()
  await page.getByRole('button', { name: 'Delete view: All <b>twelves</b>' }).click()
  await page.getByRole('button', { name: 'Delete view', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByText('No saved views yet').waitFor()
  expect([pageErrors.get(page), pageErrors.get(other)]).toEqual([[], []])
})

test('views that the browser has kept are on the server when the menu is opened, and taken over once', async () => {
  const page = await openPage('/calls')
  const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId: acme.id, role: 'owner' } })
  const key = `callwright.views.${userId}.${acme.id}.calls`
  await anyWorkspace.savedView.create({ data: { workspaceId: acme.id, userId, list: 'calls', name: 'Old', search: {}, layout: {} } })
  const kept = ['Old', 'Late'].map((name) => ({ name, search: { lead: 'Person 12' }, layout: { visible: ['name'] } }))
  await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, JSON.stringify([...kept, { name: 7 }])])
  const open = () => page.getByRole('button', { name: 'Views' }).click()
  await open()
  for (const name of ['Late', 'Old', 'Old (2)']) await page.getByRole('button', { name, exact: true }).waitFor()
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
  await page.reload()
  await firstRow(page).waitFor()
  await open()
  await page.getByRole('button', { name: 'Old (2)', exact: true }).click()
  await page.getByText('11 calls').waitFor()
  const views = await anyWorkspace.savedView.findMany({ where: { workspaceId: acme.id }, orderBy: { name: 'asc' } })
  expect(views.map(({ name, userId: owner }) => [name, owner])).toEqual(['Late', 'Old', 'Old (2)'].map((name) => [name, userId]))
})

async function exportCsv(page: Page, name: string): Promise<string[]> {
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  return readFileSync(await (await downloaded).path(), 'utf8')
    .trim()
    .split('\r\n')
}

test('an export has exactly the calls that are filtered, in their order, with the columns of the table, and downloads by itself', async () => {
  const page = await openPage('/calls?lead=Person+12&sort=oldest&minDuration=20')
  const count = Number.parseInt(await page.getByText(/^\d+ calls$/).innerText(), 10)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Agent' }).uncheck()
  await page.keyboard.press('Escape')
  const [header, ...lines] = await exportCsv(page, 'Call history')
  expect(header).toBe('Name,Phone number,Answers,Status,Outcome,Campaign,Duration,Cost,Date,Summary')
  expect(lines).toHaveLength(count)
  const shown = await page.getByRole('row').allInnerTexts()
  const names = (rows: string[]) => rows.flatMap((row) => /Person \d+/.exec(row) ?? [])
  expect(names(lines)).toEqual(names(shown))
  expect(lines[0]).toMatch(/^Person 12\d,\+1415555\d{4},,Completed,Success,Check-ups,\d+,0\.\d+,/)
})

test('in a campaign, each question has a column of its own in the exports of calls and leads', async () => {
  const { rows } = await pool.query(`select id, lead_id from calls where workspace_id = $1 order by id desc limit 1`, [acme.id])
  const { id, lead_id: leadId } = rows[0]
  await pool.query(
    `update campaigns set extraction_schema = '{"type": "object", "properties": {"will_come": {"type": "boolean", "title": "Will come"}}}' where id = $1`,
    [campaignId],
  )
  await pool.query(
    `insert into call_details (call_id, workspace_id, structured_data) values ($1, $2, '{"will_come": true}')
     on conflict (call_id) do update set structured_data = excluded.structured_data`,
    [id, acme.id],
  )
  await pool.query(`update leads set last_call_id = $2, status = 'completed' where id = $1`, [leadId, id])
  const [, first] = await exportCsv(await openPage(`/calls?campaign=${campaignId}`), 'Call history')
  expect(first).toMatch(/^Person 300,\+1415555\d{4},true,/)
  const [header, ...lines] = await exportCsv(await openPage(`/campaigns/${campaignId}?tab=leads&status=completed`), 'Leads')
  expect(header).toMatch(/^Name,Phone number,Will come,Status,/)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^Person 300,\+1415555\d{4},true,Completed/)
})

test('custom fields and answers become columns of leads and calls, stay as text, and are in the exports', async () => {
  const name = '<b onclick="x">City</b>'
  await pool.query(
    `update leads set data = json_build_object($2::text, 'Rome & <i>Söhne</i>', 'size', 12345678901234567890::numeric) where workspace_id = $1`,
    [acme.id, name],
  )
  await pool.query(
    `insert into call_details (call_id, workspace_id, structured_data) select id, workspace_id, '{"seats": {"total": 4}}' from calls where workspace_id = $1
     on conflict (call_id) do update set structured_data = excluded.structured_data`,
    [acme.id],
  )
  const choose = async (page: Page, ...columns: string[]) => {
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const column of columns) await page.getByRole('checkbox', { name: column, exact: true }).check()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
  const leads = await openPage(`/campaigns/${campaignId}?tab=leads`)
  await choose(leads, name, 'size')
  await expect.poll(() => firstRow(leads).innerText()).toContain('Rome & <i>Söhne</i>')
  expect(await headersOf(leads)).toContain(name)
  await leads.reload()
  await expect.poll(() => firstRow(leads).innerText()).toContain('Rome & <i>Söhne</i>')
  const [leadHeader, lead] = await exportCsv(leads, 'Leads')
  expect(leadHeader).toContain(',"<b onclick=""x"">City</b>",size')
  expect(lead).toContain('Rome & <i>Söhne</i>,12345678901234567890')
  const calls = await openPage('/calls?lead=Person+30')
  await choose(calls, name, 'seats')
  await expect.poll(() => firstRow(calls).innerText()).toContain('Rome & <i>Söhne</i>')
  expect(await firstRow(calls).innerText()).toContain('{"total":4}')
  const [callHeader, call] = await exportCsv(calls, 'Call history')
  expect(callHeader).toContain('City</b>",seats,Summary')
  expect(call).toContain('Rome & <i>Söhne</i>,"{""total"":')
  await calls.getByRole('button', { name: 'Columns' }).click()
  await calls.getByRole('checkbox', { name: 'seats', exact: true }).uncheck()
  await expect.poll(() => headersOf(calls)).not.toContain('seats')
  await calls.getByRole('group', { name: 'Answers' }).getByRole('checkbox', { name: 'seats' }).waitFor()
  expect([pageErrors.get(leads), pageErrors.get(calls)]).toEqual([[], []])
})
